// What the page of the studio knows, and what follows from what is said to it. It draws nothing.

import type { Draft, Drafts } from "./drafts";
import type { Connect, Hears, Link } from "./link";
import { VERSION, type Labels, type Said as TableSaid, type Say as TableSay } from "./protocol";
import type { Document } from "./roomprotocol";
import { Store } from "./store";
import type {
  About, Answer, Change, Compared, Covered, Edits, File, Found, Game, Policy, Ran, Said, Say, Setting, Simulated, What,
} from "./workprotocol";

/** So long after the last key the rules are looked at again, in milliseconds. */
const RESTS = 350;

/** So long after the last key what is not saved is put into the browser, in milliseconds. */
const KEEPS = 300;

/** What is told of the text by a panel that is looked at, and is told anew after each change. */
const ASKED_FOR: Record<string, What> = { scenarios: "scenarios", differences: "differences", rules: "rulebook" };

export interface Parted {
  at: number | null;
  why: string;
}

/** What the editor shows the texts with; it is told what has changed elsewhere. */
export interface Editor {
  lay(files: File[], shown: string): void;
  replace(file: File): void;
  edit(edits: Edits): void;
  found(file: string, found: Found[]): void;
  marks(covered: Covered | null): void;
  text(file: string): string | null;
  show(file: string): void;
  go(file: string, at: number): void;
  goLine(file: string, line: number): void;
  format(file: string): void;
  nextProblem(): void;
}

export class Workstore {
  labels: Labels = {};
  languages: string[] = [];
  language = "";
  connected = false;
  over = "";
  /** Why the studio does not hear this page any more: it is open in another window, or was started with another URL. */
  lost: "" | "elsewhere" | "token" = "";
  /** Unsaved texts in the browser that are of another text than the folder has. */
  offered = new Map<string, Draft>();
  games: Game[] = [];
  kept: string[] = [];
  folder = "";
  main = "";
  files: string[] = [];
  shown = "";
  unsaved = new Set<string>();
  clash: string[] = [];
  found: Record<string, Found[]> = {};
  elsewhere: string[] = [];
  valid = true;
  plays = true;
  checking = false;
  /** Something was typed that is not saved. */
  typedOn = false;
  setting: Setting | null = null;
  parted: Parted = { at: null, why: "" };
  notice = "";
  renaming: { file: string; at: number } | null = null;
  panel = "table";
  running = new Set<What>();
  refused: Partial<Record<What, string>> = {};
  results: Ran[] | null = null;
  compared: Compared[] | null = null;
  document: Document | null = null;
  simulated: Simulated | null = null;
  covered: Covered | null = null;
  editor: Editor | null = null;
  readonly table: Store;

  private bases: Record<string, string> = {};
  /** The texts that are being saved. */
  private saving = new Map<string, string>();
  private keeping = 0;
  private versions: Record<string, number> = {};
  private waiting: File[] | null = null;
  private asked = 0;
  private answers = new Map<number, (answer: Answer) => void>();
  private resting = 0;
  private link: Link<Say>;
  private tableHears: Hears<TableSaid> | null = null;
  private listeners = new Set<() => void>();

  constructor(
    private reach: Connect<Say, Said>,
    private token: string,
    language: string,
    still: boolean,
    private drafts: Drafts | null = null,
  ) {
    this.language = language;
    if (drafts !== null) window.addEventListener("pagehide", () => this.keepDrafts());
    this.table = new Store((hears) => this.within(hears), "", language, still);
    this.link = this.connect();
  }

  private connect(): Link<Say> {
    return this.reach({
      open: () => this.say({ type: "hello", version: VERSION, token: this.token, language: this.language }),
      said: (said) => {
        this.hear(said);
        this.changed();
      },
      lost: () => {
        this.connected = false;
        this.changed();
      },
    });
  }

  /** The table's own link: its messages travel inside those of the studio. */
  private within(hears: Hears<TableSaid>): Link<TableSay> {
    this.tableHears = hears;
    return {
      say: (what) => {
        if (what.type !== "hello") this.say({ type: "table", say: what });
      },
      close: () => undefined,
    };
  }

  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  changed(): void {
    for (const listener of this.listeners) listener();
  }

  say(what: Say): void {
    this.link.say(what);
  }

  /** Nobody looks any more. */
  leave(): void {
    this.link.close();
  }

