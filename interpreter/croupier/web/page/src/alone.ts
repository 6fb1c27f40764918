// One thing is gone on with in one tab at a time: the one that asked last. Those that had it before put away what they
// have, and let go.

const PATIENCE = 5000;
/** So long, in milliseconds, a tab may take to let go; then it is taken from it. */

const me = `${Date.now()}-${Math.random()}`;
const leaving = new Map<string, () => void>();
const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("croupier");

if (channel !== null) {
  channel.onmessage = (event: MessageEvent<{ wanted: string; by: string }>) => {
    if (event.data.by !== me) leaving.get(event.data.wanted)?.();
  };
}

/** Resolved once no other tab has this, with what lets it go again. `leave`: another tab wants it. */
export function alone(name: string, leave: () => void): Promise<() => void> {
  if (channel === null || !("locks" in navigator)) return Promise.resolve(() => undefined);
  channel.postMessage({ wanted: name, by: me });
  return new Promise((had) => {
    let mine = true;
    const hold = (): Promise<void> =>
      new Promise((release) => {
        leaving.set(name, leave);
        had(() => {
          mine = false;
          leaving.delete(name);
          release();
        });
      });
    const taken = (): void => {
      if (mine) leave();
    };
    const lock = `croupier ${name}`;
    navigator.locks.request(lock, { signal: AbortSignal.timeout(PATIENCE) }, hold).catch((error: unknown) => {
      if (error instanceof DOMException && error.name === "TimeoutError")
        navigator.locks.request(lock, { steal: true }, hold).catch(taken);
      else taken();
    });
  });
}
