// What happens between two scenes is played: cards travel and are turned, and what goes away again is held for a while.

import { render } from "preact";
import { Backside, Face } from "./face";
import type { Able, Beat, Card, Labels, LogLine, Scene, Travel } from "./protocol";

export interface Shown {
  number: number;
  able: Able[];
  positions: number;
  scene: Scene;
}

/** One picture: the table in a beat, or at its end, and what travelled to it. */
export interface Frame {
  shown: Shown;
  scene: Scene;
  travels: Travel[];
  lines: LogLine[];
  hold: boolean;
  last: boolean;
}

const PACES = ["slow", "normal", "fast", "off"] as const;
type Pace = (typeof PACES)[number];
/** How long one picture is shown, and how long its cards travel, in milliseconds. */
const SHOWN: Record<Pace, number> = { slow: 1100, normal: 550, fast: 200, off: 0 };
const TRAVEL: Record<Pace, number> = { slow: 700, normal: 360, fast: 150, off: 0 };
const HOLDS = ["1", "3", "6", "wait"] as const;
const HURRIED = 120;
/** With more pictures than this ahead, those that are not held are hurried through. */
const MANY = 6;
/** The most cards of one travel that fly one by one. */
const FLOCK = 6;

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** What was set in this page, also where the browser remembers nothing. */
const set = new Map<string, string>();

function keep(name: string, value: string): void {
  set.set(name, value);
  try {
    localStorage.setItem(name, value);
  } catch {
    // it lasts as long as the page
  }
}

function kept<T extends string>(name: string, all: readonly T[], usual: T): T {
  let found: string | null = null;
  try {
    found = localStorage.getItem(name);
  } catch {
    // some browsers remember nothing
  }
  return all.find((each) => each === (set.get(name) ?? found)) ?? usual;
}

/** How fast things happen: nothing moves for who wants no motion. */
export function pace(): Pace {
  return reduced.matches ? "off" : kept("pace", PACES, "normal");
}

/** For how long something is held, in milliseconds; Infinity: until it is acknowledged. */
function holding(): number {
  const wanted = kept("hold", HOLDS, "3");
  return wanted === "wait" ? Infinity : Number(wanted) * 1000;
}

/** The pictures of a scene that is new: those of its beats, and itself. */
export function frames(shown: Shown, beats: Beat[], was: Scene | null): Frame[] {
  const last = beats.at(-1);
  return [
    ...beats.slice(0, -1).map((beat) => ({ shown, scene: merged(shown.scene, beat, was), travels: beat.travels, lines: beat.lines, hold: beat.hold, last: false })),
    { shown, scene: shown.scene, travels: last?.travels ?? [], lines: last?.lines ?? [], hold: false, last: true },
  ];
}

function merged(after: Scene, beat: Beat, was: Scene | null): Scene {
  const other = new Map((beat.zones ?? []).map((zone) => [zone.id, zone]));
  return {
    ...after,
    zones: after.zones.map((zone) => other.get(zone.id) ?? zone),
    people: beat.people ?? after.people.map((person) => ({ ...person, acts: false })),
    teams: beat.teams ?? after.teams,
    status: beat.status ?? { ...after.status, acting: [], step: "" },
    step: null,
    sheet: was?.sheet ?? null,
    ending: null,
  };
}

/** Shows pictures one after the other. */
export class Playing {
  frame: Frame | null = null;
  private queue: Frame[] = [];
  private timer = 0;

  /** `show`: a picture is the next; `changed`: it has to be drawn. */
  constructor(private show: (frame: Frame) => void, private changed: () => void) {}

  take(some: Frame[]): void {
    this.queue.push(...some);
    if (!this.timer && !this.waits) this.next();
  }

  /** Something is still to be shown before anything can be chosen. */
  get busy(): boolean {
    return this.queue.length > 0 || (this.frame !== null && !this.frame.last);
  }

  private get waits(): boolean {
    return this.frame !== null && this.frame.hold;
  }

  /** What is shown has been seen. */
  proceed(): void {
    if (!this.busy) return;
    this.next();
    this.changed();
  }

  clear(): void {
    window.clearTimeout(this.timer);
    this.queue = [];
    this.frame = null;
    this.timer = 0;
  }

  private next(): void {
    window.clearTimeout(this.timer);
    this.timer = 0;
    for (let next = this.queue.shift(); next !== undefined; next = this.queue.shift()) {
      this.frame = next;
      this.show(next);
      const wait = next.hold ? holding() : this.queue.length > MANY ? Math.min(HURRIED, SHOWN[pace()]) : SHOWN[pace()];
      if (wait === 0) continue;
      if (wait < Infinity)
        this.timer = window.setTimeout(() => {
          this.next();
          this.changed();
        }, wait);
      return;
    }
  }
}

// ---------------------------------------------------------------- motion

let cards = new Map<string, DOMRect>();
let places = new Map<string, DOMRect>();
let played: Frame | null = null;

function rect(thing: Element): DOMRect {
  const box = thing.getBoundingClientRect();
  return new DOMRect(box.x + scrollX, box.y + scrollY, box.width, box.height);
}

