// Made from the types of the program by tests/web/test_wire.py.

import type { Refused } from "./protocol";
import type { Choice, Document, Preset } from "./roomprotocol";

export type TableSaid = import("./protocol").Said;

export type Change = [number, number, string];

export type Edits = Record<string, [number, number, string][]>;

export type What = "scenarios" | "differences" | "rulebook" | "simulation" | "coverage";

export type About = "complete" | "hover" | "definition" | "mend" | "format" | "rename" | "outline";

export type Policy = "random" | "greedy" | "mixed";

export type Tint = "often" | "rare" | "partly" | "never" | "told";

/** Answers the greeting. */
export interface Welcome {
  type: "welcome";
  version: number;
  language: string;
  languages: string[];
  labels: Record<string, string>;
}

/** Nothing is open; this may be opened. */
export interface Shelf {
  type: "shelf";
  games: Game[];
  files: string[];
  folder: string;
}

/** A bundled game. */
export interface Game {
  name: string;
  title: string;
  line: string;
  of: string[];
}

/** The open files. */
export interface Files {
  type: "files";
  folder: string;
  main: string;
  files: File[];
}

/** An open file; `base`: what the folder has of it, empty if nothing. */
export interface File {
  name: string;
  version: number;
  text: string;
  saved: boolean;
  base: string;
}

/** A file that has been opened, or read again. */
export interface Opened {
  type: "file";
  file: File;
}

/** The diagnostics of the files, at their versions; `plays`: the game runs despite them. */
export interface Checked {
  type: "checked";
  valid: boolean;
  plays: boolean;
  files: Record<string, Found[]>;
  elsewhere: string[];
  versions: Record<string, number>;
}

/** A diagnostic. */
export interface Found {
  from: number;
  to: number;
  severity: "error" | "warning";
  code: string;
  message: string;
  lines: string[];
  fix?: Mending;
}

export interface Mending {
  from: number;
  to: number;
  text: string;
}

/** A message of the table. */
export interface AtTable {
  type: "table";
  said: TableSaid;
}

/** The settings of the table. `seat`: the seat that is looked from, null for whoever has to decide. */
export interface Setting {
  type: "setting";
  seat: number | null;
  who: string[];
  players_known: string[];
  seed: string;
  names: string[];
  players: number;
  may_play: number[];
  preset: string;
  presets: Preset[];
  options: Choice[];
}

/** After how many decisions the new rules diverge; null: never. */
export interface Parted {
  type: "parted";
  at: number | null;
  why: string;
}

export interface Answer {
  type: "answer";
  ask: number;
  from?: number;
  to?: number;
  head?: string;
  sort?: string;
  worth?: string;
  written?: string;
  title?: string;
  note?: string;
  clauses?: [string, string][];
  words?: Word[];
  places?: (Place | Elsewhere)[];
  mendings?: Mended[];
  edits?: Record<string, [number, number, string][]>;
  symbols?: Symbol[];
  examples?: Example[];
  refused?: string;
  file?: string;
}

/** A completion. */
export interface Word {
  word: string;
  label: string;
  sort: string;
  detail: string;
  told: string;
  instead: number;
}

export interface Place {
  file: string;
  from: number;
  to: number;
}

/** A place outside the open files, in words. */
export interface Elsewhere {
  elsewhere: string;
}

/** A fix. */
export interface Mended {
  text: string;
  about: string;
  edits: Record<string, [number, number, string][]>;
}

export interface Symbol {
  from: number;
  to: number;
  name: string;
  sort: string;
  inner: Symbol[];
}

/** A scenario, and its place. */
export interface Example {
  name: string;
  at: number;
}

/** Written files, with their `base`, and conflicts. */
export interface Saved {
  type: "saved";
  files: string[];
  clash: string[];
  bases: Record<string, string>;
}

/** A long task, with its result so far. */
export interface Running {
  type: "scenarios" | "differences" | "rulebook" | "simulation" | "coverage";
  running: boolean;
  refused?: string;
  results?: Ran[];
  of?: number;
  compared?: Compared[];
  document?: Document;
  simulated?: Simulated;
  covered?: Covered;
}

/** A scenario that was run. */
export interface Ran {
  name: string;
  passed: boolean;
  failure: string;
  file: string | null;
  line: number;
}

/** A comparison with another ruleset. */
export interface Compared {
  name: string;
  title: string;
  differences?: Difference[];
  refused?: string;
}

/** A difference between two rulesets. */
export interface Difference {
  group: string;
  lead: string;
  path: string;
  was: string[];
  now: string[];
}

/** Many games. */
export interface Simulated {
  games: number;
  of: number;
  policy: string;
  sentences: string[];
  fair: number;
  places: Part[];
  lengths: Column[];
  scores: Column[];
  leading: number[];
  measures: [string, string, string][];
}

/** A share, with its interval. */
export interface Part {
  mean: number;
  low: number;
  high: number;
}

export interface Column {
  from: number;
  to: number;
  count: number;
  won?: number;
}

/** The use of each line, by file. */
export interface Covered {
  games: number;
  told: string;
  lines: Record<string, Record<string, Tinted>>;
  never: Never[];
}

/** The use of a line. */
export interface Tinted {
  tint: "often" | "rare" | "partly" | "never" | "told";
  count: number;
  text: string[];
}

/** A part that was never used. */
export interface Never {
  path: string;
  file: string | null;
  line: number;
}

export type Said =
  | Welcome
  | Shelf
  | Files
  | Opened
  | Checked
  | AtTable
  | Setting
  | Parted
  | Answer
  | Saved
  | Running
  | Refused;

export type Say =
  | { type: "hello"; version: number; token: string; language?: string }
  | { type: "begin"; how: "open" | "copy" | "variant" | "new"; of: string; name: string }
  | { type: "edit"; file: string; version: number; changes: [number, number, string][] }
  | { type: "retype"; file: string; version: number; text: string }
  | { type: "check" }
  | { type: "ask"; ask: number; about: "complete" | "hover" | "definition" | "mend" | "format" | "rename" | "outline"; file: string; at?: number; to?: number; name?: string }
  | { type: "table"; say: Record<string, unknown> }
  | { type: "deal"; players?: number | null; options?: Record<string, string> | null; preset?: string | null; seed?: number | null }
  | { type: "seat"; seat: number | null }
  | { type: "who"; who: string[] }
  | { type: "back"; position: number }
  | { type: "record"; ask: number; name: string; start: number; end: number }
  | { type: "save"; anyway?: string[] }
  | { type: "reread"; file: string }
  | { type: "add"; file: string }
  | { type: "run"; what: "scenarios" | "differences" | "rulebook" | "simulation" | "coverage"; games?: number; seconds?: number; policy?: "random" | "greedy" | "mixed" }
  | { type: "stop"; what: "scenarios" | "differences" | "rulebook" | "simulation" | "coverage" };
