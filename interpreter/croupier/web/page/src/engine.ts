// The engine as the page reaches it: one worker, and as many lines to it as there are things on the page.

import { alone } from "./alone";
import type { Connect } from "./link";

export type ToEngine =
  | { type: "open"; line: number; kind: Kind; of: string }
  | { type: "text"; line: number; text: string }
  | { type: "close"; line: number };

export type FromEngine =
  | { type: "said"; line: number; text: string; close: boolean }
  | { type: "closed"; line: number }
  | { type: "stage"; at: number }
  | { type: "ready" }
  | { type: "unkept" }
  | { type: "broken"; text: string };

export type Kind = "home" | "table" | "studio";

interface Line {
  said(text: string): void;
  lost(): void;
}

/** What one tab at a time goes on with: a game, or the studio, whatever is written there. */
export function called(kind: Kind, of: string): string {
  return kind === "table" ? `table ${of}` : kind;
}

export class Engine {
  stage = 0;
  isReady = false;
  keeps = true;
  broken = "";
  /** What goes on in another tab. */
  elsewhere = new Set<string>();
  private letGo = new Map<number, () => void>();
  private worker: Worker;
  private lines = new Map<number, Line>();
  private last = 0;
  private ready: Promise<void>;
  private begun!: () => void;

  constructor(private changed: () => void) {
    this.ready = new Promise((begun) => (this.begun = begun));
    this.worker = new Worker("worker.js", { type: "module" });
    this.worker.onmessage = (event: MessageEvent<FromEngine>) => this.heard(event.data);
    this.worker.onerror = (event) => this.break(event.message);
  }

  private heard(what: FromEngine): void {
    switch (what.type) {
      case "said":
        this.lines.get(what.line)?.said(what.text);
        if (what.close) this.lines.delete(what.line);
        return;
      case "closed":
        this.letGo.get(what.line)?.();
        this.letGo.delete(what.line);
        return;
      case "stage":
        this.stage = what.at;
        performance.mark(what.at === 1 ? "python" : "laid");
        break;
      case "ready":
        this.isReady = true;
        performance.mark("engine");
        this.begun();
        break;
      case "unkept":
        this.keeps = false;
        break;
      case "broken":
        this.break(what.text);
    }
    this.changed();
  }

  private break(text: string): void {
    this.broken = text || "?";
    for (const line of this.lines.values()) line.lost();
    this.changed();
  }

  private post(what: ToEngine): void {
    this.worker.postMessage(what);
  }

  /** The way to one thing; it opens once the engine is there. */
  reach<Say, Said>(kind: Kind, of = ""): Connect<Say, Said> {
    return (hears) => {
      const line = ++this.last;
      this.lines.set(line, { said: (text) => hears.said(JSON.parse(text) as Said), lost: () => hears.lost() });
      const close = (): void => {
        if (!this.lines.delete(line)) return;
        if (opened) this.post({ type: "close", line });
      };
      const name = called(kind, of);
      const leave = (): void => {
        if (!this.lines.has(line)) return;
        close();
        this.elsewhere.add(name);
        this.changed();
      };
      let opened = false;
      void this.ready
        .then(() => (kind === "home" ? () => undefined : alone(name, leave)))
        .then((letGo) => {
          if (!this.lines.has(line)) return letGo();
          opened = true;
          this.letGo.set(line, letGo);
          this.post({ type: "open", line, kind, of });
          hears.open();
        });
      return {
        say: (what) => this.post({ type: "text", line, text: JSON.stringify(what) }),
        close,
      };
    };
  }
}
