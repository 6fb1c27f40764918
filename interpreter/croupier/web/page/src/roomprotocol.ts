// Made from the types of the program by tests/web/test_wire.py.

import type { Live, Next, Past, Refused, Say, Seats, Told, Welcome } from "./protocol";

/** A paragraph of the printed rules. */
export interface Paragraph {
  kind: "paragraph";
  text: string;
  paths: string[];
}

/** A list. */
export interface Items {
  kind: "items";
  items: Item[];
  ordered: boolean;
}

/** A point of a list, with points below it. */
export interface Item {
  kind: "item";
  text: string;
  paths: string[];
  below: Item[];
  ordered: boolean;
}

/** A table. */
export interface Grid {
  kind: "grid";
  head: string[];
  rows: string[][];
  paths: string[];
}

export type Block = Paragraph | Items | Grid;

/** The room. `local`: only this machine reaches it; `code`: the QR code of the invite, in rows of 0 and 1. */
export interface State {
  type: "room";
  owner: boolean;
  name: string;
  seat: number | null;
  game: string;
  title: string;
  preset: string;
  options: Record<string, string>;
  players: number | null;
  seats: RoomSeat[];
  watching: string[];
  agreed: Agreed | null;
  chat: boolean;
  playing: boolean;
  invite: string;
  local: boolean;
  code: string[];
}

/** A seat of the next game; `who`: `you` for a person. */
export interface RoomSeat {
  who: string;
  name: string;
  taken: boolean;
  here: boolean;
}

/** The choices for a game, and the possible ones. */
export interface Agreed {
  game: string;
  players_to_choose: string[];
  players: number;
  may_play: number[];
  preset: string;
  presets: Preset[];
  options: Choice[];
}

/** A preset; `told`: the options that it sets, in words. */
export interface Preset {
  name: string;
  title: string;
  told: string;
}

/** An option: the value it has, and the possible ones, as a list or as a range without an upper end (None) or with
 * one. `told`: what it decides; empty if the ruleset says nothing. */
export interface Choice {
  name: string;
  title: string;
  told: string;
  value: string;
  values?: Valued[];
  low?: number;
  high?: number;
}

/** A value of an option, and its words. */
export interface Valued {
  value: string;
  title: string;
}

/** The last lines of chat. */
export interface Chat {
  type: "chat";
  lines: Talk[];
}

/** A line of chat. */
export interface Talk {
  name: string;
  text: string;
}

/** The rulebook for the chosen options. */
export interface Printed {
  type: "rules";
  document: Document;
}

/** The printed rules. */
export interface Document {
  kind: "document";
  title: string;
  language: string;
  lead: (Paragraph | Items | Grid)[];
  sections: Section[];
}

/** A section, with sections below it. */
export interface Section {
  kind: "section";
  title: string;
  anchor: string;
  blocks: (Paragraph | Items | Grid)[];
  sections: Section[];
  paths: string[];
}

export type RoomSaid =
  | Welcome
  | Seats
  | Live
  | Past
  | Next
  | Told
  | Refused
  | State
  | Chat
  | Printed;

/** Change the choices for a game; omitted values stay. */
export interface Set {
  game?: string;
  players?: number;
  preset?: string;
  options?: Record<string, string>;
  seats?: string[];
  chat?: boolean;
}

export type RoomSay =
  | Say
  | { type: "name"; name: string }
  | { type: "sit"; seat: number | null }
  | { type: "say"; text: string }
  | { type: "rules" }
  | { type: "set"; game?: string; players?: number | null; preset?: string; options?: Record<string, string>; seats?: string[]; chat?: boolean }
  | { type: "start" }
  | { type: "leave" };
