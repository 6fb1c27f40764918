// What the page knows, and what follows from what is said to it. It draws nothing.

import type { Connect, Link } from "./link";
import { Playing, frames, type Shown } from "./playing";
import { VERSION, type Able, type Beat, type Card, type Labels, type LogLine, type Option, type Said, type Say, type Scene, type Seat, type Step, type Zone } from "./protocol";

export interface Notice {
  about: string;
  lines: string[];
}

/** Options among which one is to be picked, near the thing that they all stand for. */
export interface Menu {
  options: Option[];
  of: string;
  /** Its only option ends the game, and is asked about. */
  sure?: boolean;
}

interface Holding {
  by: string;
  ids: string[];
}

/** How a hand is held, as the browser remembers it; some browsers remember nothing. */
function held(key: string): Holding {
  try {
    return { by: "", ids: [], ...(JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<Holding>) };
  } catch {
    return { by: "", ids: [] };
  }
}

function keepHeld(key: string, holding: Holding): void {
  try {
    localStorage.setItem(key, JSON.stringify(holding));
  } catch {
    // it lasts as long as the page
  }
}

export class Store {
  labels: Labels = {};
  languages: string[] = [];
  language = "";
  again = false;
  seats: Seat[] = [];
  connected = false;
  over = "";
  /** The seat went on in other windows; it can be had back. */
  elsewhere = false;
  told: LogLine[][] = [];
  now: Shown | null = null;
  past: { position: number; scene: Scene } | null = null;
  step: Step | null = null;
  menu: Menu | null = null;
  notice: Notice | null = null;
  waiting = false;
  /** A hint was asked for, and is being thought of. */
  hinting = false;

  /** What is being shown before anything can be chosen. */
  readonly playing = new Playing(
    (frame) => {
      if (frame.last) this.reached(frame.shown);
    },
    () => this.changed(),
  );
  private newest: Scene | null = null;
  /** The next scene is that of another table: it is shown at once. */
  private fresh = true;
  /** The position that is to be looked at, while it has not come. */
  asked: number | null = null;
  private link: Link<Say>;
  private listeners = new Set<() => void>();

  constructor(
    private reach: Connect<Say, Said>,
    private token: string,
    language: string,
    private still: boolean,
  ) {
    this.language = language;
    this.link = this.connect();
  }

  private connect(): Link<Say> {
    return this.reach({
      open: () => this.say({ type: "hello", version: VERSION, token: this.token, language: this.language }),
      said: (said) => this.hear(said),
      lost: () => {
        this.connected = false;
        this.changed();
      },
    });
  }

  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private changed(): void {
    for (const listener of this.listeners) listener();
  }

  private say(what: Say): void {
    this.link.say(what);
  }

  /** There is no game any more, and may be another. */
  clear(): void {
    this.now = this.past = this.step = this.menu = this.notice = null;
    this.playing.clear();
    this.told = [];
    this.changed();
  }

  /** Nobody looks any more. */
  leave(): void {
    this.link.close();
  }

  /** Speak another language, or come back: greet again. */
  speak(language: string): void {
    this.language = language;
    this.over = "";
    this.notice = null;
    this.link.close();
    this.link = this.connect();
  }

  // ---------------------------------------------------------------- what is heard

  private hear(said: Said): void {
    switch (said.type) {
      case "welcome":
        this.labels = said.labels;
        this.languages = said.languages;
        this.language = said.language;
        this.again = said.again;
        this.connected = true;
        this.playing.clear();
        this.fresh = true;
        this.told = [];
        this.past = null;
        this.notice = null;
        break;
      case "seats":
        this.seats = said.seats;
        break;
      case "scene":
        if (said.live) this.take({ number: said.number, able: said.able, positions: said.positions, scene: said.scene }, said.since, said.told, said.beats);
        else if (this.asked === said.position) {
          this.past = { position: said.position, scene: said.scene };
          this.asked = null;
        }
        break;
      case "step":
        if (this.now?.number === said.scene) this.go(said.step);
        break;
      case "told":
        this.hinting = false;
        this.notice = { about: said.about, lines: said.lines };
        this.waiting = false;
        break;
      case "refused":
        this.refused(said.why, said.text);
        break;
    }
    this.changed();
  }

