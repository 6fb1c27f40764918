// Made from the types of the program by tests/web/test_wire.py.

import type { Choice, Preset } from "./roomprotocol";

/** The games and rulesets in the browser, and those with unsaved changes. */
export interface Kept {
  type: "kept";
  games: Left[];
  rules: string[];
  unsaved: string[];
}

/** A game that is kept. */
export interface Left {
  file: string;
  title: string;
  names: string[];
  moves: number;
  when: string;
  over: boolean;
}

/** The choices before a game. */
export interface AgreedOn {
  game: string;
  players_to_choose: string[];
  players: number;
  may_play: number[];
  preset: string;
  presets: Preset[];
  options: Choice[];
  type: "agreed";
}

/** The record of a new game. */
export interface Laid {
  type: "laid";
  file: string;
}

/** Another game has begun at a table. */
export interface Moved {
  type: "moved";
  was: string;
  file: string;
}

/** A file, to be handed to the person. */
export interface Given {
  type: "given";
  file: string;
  text: string;
}

/** Nothing is done; `to`: the type of the request, empty for an unknown one. */
export interface Declined {
  type: "refused";
  to: string;
  why: string;
  text: string;
}

export type HomeSaid =
  | Kept
  | AgreedOn
  | Laid
  | Moved
  | Given
  | Declined;

export type HomeSay =
  | { type: "hello"; language: string }
  | { type: "agree"; game: string }
  | { type: "lay"; game: string; players?: number | null; preset?: string; options?: Record<string, string>; who?: string[]; seed?: string }
  | { type: "drop"; file: string }
  | { type: "give"; file: string };
