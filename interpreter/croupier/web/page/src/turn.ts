// Tells of one's turn outside the page: in the title of its tab and, if that is wanted, by a sound.

import { useEffect } from "preact/hooks";
import type { Store } from "./store";

const KEY = "sound";

export function sounds(): boolean {
  return localStorage.getItem(KEY) === "on";
}

export function setSounds(on: boolean): void {
  if (on) localStorage.setItem(KEY, "on");
  else localStorage.removeItem(KEY);
  if (on) ring();
}

/** Two short tones; nothing is fetched for them. */
function ring(): void {
  try {
    const audio = new AudioContext();
    for (const [at, tone] of [[0, 660], [0.16, 880]] as const) {
      const from = audio.currentTime + at;
      const sound = audio.createOscillator();
      const loud = audio.createGain();
      sound.frequency.value = tone;
      loud.gain.setValueAtTime(0.12, from);
      loud.gain.exponentialRampToValueAtTime(0.001, from + 0.3);
      sound.connect(loud).connect(audio.destination);
      sound.start(from);
      sound.stop(from + 0.3);
    }
    window.setTimeout(() => void audio.close(), 1000);
  } catch {
    // There is no sound on this machine.
  }
}

export function useTurn(store: Store): void {
  const { now } = store;
  const yours = now?.scene.step != null && store.connected;
  const title = now?.scene.status.title ?? "croupier";
  useEffect(() => {
    document.title = yours ? `● ${store.labels.turn ?? ""} – ${title}` : title;
  }, [yours, title]);
  useEffect(() => {
    if (yours && sounds()) ring();
  }, [yours]);
  useEffect(() => () => void (document.title = "croupier"), []);
}