  private refused(why: string, text: string): void {
    this.waiting = this.hinting = false;
    if (why === "token" || why === "elsewhere") this.over = text;
    this.elsewhere = why === "elsewhere";
    this.notice = { about: why, lines: [text] };
    if (why === "choice" || why === "stale") this.step = null;
  }

  private take(next: Shown, since: number, told: LogLine[][], beats: Beat[]): void {
    const undone = since < this.told.length;
    this.told = [...this.told.slice(0, since), ...told];
    const [first, was] = [this.fresh, this.newest];
    this.fresh = false;
    this.newest = next.scene;
    if (undone || first || this.still) {
      this.playing.clear();
      this.reached(next);
    } else this.playing.take(frames(next, beats, was));
  }

  /** All that led to this has been shown. */
  private reached(next: Shown): void {
    this.now = next;
    this.step = null;
    this.menu = null;
    this.waiting = false;
    if (this.notice?.about !== "record") this.notice = null;
  }

  private go(step: Step): void {
    this.step = step;
    this.menu = null;
    this.waiting = false;
  }

  // ---------------------------------------------------------------- what is done

  /** The scene that is looked at. */
  get scene(): Scene | null {
    return this.past?.scene ?? this.playing.frame?.scene ?? this.now?.scene ?? null;
  }

  /** What can be chosen now. */
  get choices(): Step | null {
    if (this.past !== null || this.playing.busy || !this.connected) return null;
    return this.step ?? this.now?.scene.step ?? null;
  }

  /** What has been heard up to what is looked at. */
  get heard(): LogLine[][] {
    const upto = this.past !== null ? this.past.position + 1 : (this.now?.positions ?? 0);
    return this.told.slice(0, upto);
  }

  all(step: Step): Option[] {
    return [...step.groups.flatMap((group) => group.options), ...step.ways];
  }

  /** The options that a thing on the table stands for: those of the choice under way, else those of a first choice. */
  options(id: string): Option[] {
    return this.found((step) => step.of[id]);
  }

  /** The places to which a thing can be dragged. */
  places(id: string): string[] {
    const all = this.steps().flatMap((step) => Object.keys(step.onto[id] ?? {}));
    return [...new Set(all)];
  }

  /** All places to which something can be dragged. */
  get open(): Set<string> {
    return new Set(this.steps().flatMap((step) => Object.values(step.onto).flatMap((onto) => Object.keys(onto))));
  }

  /** The cards that go with a card of a column. */
  along(id: string): string[] {
    return this.steps().map((step) => step.along[id] ?? []).find((cards) => cards.length > 0) ?? [];
  }

  private steps(): Step[] {
    const [now, first] = [this.choices, this.now?.scene.step ?? null];
    return now === null ? [] : first === null || first === now ? [now] : [now, first];
  }

  private found(numbers: (step: Step) => number[] | undefined): Option[] {
    for (const step of this.steps()) {
      const some = numbers(step);
      if (some?.length) {
        const all = this.all(step);
        return some.map((number) => all[number]!);
      }
    }
    return [];
  }

  choose(option: Option): void {
    if (this.now === null || this.waiting) return;
    if (option.ends && !this.menu?.sure) {
      this.menu = { options: [option], of: "", sure: true };
      this.changed();
      return;
    }
    this.menu = null;
    this.notice = null;
    this.waiting = true;
    if (option.move !== null) this.say({ type: "choose", scene: this.now.number, move: option.move });
    else this.say({ type: "step", scene: this.now.number, path: option.path });
    this.changed();
  }

  /** A thing on the table was picked: it is chosen, or given back if it had been; false if neither can be. */
  pick(id: string): boolean {
    if (this.giveBack(id)) return true;
    const options = this.options(id);
    this.among(options, id);
    return options.length > 0;
  }

  /** A thing was dragged to one of these places, the innermost first; false if it cannot go there. */
  drop(id: string, places: string[]): boolean {
    for (const place of places) {
      const options = this.found((step) => step.onto[id]?.[place]);
      if (options.length) {
        this.among(options, id);
        return true;
      }
    }
    return false;
  }

