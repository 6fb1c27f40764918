// The way to whoever serves the table: a socket here, a worker where there is no server. Both pass texts.

import type { Said, Say } from "./protocol";

export interface Link {
  say(what: Say): void;
  close(): void;
}

export interface Hears {
  said(what: Said): void;
  /** The way is open; the greeting is the next thing to be said. */
  open(): void;
  lost(): void;
}

const FINAL = new Set(["token", "elsewhere"]);
const LONGEST = 8000;

/** A socket that is opened again for as long as the table does not say that there is no sense in it. */
export function socket(address: string, hears: Hears): Link {
  let now: WebSocket | null = null;
  let wait = 250;
  let ended = false;
  let timer = 0;

  function open(): void {
    now = new WebSocket(address);
    now.onopen = () => hears.open();
    now.onmessage = (event: MessageEvent<string>) => {
      wait = 250;
      const said = JSON.parse(event.data) as Said;
      if (said.type === "refused" && FINAL.has(said.why)) ended = true;
      hears.said(said);
    };
    now.onclose = () => {
      now = null;
      if (ended) return;
      hears.lost();
      timer = window.setTimeout(open, wait);
      wait = Math.min(LONGEST, wait * 2);
    };
  }

  open();
  return {
    say(what) {
      if (now !== null && now.readyState === WebSocket.OPEN) now.send(JSON.stringify(what));
    },
    close() {
      ended = true;
      window.clearTimeout(timer);
      now?.close();
    },
  };
}
