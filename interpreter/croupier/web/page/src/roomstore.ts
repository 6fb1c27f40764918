// What the page of a room knows: who is there and what they agree on; its table's messages are passed on. It draws nothing.

import type { Connect, Hears, Link } from "./link";
import { VERSION, type Labels, type Offered, type Said as TableSaid, type Say as TableSay, type Welcome } from "./protocol";
import { Store } from "./store";
import type { Document, RoomSaid, RoomSay, Set, State, Talk } from "./roomprotocol";

export class RoomStore {
  labels: Labels = {};
  languages: string[] = [];
  games: Offered[] = [];
  /** Null at a table without a room. */
  state: State | null = null;
  talk: Talk[] = [];
  /** The number of lines of talk that were seen. */
  read = 0;
  book: Document | null = null;
  wrong = "";
  connected = false;
  readonly table: Store;
  private link: Link<RoomSay>;
  private hears: Hears<TableSaid> | null = null;
  private listeners = new Set<() => void>();

  constructor(
    private reach: Connect<RoomSay, RoomSaid>,
    private token: string,
    public language: string,
    still: boolean,
  ) {
    this.table = new Store((hears) => this.within(hears), "", language, still);
    this.link = this.connect();
  }

  private connect(): Link<RoomSay> {
    return this.reach({
      open: () => this.say({ type: "hello", version: VERSION, token: this.token, language: this.language }),
      said: (said) => {
        this.hear(said);
        this.changed();
      },
      lost: () => {
        this.connected = false;
        this.hears?.lost();
        this.changed();
      },
    });
  }

  /** The table's own link: its messages travel on that of the room. Where it greets again, the room does. */
  private within(hears: Hears<TableSaid>): Link<TableSay> {
    const again = this.hears !== null;
    this.hears = hears;
    if (again) queueMicrotask(() => this.speak(this.table.language));
    return {
      say: (what) => {
        if (what.type !== "hello") this.say(what);
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

  say(what: RoomSay): void {
    this.wrong = "";
    this.link.say(what);
  }

  /** Speak another language, or come back: greet again. */
  speak(language: string): void {
    this.language = language;
    this.link.close();
    this.link = this.connect();
  }

  private hear(said: RoomSaid): void {
    switch (said.type) {
      case "welcome":
        this.welcomed(said);
        return;
      case "room":
        if (!said.playing && this.state?.playing) this.table.clear();
        this.state = said;
        return;
      case "chat":
        this.talk = said.lines;
        this.read = Math.min(this.read, said.lines.length);
        return;
      case "rules":
        this.book = said.document;
        return;
      case "refused":
        if (said.why === "room" || this.state !== null) this.wrong = said.text;
    }
    this.hears?.said(said as TableSaid);
  }

  private welcomed(said: Welcome): void {
    this.connected = true;
    if (!said.room) {
      this.hears?.said(said);
      return;
    }
    this.labels = said.labels;
    this.languages = said.languages;
    this.language = said.language;
    this.games = said.games ?? [];
    if (said.token && said.token !== this.token) {
      this.token = said.token;
      history.replaceState(null, "", `#${said.token}`); // a link of one's own, for coming again
    }
    const name = localStorage.getItem("name");
    if (name) this.link.say({ type: "name", name });
  }

  named(name: string): void {
    localStorage.setItem("name", name);
    this.say({ type: "name", name });
  }

  set(wanted: Set): void {
    this.say({ type: "set", ...wanted });
  }

  rules(): void {
    this.say({ type: "rules" });
  }

  closeBook(): void {
    this.book = null;
    this.changed();
  }

  reading(): void {
    if (this.read === this.talk.length) return;
    this.read = this.talk.length;
    this.changed();
  }
}
