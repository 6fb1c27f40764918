// The studio: texts on the left, the table of these very rules on the right.

import { render } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { begun, theSocket } from "./begun";
import { Drafts } from "./drafts";
import { socket, type Connect } from "./link";
import { Room } from "./room";
import type { Said, Say } from "./workprotocol";
import { Workstore } from "./workstore";

/** Open the studio that the server of this page keeps. */
export function served(): void {
  const { language, still } = begun();
  const store = new Workstore(socket<Say, Said>(theSocket()), location.hash.slice(1), language, still, new Drafts());
  window.addEventListener("beforeunload", (event) => {
    if (!store.keepDrafts()) event.preventDefault();
  });
  window.addEventListener("hashchange", () => location.reload());
  render(<Room store={store} />, document.getElementById("croupier")!);
}

/** The studio as one of the things on a page. `follow`: is told which file is open. */
export function Work({ reach, language, still, follow }: {
  reach: Connect<Say, Said>; language: string; still: boolean; follow: (main: string) => void;
}) {
  const store = useMemo(() => new Workstore(reach, "", language, still), []);
  useEffect(() => store.listen(() => void (store.main && follow(store.main))), [store]);
  useEffect(() => () => store.leave(), [store]);
  return <Room store={store} />;
}
