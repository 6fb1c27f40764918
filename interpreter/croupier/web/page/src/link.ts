// The way to whoever serves: a socket here, a worker where there is no server (`engine.ts`). Both pass texts, each a JSON object.

export interface Link<Say> {
  say(what: Say): void;
  close(): void;
}

export interface Hears<Said> {
  said(what: Said): void;
  /** The way is open; the greeting is the next thing to be said. */
  open(): void;
  lost(): void;
}

/** Makes a link; it may be called again after the link has been closed. */
export type Connect<Say, Said> = (hears: Hears<Said>) => Link<Say>;

const FINAL = new Set(["token", "elsewhere"]);
const LONGEST = 8000;

/** Is it said that there is no sense in coming again? */
function last(said: unknown): boolean {
  const { type, why } = said as { type?: string; why?: string };
  return type === "refused" && FINAL.has(why ?? "");
}

/** A socket that is opened again for as long as it is not said that there is no sense in it. */
export function socket<Say, Said>(address: string): Connect<Say, Said> {
  return (hears) => {
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
        if (last(said)) ended = true;
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
  };
}
