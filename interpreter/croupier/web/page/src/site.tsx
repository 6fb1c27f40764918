// The pages without a server: what there is to play, a table, the studio, each by the part of the address behind #.

import { render } from "preact";
import { useEffect, useMemo, useReducer, useState } from "preact/hooks";
import { begun } from "./begun";
import { Board } from "./board";
import { Engine, called } from "./engine";
import { Home } from "./home";
import { Lobby, type Shelf } from "./lobby";
import { fetchedOnce } from "./once";
import { paced } from "./pace";
import type { Connect } from "./link";
import type { Said, Say } from "./protocol";
import { Store } from "./store";

const { language, still } = begun();

interface Stand {
  engine: Engine | null;
  /** How much of the site has been fetched, if it is being fetched. */
  part: number;
  offline: boolean | null;
}

function Table({ reach }: { reach: Connect<Say, Said> }) {
  const store = useMemo(() => new Store(paced(reach), "here", spoken(), still), []);
  useEffect(() => () => store.leave(), [store]);
  return useMemo(() => <Board store={store} />, [store]); // it is not drawn again for what the bar above it tells
}

/** The studio, whose code is fetched when it is wanted. */
function Studio({ engine, main }: { engine: Engine; main: string }) {
  const [Work, found] = useState<typeof import("./workroom")["Work"] | null>(null);
  useEffect(() => void import("./workroom").then((room) => found(() => room.Work)), []);
  const follow = (main: string): void => {
    if (location.hash !== `#studio=${main}`) history.replaceState(null, "", `#studio=${main}`);
  };
  return Work === null ? <Waiting /> : <Work reach={engine.reach("studio", main)} language={spoken()} still={still} follow={follow} />;
}

function spoken(): string {
  return localStorage.getItem("language") ?? language;
}

function Bar({ stand, lobby, home }: { stand: Stand; lobby: Lobby; home: boolean }) {
  const { labels } = lobby;
  const { engine } = stand;
  const part = engine === null ? stand.part * 0.6 : 0.6 + engine.stage * 0.15;
  return (
    <nav class="overall" aria-label="croupier">
      {!home && <a href="#">← {labels.games}</a>}
      {lobby.wrong && <span class="wrong" role="alert">{lobby.wrong}</span>}
      <span class="stand" role="status">
        {engine?.broken ? (
          <span class="wrong">
            {labels.broken} {engine.broken}
          </span>
        ) : engine?.isReady ? (
          `${stand.offline ? labels.offline : ""} ${engine.keeps ? "" : labels.unkept}`
        ) : (
          <label>
            {engine === null ? labels.fetching : labels.starting} <progress max={1} value={part} />
          </label>
        )}
      </span>
    </nav>
  );
}

function Site({ stand, lobby, listen }: { stand: Stand; lobby: Lobby; listen: (heard: () => void) => void }) {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    listen(() => redraw(0));
    const went = (): void => {
      lobby.wrong = "";
      lobby.speak(spoken());
      tryGame(lobby);
      redraw(0);
    };
    window.addEventListener("hashchange", went);
    return () => window.removeEventListener("hashchange", went);
  }, [listen]);
  const [kind, of] = location.hash.slice(1).split("=").map(decodeURIComponent) as [string, string | undefined];
  const { engine } = stand;
  let shown = <Home lobby={lobby} />;
  const opening = of ? lobby.opening(kind, of) : undefined;
  if (opening !== undefined) shown = <Table reach={opening.reach} key={opening.name} />;
  else if (kind === "table" && of) shown = engine === null ? <Waiting /> : <Table reach={engine.reach("table", of)} key={of} />;
  else if (kind === "deal") shown = <Waiting />;
  else if (kind === "studio") shown = engine === null ? <Waiting /> : <Studio engine={engine} main={of ?? ""} key="studio" />;
  const name = kind === "table" || kind === "studio" ? called(kind, of ?? "") : "";
  if (engine?.elsewhere.has(name)) {
    const back = (): void => {
      engine.elsewhere.delete(name);
      redraw(0);
    };
    shown = <Elsewhere lobby={lobby} back={back} />;
  }
  return (
    <div class="sited">
      <Bar stand={stand} lobby={lobby} home={kind !== "table" && kind !== "studio" && kind !== "deal"} />
      <div class="within">{shown}</div>
    </div>
  );
}

/** What this tab had goes on in another one. */
function Elsewhere({ lobby, back }: { lobby: Lobby; back: () => void }) {
  return (
    <main class="over elsewhere">
      <p role="alert">{lobby.labels.elsewhere}</p>
      <button onClick={back}>{lobby.labels.here}</button>
    </main>
  );
}

function Waiting() {
  return <main class="over" aria-busy="true"><h1>croupier</h1></main>;
}

/** Start the game that the address names, `#play=hearts`, or the deal `#deal=hearts.2`. */
function tryGame(lobby: Lobby): void {
  const [kind, of] = location.hash.slice(1).split("=").map(decodeURIComponent);
  const [name, seed] = kind === "deal" ? (of ?? "").split(".") : [of, ""];
  const game = lobby.games.find((each) => each.name === name);
  if ((kind !== "play" && kind !== "deal") || game === undefined || (kind === "deal" && lobby.opening(kind, of!))) return;
  history.replaceState(null, "", location.pathname + location.search); // going back must not start another one
  if (lobby.chosen !== game.name) lobby.choose(game.name);
  void lobby.begin(null, "greedy", "", {}, seed);
}

async function start(): Promise<void> {
  const stand: Stand = { engine: null, part: 0, offline: null };
  let heard: () => void = () => undefined;
  const changed = (): void => heard();
  const shelf = (await (await fetch("shelf.json")).json()) as Shelf;
  const lobby = new Lobby(shelf, language, changed);
  render(<Site stand={stand} lobby={lobby} listen={(listener) => (heard = listener)} />, document.getElementById("croupier")!);
  performance.mark("shelf");
  tryGame(lobby);
  stand.offline = await fetchedOnce((part) => {
    stand.part = part;
    changed();
  });
  performance.mark("fetched");
  stand.engine = new Engine(changed);
  lobby.join(stand.engine);
  changed();
}

void start();