/** After a redraw: cards come from where they were; those that went out of sight fly to where they are now. */
export function moving(root: HTMLElement | null, frame: Frame | null): void {
  if (root === null) return;
  const after = new Map<string, DOMRect>();
  const now = new Map<string, DOMRect>();
  for (const zone of root.querySelectorAll<HTMLElement>("[data-zone]")) now.set(zone.dataset.zone!, rect(zone));
  for (const person of root.querySelectorAll<HTMLElement>("section[data-id]")) now.set(person.dataset.id!, rect(person));
  const travels = frame !== null && frame !== played ? frame.travels : [];
  played = frame;
  const long = document.documentElement.dataset.still === "true" ? 0 : TRAVEL[pace()];
  const where = (id: string, known: Map<string, DOMRect>): DOMRect | undefined =>
    known.get(id) ?? known.get(`seat ${frame?.scene.zones.find((zone) => zone.id === id)?.owner ?? ""}`);
  let late = 0;
  for (const thing of root.querySelectorAll<HTMLElement>(".card[data-id]")) {
    const id = thing.dataset.id!;
    const to = rect(thing.closest(".place") ?? thing);
    after.set(id, to);
    if (!long) continue;
    const zone = thing.closest<HTMLElement>("[data-zone]")?.dataset.zone;
    const come = travels.find((each) => each.to === zone && each.cards.some((card) => same(card, id)));
    const from = cards.get(id) ?? (come && where(come.from, places));
    if (from === undefined) {
      if (cards.size && travels.length === 0 && frame !== null) thing.animate([{ scale: "0 1" }, { scale: "1 1" }], long);
      continue;
    }
    const [x, y] = [from.x - to.x, from.y - to.y];
    if (Math.hypot(x, y) < 4) continue;
    const delay = cards.has(id) ? 0 : Math.min(late++, FLOCK) * (long / 6);
    thing.animate([{ translate: `${x}px ${y}px` }, { translate: "0 0" }], { duration: long, delay, easing: "ease-out", fill: "backwards" });
  }
  if (long) for (const travel of travels) for (const [card, from, to] of gone(travel, after)) fly(card, from, to, long);
  cards = after;
  places = now;

  /** The cards of a travel that are not seen where they have come to, with where they were and are. */
  function gone(travel: Travel, seen: Map<string, DOMRect>): [Card | null, DOMRect, DOMRect][] {
    const to = where(travel.to, now);
    if (to === undefined) return [];
    const hidden = travel.cards.filter((card) => ![...seen.keys()].some((id) => same(card, id)));
    const found = hidden.map((card): [Card | null, DOMRect | undefined] => {
      const id = [...cards.keys()].find((each) => same(card, each));
      return [card, id === undefined ? where(travel.from, places) : cards.get(id)];
    });
    for (let more = travel.cards.length; more < travel.count; more++) found.push([null, where(travel.from, places)]);
    return found.slice(0, FLOCK).flatMap(([card, from]) => (from === undefined ? [] : [[card, from, to]]));
  }
}

function same(card: Card, id: string): boolean {
  return card.kind === id || id.startsWith(`${card.kind}#`);
}

let flying = 0;

function fly(card: Card | null, from: DOMRect, to: DOMRect, long: number): void {
  const ghost = document.createElement("div");
  const wide = Math.min(from.width, 60);
  ghost.className = "flying";
  ghost.setAttribute("aria-hidden", "true");
  ghost.style.width = `${wide}px`;
  render(card === null ? <Backside /> : <Face card={card} />, ghost);
  document.body.append(ghost);
  const middle = (box: DOMRect): string => `${box.x + (box.width - wide) / 2}px ${box.y + (box.height - wide * 1.4) / 2}px`;
  const delay = Math.min(flying++, 12) * (long / 8);
  const flight = ghost.animate([{ translate: middle(from) }, { translate: middle(to), opacity: 0.4 }], { duration: long, delay, easing: "ease-in-out", fill: "backwards" });
  flight.onfinish = flight.oncancel = () => {
    flying--;
    render(null, ghost);
    ghost.remove();
  };
}

// ---------------------------------------------------------------- controls

/** What has happened, while it is held, and the button that goes on. */
export function Held({ playing, labels }: { playing: Playing; labels: Labels }) {
  const { frame } = playing;
  if (frame === null || !frame.hold) return null;
  return (
    <div class="held-beat" role="status">
      {frame.lines
        .filter((line) => line.kind !== "stage")
        .map((line, at) => (
          <p key={at}>{line.text}</p>
        ))}
      <button type="button" onClick={() => playing.proceed()}>
        {labels.proceed}
      </button>
    </div>
  );
}

/** How fast play is shown, and for how long something is held; the browser keeps both. */
export function Speed({ labels }: { labels: Labels }) {
  const choice = (name: string, all: readonly string[], value: string, label: string | undefined, word: (each: string) => string | undefined) => (
    <label>
      {label}{" "}
      <select value={value} onChange={(event) => keep(name, event.currentTarget.value)}>
        {all.map((each) => (
          <option value={each} key={each}>
            {word(each)}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <div class="speed">
      {choice("pace", PACES, kept("pace", PACES, "normal"), labels.pace, (each) => labels[each])}
      {choice("hold", HOLDS, kept("hold", HOLDS, "3"), labels.hold, (each) => (each === "wait" ? labels.click : `${each} s`))}
    </div>
  );
}

/** Clicks and keys that go on while something is played; what takes clicks itself keeps them. */
export function skipping(playing: Playing): () => void {
  const busy = "button:not(:disabled), input, select, dialog, summary, a, textarea, .side";
  const click = (event: Event): void => {
    if (event.target instanceof Element && !event.target.closest(busy)) playing.proceed();
  };
  const key = (event: KeyboardEvent): void => {
    const own = event.target instanceof Element && event.target.closest(busy);
    if (!playing.busy || own || (event.key !== " " && event.key !== "Enter")) return;
    event.preventDefault();
    playing.proceed();
  };
  window.addEventListener("click", click);
  window.addEventListener("keydown", key);
  return () => {
    window.removeEventListener("click", click);
    window.removeEventListener("keydown", key);
  };
}
