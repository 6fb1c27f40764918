// What the table says and what may be said to it; docs/reference/protocol.md is the norm, docs/reference/scene.md for the scene.

export const VERSION = 1;

export interface Fact {
  name: string;
  title: string;
  text: string;
  value: unknown;
}

export interface Card {
  id: string;
  text: string;
  face: "up" | "down" | "gap";
  name?: string;
  kind?: string;
  attributes?: Record<string, string>;
  words?: Record<string, string>;
  colour?: "red" | "black";
  role?: string;
  place?: number;
  wild?: boolean;
  remembered?: boolean;
  /** In a trick: the seat that played it. */
  by?: number;
}

export interface Meld {
  id: string;
  cards: string[];
  combo?: string;
}

export interface Zone {
  id: string;
  title: string;
  owner: number | null;
  team?: string;
  form: string;
  lay: "hand" | "spread" | "pile" | "row" | "grid" | "column" | "melds" | "slot" | "count";
  count: number;
  hidden: number;
  cards: Card[];
  melds?: Meld[];
  makes?: Meld[];
  notes?: string[];
  remembered?: string[];
  columns?: number;
  beneath?: number;
  /** Its cards compete for the players that played them. */
  trick?: boolean;
  over?: string;
  sorts?: { name: string; title: string; cards: string[] }[];
}

export interface Person {
  id: string;
  seat: number;
  name: string;
  who: string;
  you: boolean;
  team?: string;
  acts: boolean;
  facts: Fact[];
  zones: string[];
}

export interface Team {
  name: string;
  title: string;
  seats: number[];
  facts: Fact[];
  zones: string[];
}

export interface Option {
  path: string[];
  text: string;
  sentence: string;
  targets: string[];
  moves: number;
  move: string | null;
  ends?: boolean;
}

export interface Group {
  move: string;
  heading: string;
  name: string;
  title: string;
  asks: string;
  options: Option[];
}

export interface Step {
  path: string[];
  sentence: string;
  chosen: string[];
  back: Record<string, string[]>;
  moves: number;
  groups: Group[];
  of: Record<string, number[]>;
  onto: Record<string, Record<string, number[]>>;
  along: Record<string, string[]>;
  ways: Option[];
}

export interface LogLine {
  kind: "stage" | "decision" | "part";
  text: string;
  seat: number | null;
}

/** Cards that move; `cards`: those that the seat sees, without ids. */
export interface Travel {
  from: string;
  to: string;
  count: number;
  cards: Card[];
}

/** Something that happens between two scenes; the last has no table of its own. */
export interface Beat {
  travels: Travel[];
  lines: LogLine[];
  hold: boolean;
  zones?: Zone[];
  people?: Person[];
  teams?: Team[];
  status?: Scene["status"];
}

export interface Sheet {
  title: string;
  columns: string[];
  rows: { title: string; values: (number | null)[]; notes: string[] }[];
}

export interface Ending {
  text: string;
  finished: boolean;
  winners: number[];
  losers: number[];
  places: { place: number; seat: number; score: number | null }[];
  moments: string[];
}

export interface Scene {
  /** Null for a spectator. */
  seat: number | null;
  language: string;
  status: {
    ruleset: string;
    title: string;
    goal: string;
    rounds: { title: string; count: number }[];
    step: string;
    acting: number[];
    facts: Fact[];
  };
  people: Person[];
  teams: Team[];
  zones: Zone[];
  step: Step | null;
  sheet: Sheet | null;
  ending: Ending | null;
}

export interface Seat {
  seat: number;
  name: string;
  who: string;
  here: boolean;
}

/** What a lone player can do with the game as a whole. */
export type Able = "redo" | "restart" | "finish";

export type Labels = Record<string, string>;

/** What a line may send: at once, each second, and what a message counts that does not count as one. */
export interface Limits {
  burst: number;
  second: number;
  costs: Record<string, number>;
}

export type Said =
  | { type: "welcome"; version: number; language: string; languages: string[]; labels: Labels; again: boolean; limits: Limits }
  | { type: "seats"; you: number | null; seats: Seat[] }
  | { type: "scene"; live: true; number: number; since: number; told: LogLine[][]; beats: Beat[]; positions: number; able: Able[]; scene: Scene }
  | { type: "scene"; live: false; position: number; scene: Scene }
  | { type: "step"; scene: number; step: Step }
  | { type: "told"; about: "why" | "hint" | "review" | "record"; lines: string[] }
  | { type: "refused"; why: string; text: string };

export type Say =
  | { type: "hello"; version: number; token: string; language: string }
  | { type: "choose"; scene: number; move: string }
  | { type: "step"; scene: number; path: string[] }
  | { type: "why"; what: string }
  | { type: "at"; position: number }
  | { type: "undo" }
  | { type: Able }
  | { type: "hint" }
  | { type: "again" };
