// What there is to play, what was left, what may be agreed on before a game. It draws nothing.

import type { Engine } from "./engine";
import type { Link } from "./link";
import { opened, type Opening } from "./opening";
import type { HomeSaid as Said, HomeSay as Say, Left } from "./homeprotocol";
import type { Labels, Offered, Said as ToTable } from "./protocol";
import type { Agreed } from "./roomprotocol";

export interface Spoken {
  labels: Labels;
  games: Offered[];
  welcome: ToTable;
}

export interface Shelf {
  languages: string[];
  spoken: Record<string, Spoken>;
}

export class Lobby {
  left: Left[] = [];
  rules: string[] = [];
  unsaved: string[] = [];
  /** The game that is about to be begun. */
  chosen = "";
  agreed: Agreed | null = null;
  laying = false;
  wrong = "";
  /** The tables that were there before the engine. */
  private openings: Opening[] = [];
  /** The games that the engine has yet to begin, in order; null for those without an opening. */
  private begun: (Opening | null)[] = [];
  private engine: Engine | null = null;
  private link: Link<Say> | null = null;
  private open = false;
  private waiting: Say[] = [];

  constructor(
    private shelf: Shelf,
    public language: string,
    private changed: () => void,
  ) {
    if (!(language in shelf.spoken)) this.language = "en";
  }

  get labels(): Labels {
    return this.shelf.spoken[this.language]!.labels;
  }

  get games(): Offered[] {
    return this.shelf.spoken[this.language]!.games;
  }

  get languages(): string[] {
    return this.shelf.languages;
  }

  title(game: string): string {
    return this.games.find((each) => each.name === game)?.title ?? game.replace(/\.yaml$/u, "");
  }

  join(engine: Engine): void {
    this.engine = engine;
    this.link = engine.reach<Say, Said>("home")({
      open: () => {
        this.open = true;
        this.say({ type: "hello", language: this.language });
        for (const each of this.waiting.splice(0)) this.say(each);
      },
      said: (said) => {
        this.hear(said);
        this.changed();
      },
      lost: () => undefined,
    });
  }

  private say(what: Say): void {
    if (this.open) this.link?.say(what);
    else this.waiting.push(what);
  }

  private hear(said: Said): void {
    switch (said.type) {
      case "kept":
        this.left = said.games;
        this.rules = said.rules;
        this.unsaved = said.unsaved;
        break;
      case "agreed":
        if (said.game === this.chosen) this.agreed = said;
        break;
      case "laid":
        this.laid(said.file);
        break;
      case "moved":
        if (location.hash === `#table=${encodeURIComponent(said.was)}`) {
          history.replaceState(null, "", `#table=${encodeURIComponent(said.file)}`);
        }
        break;
      case "given":
        handed(said.file, said.text);
        break;
      case "refused":
        if (said.to === "lay") this.unlaid();
        this.wrong = said.text;
    }
  }

  /** The table that was there before the engine at this address, if it was. */
  opening(kind: string, of: string): Opening | undefined {
    return this.openings.find((each) => of === (kind === "deal" ? each.name : kind === "table" ? each.file : ""));
  }

  private laid(file: string): void {
    const opening = this.begun.shift() ?? null;
    const address = `#table=${encodeURIComponent(file)}`;
    if (opening === null) {
      this.laying = false;
      location.hash = address;
    } else {
      opening.handOver(this.engine!, file);
      if (location.hash === dealing(opening.name)) history.replaceState(null, "", address);
    }
  }

  /** The game asked for first is refused; if a stored table stands for it, that goes, too. */
  private unlaid(): void {
    const opening = this.begun.shift() ?? null;
    this.laying = false;
    if (opening === null) return;
    this.openings = this.openings.filter((each) => each !== opening);
    if (location.hash === dealing(opening.name)) location.hash = "";
  }

  speak(language: string): void {
    if (language in this.shelf.spoken) this.language = language;
    if (this.open) this.say({ type: "hello", language: this.language });
    this.changed();
  }

  choose(game: string): void {
    this.chosen = this.chosen === game ? "" : game;
    this.agreed = null;
    this.wrong = "";
    if (this.chosen) this.say({ type: "agree", game });
    this.changed();
  }

  /** Begin a game; before the engine is there, with a table that was stored, if it is as that one. */
  async begin(players: number | null, who: string, preset: string, options: Record<string, string>, seed = ""): Promise<void> {
    const game = this.chosen;
    const seats = players ?? Math.max(...(this.games.find((each) => each.name === game)?.players ?? [16]));
    this.laying = true;
    this.wrong = "";
    this.changed();
    void navigator.storage?.persist?.();
    const usual = who === "greedy" && !preset && Object.keys(options).length === 0;
    const opening = this.open || !usual ? null : await opened(game, this.welcomes, players, seed);
    const seated = ["you", ...Array.from({ length: seats - 1 }, () => who)];
    this.begun.push(opening);
    this.say({ type: "lay", game, players: opening?.players ?? players, preset, options, who: seated, seed: opening?.seed ?? seed });
    if (opening !== null) {
      this.openings.push(opening);
      this.laying = false;
      location.hash = dealing(opening.name);
    }
    this.changed();
  }

  private get welcomes(): Record<string, ToTable> {
    return Object.fromEntries(Object.entries(this.shelf.spoken).map(([language, { welcome }]) => [language, welcome]));
  }

  drop(file: string): void {
    this.say({ type: "drop", file });
  }

  give(file: string): void {
    this.say({ type: "give", file });
  }
}

/** The address of a stored deal. */
function dealing(name: string): string {
  return `#deal=${encodeURIComponent(name)}`;
}

/** Hand a text to the person as a file. */
function handed(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
