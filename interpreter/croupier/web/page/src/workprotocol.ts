// What the studio says and what may be said to it; docs/reference/protocol.md is the norm. Places count UTF-16, as strings do here.

import type { Option } from "./choosing";
import type { Labels, Said as TableSaid, Say as TableSay } from "./protocol";

export const VERSION = 1;

export interface File {
  name: string;
  version: number;
  text: string;
  saved: boolean;
  /** What the folder has of it; empty if nothing. */
  base: string;
}

export interface Stretch {
  from: number;
  to: number;
}

export type Change = [from: number, to: number, text: string];
export type Edits = Record<string, Change[]>;

export interface Found extends Stretch {
  severity: "error" | "warning";
  code: string;
  message: string;
  lines: string[];
  fix?: Stretch & { text: string };
}

export interface Game {
  name: string;
  title: string;
  line: string;
  of: string[];
}

export interface Setting {
  /** The seat that is looked from; null: whoever has to decide. */
  seat: number | null;
  who: string[];
  players_known: string[];
  seed: string;
  names: string[];
  players: number;
  may_play: number[];
  preset: string;
  presets: { name: string; title: string }[];
  options: Option[];
}

export interface Word {
  word: string;
  label: string;
  sort: string;
  detail: string;
  told: string;
  instead: number;
}

export interface Hover extends Partial<Stretch> {
  head?: string;
  sort?: string;
  worth?: string;
  written?: string;
  title?: string;
  note?: string;
  clauses?: [string, string][];
}

export interface Symbol extends Stretch {
  name: string;
  sort: string;
  inner: Symbol[];
}

/** What is told of a question; which of it depends on what was asked. */
export interface Answer extends Hover {
  words?: Word[];
  places?: ((Stretch & { file: string }) | { elsewhere: string })[];
  mendings?: { text: string; about: string; edits: Edits }[];
  edits?: Edits;
  symbols?: Symbol[];
  examples?: { name: string; at: number }[];
  refused?: string;
  file?: string;
}

export interface Ran {
  name: string;
  passed: boolean;
  failure: string;
  file: string | null;
  line: number;
}

export interface Difference {
  group: string;
  lead: string;
  path: string;
  was: string[];
  now: string[];
}

export interface Compared {
  name: string;
  title: string;
  differences?: Difference[];
  refused?: string;
}

export interface Part {
  mean: number;
  low: number;
  high: number;
}

export interface Simulated {
  games: number;
  of: number;
  sentences: string[];
  fair: number;
  places: Part[];
  lengths: { from: number; to: number; count: number }[];
  scores: { from: number; to: number; count: number; won: number }[];
  leading: number[];
  measures: [string, string, string][];
}

export type Tint = "often" | "rare" | "partly" | "never" | "told";

export interface Covered {
  games: number;
  told: string;
  lines: Record<string, Record<string, { tint: Tint; count: number; text: string[] }>>;
  never: { path: string; file: string | null; line: number }[];
}

export type What = "scenarios" | "differences" | "rulebook" | "simulation" | "coverage";

export interface Running {
  running: boolean;
  refused?: string;
}

export type Said =
  | { type: "welcome"; version: number; language: string; languages: string[]; labels: Labels }
  | { type: "shelf"; games: Game[]; files: string[]; folder: string }
  | { type: "files"; folder: string; main: string; files: File[] }
  | { type: "file"; file: File }
  | { type: "checked"; valid: boolean; plays: boolean; files: Record<string, Found[]>; elsewhere: string[]; versions: Record<string, number> }
  | { type: "table"; said: TableSaid }
  | ({ type: "setting" } & Setting)
  | { type: "parted"; at: number | null; why: string }
  | ({ type: "answer"; ask: number } & Answer)
  | { type: "saved"; files: string[]; clash: string[]; bases: Record<string, string> }
  | ({ type: "scenarios"; results?: Ran[] } & Running)
  | ({ type: "differences"; compared?: Compared[] } & Running)
  | ({ type: "rulebook"; document?: Document } & Running)
  | ({ type: "simulation"; simulated?: Simulated } & Running)
  | ({ type: "coverage"; covered?: Covered } & Running)
  | { type: "refused"; why: string; text: string };

export type Say =
  | { type: "hello"; version: number; token: string; language: string }
  | { type: "begin"; how: "open" | "copy" | "variant" | "new"; of: string; name: string }
  | { type: "edit"; file: string; version: number; changes: Change[] }
  | { type: "edit"; file: string; version: number; text: string }
  | { type: "check" }
  | { type: "ask"; ask: number; about: string; file: string; at?: number; to?: number; name?: string }
  | { type: "record"; ask: number; name: string; start: number; end: number }
  | { type: "table"; say: TableSay }
  | { type: "deal"; players?: number; options?: Record<string, string>; preset?: string; seed?: number }
  | { type: "seat"; seat: number | null }
  | { type: "who"; who: string[] }
  | { type: "back"; position: number }
  | { type: "save"; anyway?: string[] }
  | { type: "reread"; file: string }
  | { type: "add"; file: string }
  | { type: "run"; what: What; games?: number; seconds?: number; policy?: string }
  | { type: "stop"; what: What };

// ---------------------------------------------------------------- the printed rules

export interface Item {
  kind: "item";
  text: string;
  below: Item[];
  ordered: boolean;
}

export type Block =
  | { kind: "paragraph"; text: string }
  | { kind: "items"; items: Item[]; ordered: boolean }
  | { kind: "grid"; head: string[]; rows: string[][] };

export interface Section {
  kind: "section";
  title: string;
  anchor: string;
  blocks: Block[];
  sections: Section[];
}

export interface Document {
  kind: "document";
  title: string;
  language: string;
  lead: Block[];
  sections: Section[];
}