  /** Speak another language: greet again. */
  speak(language: string): void {
    this.language = language;
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
        this.connected = true;
        break;
      case "shelf":
        this.games = said.games;
        this.kept = said.files;
        this.folder = said.folder;
        break;
      case "files":
        this.opened(said.folder, said.main, said.files);
        break;
      case "file":
        this.took(said.file);
        break;
      case "checked":
        this.checked(said);
        break;
      case "table":
        this.tableHears?.said(said.said);
        break;
      case "setting":
        this.setting = said;
        break;
      case "parted":
        this.parted = { at: said.at, why: said.why };
        break;
      case "answer":
        this.answers.get(said.ask)?.(said);
        this.answers.delete(said.ask);
        break;
      case "saved":
        this.savedFiles(said.files, said.bases);
        this.clash = said.clash;
        if (said.files.length) this.notice = `${this.labels.saved ?? ""} ${said.files.join(", ")}`;
        break;
      case "refused":
        this.heardRefusal(said.why, said.text);
        break;
      default:
        this.ran(said);
    }
  }

  private heardRefusal(why: string, text: string): void {
    if (why === "elsewhere" || why === "token") this.lost = why;
    if (why === "token" || why === "elsewhere" || why === "hello") this.over = text;
    else if (why === "version") this.resend();
    else this.notice = text;
  }

  private ran(said: Extract<Said, { running: boolean }>): void {
    if (said.running) this.running.add(said.type);
    else this.running.delete(said.type);
    if (said.refused !== undefined) this.refused[said.type] = said.refused;
    else if (said.running) delete this.refused[said.type];
    if (said.type === "scenarios" && said.results) this.results = said.results;
    if (said.type === "differences" && said.compared) this.compared = said.compared;
    if (said.type === "rulebook" && said.document) this.document = said.document;
    if (said.type === "simulation" && said.simulated) this.simulated = said.simulated;
    if (said.type === "coverage" && said.covered) {
      this.covered = said.covered;
      this.editor?.marks(this.covered);
    }
  }

  private opened(folder: string, main: string, files: File[]): void {
    const again = this.main === main && this.files.length > 0;
    this.folder = folder;
    this.main = main;
    this.games = [];
    if (again) {
      // The way was lost, or another language is spoken: what was typed meanwhile stands.
      for (const file of files) {
        this.versions[file.name] = file.version;
        this.bases[file.name] = file.base;
      }
      this.resend();
      return;
    }
    this.files = files.map((file) => file.name);
    this.shown = main;
    this.results = this.compared = this.document = this.simulated = this.covered = null;
    for (const file of files) this.keep(file);
    if (this.editor !== null) this.editor.lay(files, main);
    else this.waiting = files;
    this.restore();
  }

  // ---------------------------------------------------------------- what is not saved

  /** The rulesets of this folder of which something is not saved. */
  get drafted(): string[] {
    return [...new Set([...(this.drafts?.of(this.folder).keys() ?? [])].map((file) => `${file.split(".")[0]}.yaml`))].sort();
  }

  /** Take up what was typed before and not saved. What is of another text than the folder has is only offered. */
  private restore(): void {
    if (this.drafts === null || this.editor === null) return;
    const stem = this.main.split(".")[0];
    for (const [file, draft] of this.drafts.of(this.folder)) {
      if (this.files.includes(file)) this.restoreOne(file, draft);
      else if (file.split(".")[0] === stem) this.say({ type: "add", file });
    }
  }

  private restoreOne(file: string, draft: Draft): void {
    const now = this.editor?.text(file);
    if (now === null || now === undefined) return;
    if (now === draft.text) {
      if (!this.unsaved.has(file)) this.drafts?.drop(this.folder, file);
      return;
    }
    const untouched = !this.unsaved.has(file) || (this.bases[file] === "" && this.versions[file] === 0);
    if (untouched && this.bases[file] === draft.base) this.useDraft(file, draft);
    else this.offered.set(file, draft);
  }

  useDraft(file: string, draft: Draft): void {
    this.offered.delete(file);
    this.editor?.edit({ [file]: [[0, this.editor.text(file)?.length ?? 0, draft.text]] });
    this.tell(this.labels.restored ?? "");
  }

  discardDraft(file: string): void {
    this.offered.delete(file);
    this.drafts?.drop(this.folder, file);
    this.changed();
  }

  /** True if leaving the page loses nothing. */
  keepDrafts(): boolean {
    window.clearTimeout(this.keeping);
    if (!this.typedOn) return true;
    if (this.drafts === null) return false;
    let kept = true;
    for (const file of this.unsaved) {
      const text = this.editor?.text(file);
      if (text === null || text === undefined) continue;
      kept = this.drafts.put(this.folder, file, { base: this.bases[file] ?? "", text }) && kept;
    }
    if (!kept) this.tell(this.labels.undrafted ?? "");
    return kept;
  }

  private savedFiles(files: string[], bases: Record<string, string>): void {
    for (const name of files) {
      this.bases[name] = bases[name] ?? "";
      if (this.editor?.text(name) !== this.saving.get(name)) continue; // more was typed meanwhile
      this.unsaved.delete(name);
      this.drafts?.drop(this.folder, name);
    }
    if (this.unsaved.size === 0) this.typedOn = false;
    this.keepDrafts();
  }

  /** The folder's text is taken, and what was typed is dropped. */
  reread(file: string): void {
    this.drafts?.drop(this.folder, file);
    this.say({ type: "reread", file });
  }

  private keep(file: File): void {
    this.versions[file.name] = file.version;
    this.bases[file.name] = file.base;
    if (file.saved) this.unsaved.delete(file.name);
    else this.unsaved.add(file.name);
  }

  private took(file: File): void {
    this.keep(file);
    if (!this.files.includes(file.name)) this.files.push(file.name);
    this.editor?.replace(file);
    const draft = this.drafts?.of(this.folder).get(file.name);
    if (draft !== undefined) this.restoreOne(file.name, draft);
  }

  private checked(said: Extract<Said, { type: "checked" }>): void {
    this.checking = false;
    this.results = this.compared = this.document = null;
    const shown = ASKED_FOR[this.panel];
    if (said.plays && shown !== undefined) this.run(shown);
    this.valid = said.valid;
    this.plays = said.plays;
    this.found = said.files;
    this.elsewhere = said.elsewhere;
    for (const [name, found] of Object.entries(said.files)) {
      if (said.versions[name] === this.versions[name]) this.editor?.found(name, found);
    }
  }

  /** Tell the whole of each text, since the studio knows another. */
  private resend(): void {
    for (const name of this.files) {
      const text = this.editor?.text(name);
      if (text === null || text === undefined) continue;
      const version = (this.versions[name] ?? 0) + 1;
      this.versions[name] = version;
      this.say({ type: "retype", file: name, version, text });
    }
    this.rest(0);
  }

  // ---------------------------------------------------------------- what is done

  /** The editor is there, and takes the texts. */
  attach(editor: Editor): void {
    this.editor = editor;
    if (this.waiting !== null) editor.lay(this.waiting, this.main);
    this.waiting = null;
    this.restore();
  }

  /** Something was typed. */
  typed(file: string, changes: Change[]): void {
    const version = this.versions[file] ?? 0;
    this.versions[file] = version + 1;
    this.unsaved.add(file);
    this.typedOn = true;
    this.say({ type: "edit", file, version, changes });
    this.rest(RESTS);
    window.clearTimeout(this.keeping);
    this.keeping = window.setTimeout(() => this.keepDrafts(), KEEPS);
    this.changed();
  }

  private rest(after: number): void {
    window.clearTimeout(this.resting);
    this.checking = true;
    this.resting = window.setTimeout(() => this.say({ type: "check" }), after);
  }

  /** Wait until a file has been opened. */
  arrived(file: string): Promise<void> {
    if (this.files.includes(file)) return Promise.resolve();
    return new Promise((tell) => {
      const stop = this.listen(() => {
        if (!this.files.includes(file)) return;
        stop();
        tell();
      });
    });
  }

  show(file: string): void {
    this.shown = file;
    this.editor?.show(file);
    this.changed();
  }

  ask(about: About, file: string, more: { at?: number; to?: number; name?: string } = {}): Promise<Answer> {
    const ask = ++this.asked;
    this.say({ type: "ask", ask, about, file, ...more });
    return new Promise((tell) => this.answers.set(ask, tell));
  }

  record(name: string, start: number, end: number): Promise<Answer> {
    const ask = ++this.asked;
    this.say({ type: "record", ask, name, start, end });
    return new Promise((tell) => this.answers.set(ask, tell));
  }

  save(anyway: string[] = []): void {
    if (this.main === "") return;
    this.clash = [];
    this.saving = new Map(this.files.map((file) => [file, this.editor?.text(file) ?? ""]));
    this.keepDrafts();
    if (!this.connected) this.tell(this.labels.unsent ?? "");
    this.say({ type: "save", anyway });
  }

  run(what: What, more: { games?: number; seconds?: number; policy?: Policy } = {}): void {
    this.say({ type: "run", what, ...more });
  }

  stop(what: What): void {
    this.say({ type: "stop", what });
  }

  open(panel: string): void {
    this.panel = panel;
    this.changed();
  }

  tell(text: string): void {
    this.notice = text;
    this.changed();
  }

  /** Ask for another name of what stands at a place. */
  rename(file: string, at: number): void {
    this.renaming = { file, at };
    this.changed();
  }

  async renamed(name: string): Promise<void> {
    const wanted = this.renaming;
    this.renaming = null;
    this.changed();
    if (wanted === null || !name) return;
    const answer = await this.ask("rename", wanted.file, { at: wanted.at, name });
    if (answer.refused) this.tell(answer.refused);
    else this.editor?.edit(answer.edits ?? {});
  }
}
