// The studio: texts on the left, the table of these very rules on the right.

import { render } from "preact";
import { begun } from "./begun";
import { Drafts } from "./drafts";
import type { Connect } from "./link";
import { Room } from "./room";
import type { Said, Say } from "./workprotocol";
import { Workstore } from "./workstore";

/** Open the studio on the page. `reach`: the way to whoever keeps it, a socket or a worker. */
export function start(reach: Connect<Say, Said>, token: string): void {
  const { language, still } = begun();
  const store = new Workstore(reach, token, language, still, new Drafts());
  window.addEventListener("beforeunload", (event) => {
    if (!store.keepDrafts()) event.preventDefault();
  });
  window.addEventListener("hashchange", () => location.reload());
  render(<Room store={store} />, document.getElementById("croupier")!);
}
