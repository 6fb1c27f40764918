// A table that is there before the engine: its messages up to the first decision were stored when the site was made. What
// is chosen meanwhile is handed to the engine, which says the same of the same deal, and goes on from there.

import type { Engine } from "./engine";
import type { Connect, Hears, Link } from "./link";
import { VERSION, type Said, type Say, type Step } from "./protocol";

interface Told {
  said: Said[];
  steps: Record<string, Step>;
}

/** The openings of a game: by seed, then by language. */
interface Stored {
  players: number;
  deals: Record<string, Record<string, Told>>;
}

const DEALT = "dealt";

/** The deals that were begun in this browser, as `hearts.3`; some browsers remember nothing. */
function dealt(): string[] {
  try {
    return JSON.parse(localStorage.getItem(DEALT) ?? "[]") as string[];
  } catch {
    return [];
  }
}

function note(deal: string): void {
  try {
    localStorage.setItem(DEALT, JSON.stringify([...new Set([...dealt(), deal])]));
  } catch {
    // it may come again
  }
}

async function stored(game: string): Promise<Stored | null> {
  try {
    const answer = await fetch(`openings/${encodeURIComponent(game)}.bin`);
    if (!answer.ok || answer.body === null) return null;
    return (await new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).json()) as Stored;
  } catch {
    return null;
  }
}

/** A deal for so many players that this browser has not had, or this very one; null if there is none. */
export async function opened(game: string, welcomes: Record<string, Said>, players: number | null, seed: string): Promise<Opening | null> {
  const found = await stored(game);
  if (found === null || (players ?? found.players) !== found.players) return null;
  const had = new Set(dealt());
  const fresh = Object.keys(found.deals).filter((each) => (seed ? each === seed : !had.has(`${game}.${each}`)));
  const one = fresh[Math.floor(Math.random() * fresh.length)];
  if (one === undefined) return null;
  note(`${game}.${one}`);
  return new Opening(game, one, found.players, found.deals[one]!, welcomes);
}

export class Opening {
  /** The record of this game, once the engine has it. */
  file = "";
  private engine: Engine | null = null;
  private link: Link<Say> | null = null;
  private hears: Hears<Said> | null = null;
  private language = "";
  /** What was said here and the engine has not heard, but for the greeting. */
  private unheard: Say[] = [];
  /** The engine has said what is shown, and goes on. */
  private through = false;

  constructor(
    readonly game: string,
    readonly seed: string,
    readonly players: number,
    private told: Record<string, Told>,
    private welcomes: Record<string, Said>,
  ) {}

  get name(): string {
    return `${this.game}.${this.seed}`;
  }

  /** The way to this table: to what is stored of it, then to the engine. */
  readonly reach: Connect<Say, Said> = (hears) => {
    if (this.through) return this.engine!.reach<Say, Said>("table", this.file)(hears);
    this.hears = hears;
    queueMicrotask(() => hears.open());
    return {
      say: (what) => this.say(what),
      close: () => {
        if (this.hears !== hears) return;
        this.hears = null;
        if (this.through) this.link?.close();
      },
    };
  };

  private say(what: Say): void {
    if (this.through) this.link?.say(what);
    else if (what.type === "hello") this.greet(what.language);
    else {
      const step = what.type === "step" && !this.unheard.length ? this.told[this.language]!.steps[JSON.stringify(what.path)] : undefined;
      if (what.type === "step" && step !== undefined) this.hears?.said({ type: "step", scene: what.scene, step });
      else this.unheard.push(what);
    }
  }

  private greet(language = "en"): void {
    this.language = language in this.told ? language : "en";
    for (const said of this.stored) this.hears?.said(said);
    if (this.engine !== null) this.ask(this.engine);
  }

  private get stored(): Said[] {
    return [this.welcomes[this.language]!, ...this.told[this.language]!.said];
  }

  /** The engine has this game, in this record. */
  handOver(engine: Engine, file: string): void {
    this.engine = engine;
    this.file = file;
    if (this.language && (this.hears !== null || this.unheard.length)) this.ask(engine);
  }

  /** Hear from the engine what is shown already; then tell it what was chosen. */
  private ask(engine: Engine): void {
    this.link?.close();
    const expected = this.stored;
    const heard: Said[] = [];
    const link = engine.reach<Say, Said>("table", this.file)({
      open: () => link.say({ type: "hello", version: VERSION, token: "here", language: this.language }),
      lost: () => this.hears?.lost(),
      said: (said) => {
        if (this.through) return this.hears?.said(said);
        heard.push(said);
        const same = JSON.stringify(said) === JSON.stringify(expected[heard.length - 1]);
        if (same && heard.length < expected.length) return;
        this.through = true;
        const unheard = this.unheard.splice(0);
        if (same) for (const what of unheard) link.say(what);
        else for (const each of heard) this.hears?.said(each); // the deal is another one after all: it is shown as it is
        if (this.hears === null) link.close();
      },
    });
    this.link = link;
  }
}
