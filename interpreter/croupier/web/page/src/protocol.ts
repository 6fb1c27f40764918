// Made from the types of the program by tests/web/test_wire.py.

export const VERSION = 1;

export type Able = "redo" | "restart" | "finish";

export type Labels = Record<string, string>;

/** The answer to the greeting; only a room sends `room`, `token` and `games`. */
export interface Welcome {
  type: "welcome";
  version: number;
  language: string;
  languages: string[];
  labels: Record<string, string>;
  again: boolean;
  limits: Limits;
  room?: boolean;
  token?: string;
  games?: Offered[];
}

/** The limits of a line: messages at once and each second, and the messages that count as several. */
export interface Limits {
  burst: number;
  second: number;
  costs: Record<string, number>;
}

/** A game of a list. */
export interface Offered {
  name: string;
  title: string;
  line: string;
  players: number[];
}

/** The seats; `you`: null for a spectator. */
export interface Seats {
  type: "seats";
  you: number | null;
  seats: Seat[];
}

/** A seat with its player; `here`: its page is connected. */
export interface Seat {
  seat: number;
  name: string;
  who: string;
  here: boolean;
}

/** The current table, with the events before it. */
export interface Live {
  type: "scene";
  live: true;
  number: number;
  since: number;
  told: LogLine[][];
  beats: Beat[];
  positions: number;
  able: ("redo" | "restart" | "finish")[];
  scene: Scene;
}

/** A line of the log. `kind`: a heading, a decision with what it brought about, or what happened by itself. */
export interface LogLine {
  kind: "stage" | "decision" | "part";
  text: string;
  seat: number | null;
}

/** A beat for a front end; the last has no table of its own. */
export interface Beat {
  travels: Travel[];
  lines: LogLine[];
  hold: boolean;
  zones?: Zone[];
  people?: Person[];
  teams?: Team[];
  status?: Status;
}

/** Cards that move from a zone to another, by their ids (empty: out of play). `cards`: those that the seat sees
 * leave or arrive, face up; `count`: all of them. */
export interface Travel {
  from: string;
  to: string;
  count: number;
  cards: Card[];
}

/** A card that the seat sees, a face-down card at a place of its own, or a gap. */
export interface Card {
  id: string;
  text: string;
  face: "up" | "down" | "gap";
  name?: string;
  kind?: string;
  attributes?: Record<string, string>;
  colour?: "red" | "black" | "";
  role?: string;
  place?: number;
  wild?: boolean;
  remembered?: boolean;
  open?: boolean;
  by?: number;
  words?: Record<string, string>;
}

/** A zone as the seat sees it. */
export interface Zone {
  id: string;
  title: string;
  owner: number | null;
  form: string;
  lay: "hand" | "spread" | "pile" | "row" | "grid" | "column" | "melds" | "slot" | "count";
  count: number;
  hidden: number;
  cards: Card[];
  team?: string;
  melds?: Meld[];
  makes?: Meld[];
  notes?: string[];
  remembered?: string[];
  columns?: number;
  beneath?: number;
  over?: string;
  edgeless?: boolean;
  trick?: boolean;
  sorts?: Sort[];
}

/** Cards of a zone in one group, or that would make a combo: `cards` by their ids. `combo`: its title. */
export interface Meld {
  id: string;
  cards: string[];
  combo?: string;
}

/** An order of the cards of a hand (`cards`, by ids): by the attribute `name`, in words `title`. */
export interface Sort {
  name: string;
  title: string;
  cards: string[];
}

/** The person on a seat. `id`: the name used in choices. `who`: the player of the seat in words, if known. */
export interface Person {
  id: string;
  seat: number;
  name: string;
  who: string;
  you: boolean;
  acts: boolean;
  facts: Fact[];
  zones: string[];
  team?: string;
}

/** Something worth knowing: what it is called, how its value reads, and the value itself. */
export interface Fact {
  name: string;
  title: string;
  text: string;
  value: unknown;
}

/** A team of several seats. */
export interface Team {
  name: string;
  title: string;
  seats: number[];
  facts: Fact[];
  zones: string[];
}

/** The progress of play. `rounds`: the repeated stages, each with its iteration number. */
export interface Status {
  ruleset: string;
  title: string;
  goal: string;
  rounds: Round[];
  step: string;
  acting: number[];
  facts: Fact[];
}

/** A repeated stage, with its iteration number. */
export interface Round {
  title: string;
  count: number;
}

/** The table as a seat sees it, null for a spectator; its log is sent by itself. */
export interface Scene {
  seat: number | null;
  language: string;
  status: Status;
  people: Person[];
  teams: Team[];
  zones: Zone[];
  step: Step | null;
  sheet: Sheet | null;
  ending: Ending | null;
}

/** The next choices, after those on `path`. */
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

/** The options of one choice: `asks` is their type, `name` and `title` name the choice. */
export interface Group {
  move: string;
  heading: string;
  name: string;
  title: string;
  asks: "word" | "card" | "spot" | "meld" | "player" | "team" | "number";
  options: Option[];
}

/** One thing that can be chosen now. */
export interface Option {
  path: string[];
  text: string;
  sentence: string;
  targets: string[];
  moves: number;
  move: string | null;
  ends?: boolean;
}

/** The score sheet: a column for each player or team, a row for each round, with what it brought and the sum then. */
export interface Sheet {
  title: string;
  columns: string[];
  rows: SheetRow[];
}

/** A round: its name, the values at its end by column, None for an empty cell, and remarks. */
export interface SheetRow {
  title: string;
  values: (number | null)[];
  notes: string[];
}

/** The end of a game: in words, and by places. `places`: (place, seats, score), the best first. */
export interface Ending {
  text: string;
  finished: boolean;
  winners: number[];
  losers: number[];
  places: Place[];
  moments: string[];
}

/** The place of a seat, the best is 1, and its score. */
export interface Place {
  place: number;
  seat: number;
  score: number | null;
}

/** The table at an earlier position. */
export interface Past {
  type: "scene";
  live: false;
  position: number;
  scene: Scene;
}

/** The next choices. */
export interface Next {
  type: "step";
  scene: number;
  step: Step;
}

/** Something to read. */
export interface Told {
  type: "told";
  about: "why" | "hint" | "review" | "record";
  lines: string[];
}

/** A refusal: `why` is a word for the page, `text` for people. */
export interface Refused {
  type: "refused";
  why: string;
  text: string;
}

export type Said =
  | Welcome
  | Seats
  | Live
  | Past
  | Next
  | Told
  | Refused;

export type Say =
  | { type: "hello"; version: number; token: string; language?: string }
  | { type: "choose"; scene: number; move: string }
  | { type: "step"; scene: number; path: string[] }
  | { type: "why"; what: string }
  | { type: "at"; position: number }
  | { type: "undo" }
  | { type: "redo" }
  | { type: "restart" }
  | { type: "finish" }
  | { type: "hint" }
  | { type: "again" };