  /** Send a thing to its only sensible place: not to an empty one, nor from one column to another, if there is a better. */
  send(id: string): void {
    const zones = new Map(this.scene?.zones.map((zone) => [zone.id, zone]));
    const ways = this.places(id).flatMap((place) => this.found((step) => step.onto[id]?.[place]).map((option) => ({ place, option })));
    const made = ways.filter(({ option }) => option.move !== null);
    const better = [
      made,
      made.filter(({ place }) => zones.get(place)?.lay !== "column" || (zones.get(place)?.count ?? 0) > 0),
      made.filter(({ place }) => zones.get(place)?.lay !== "column"),
    ];
    for (const some of better) {
      const moves = new Map(some.map(({ option }) => [option.move, option]));
      if (moves.size !== 1) continue;
      this.waiting = false; // of the first click, which asked for what follows
      this.choose([...moves.values()][0]!);
      return;
    }
  }

  private among(options: Option[], of: string): void {
    if (options.length === 1) this.choose(options[0]!);
    else if (options.length > 1) {
      this.menu = { options, of };
      this.changed();
    }
  }

  /** What has been taken for the move is given back; true if it had been taken. */
  private giveBack(id: string): boolean {
    const path = this.choices?.back[id];
    if (path === undefined || this.now === null) return false;
    if (!path.length) this.restart();
    else if (!this.waiting) {
      this.waiting = true;
      this.say({ type: "step", scene: this.now.number, path });
    }
    return true;
  }

  back(): void {
    if (this.menu !== null) this.menu = null;
    else if (this.notice !== null) this.notice = null;
    else if (this.step !== null) this.step = null;
    else this.past = null;
    this.changed();
  }

  restart(): void {
    this.step = null;
    this.menu = null;
    this.changed();
  }

  why(what: string): void {
    this.say({ type: "why", what });
  }

  undo(): void {
    this.say({ type: "undo" });
  }

  get able(): Able[] {
    return this.past === null && this.connected ? (this.now?.able ?? []) : [];
  }

  whole(what: Able): void {
    this.say({ type: what });
  }

  // ---------------------------------------------------------------- how cards are held

  /** The cards of a hand as this person holds them, in games of these rules. */
  arranged(zone: Zone): Card[] {
    const { by, ids } = held(this.hold(zone));
    const sort = zone.sorts?.find((each) => each.name === by);
    const order = sort?.cards ?? ids;
    const at = new Map(order.map((id, number) => [id, number]));
    const place = (card: Card): number => at.get(card.id) ?? order.length;
    return order.length ? [...zone.cards].sort((one, two) => place(one) - place(two)) : zone.cards;
  }

  /** The attribute that a hand is sorted by; empty if by none. */
  sorted(zone: Zone): string {
    return held(this.hold(zone)).by;
  }

  sort(zone: Zone, by: string): void {
    keepHeld(this.hold(zone), { by, ids: [] });
    this.changed();
  }

  /** Put a card of a hand before another, or at its end. */
  arrange(zone: Zone, id: string, before: string | null): void {
    const ids = this.arranged(zone).map((card) => card.id).filter((each) => each !== id);
    ids.splice(before === null ? ids.length : ids.indexOf(before), 0, id);
    keepHeld(this.hold(zone), { by: "", ids });
    this.changed();
  }

  private hold(zone: Zone): string {
    return `hand ${this.scene?.status.ruleset} ${zone.id.split(" of ")[0]}`;
  }

  hint(): void {
    this.waiting = true;
    this.hinting = true;
    this.notice = null;
    this.say({ type: "hint" });
    this.changed();
  }

  playAgain(): void {
    this.past = null;
    this.say({ type: "again" });
  }

  /** Look at a position of the past; the last is now. */
  at(position: number): void {
    const last = (this.now?.positions ?? 1) - 1;
    if (position >= last) {
      this.past = null;
      this.asked = null;
      this.changed();
      return;
    }
    this.asked = Math.max(0, position);
    this.say({ type: "at", position: this.asked });
    this.changed();
  }

  dismiss(): void {
    this.notice = null;
    this.changed();
  }
}
