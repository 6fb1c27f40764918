// What a studio begins with if nothing is open: files of the folder, the games that come along, a new one.

import { useState } from "preact/hooks";
import { whole } from "./words";
import type { Workstore } from "./workstore";

export function Shelf({ store }: { store: Workstore }) {
  const { labels } = store;
  const [typed, setTyped] = useState("");
  const [name, setName] = useState("");
  const [of, setOf] = useState("");
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const games = store.games.filter((game) => words.every((word) => `${game.title} ${game.name} ${game.line}`.toLowerCase().includes(word)));
  const kept = store.kept.filter((file) => file.split(".").length === 2);
  const bundled = new Set(store.games.map((game) => `${game.name}.yaml`));
  const resume = (file: string): void => {
    const there = store.kept.includes(file) || bundled.has(file);
    const stem = file.replace(/\.yaml$/u, "");
    store.say(there ? { type: "begin", how: "open", of: file, name: "" } : { type: "begin", how: "new", of: "", name: stem });
  };
  return (
    <main class="shelf">
      <h2 class="ask">{labels.begin_title}</h2>
      {store.drafted.length > 0 && (
        <section>
          <h3>{labels.drafted}</h3>
          <ul class="kept drafted">
            {store.drafted.map((file) => (
              <li key={file}>
                <button type="button" onClick={() => resume(file)}>{file}</button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {kept.length > 0 && (
        <section>
          <h3>{labels.kept}</h3>
          <ul class="kept">
            {kept.map((file) => (
              <li key={file}>
                <button type="button" onClick={() => store.say({ type: "begin", how: "open", of: file, name: "" })}>{file}</button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h3>{labels.fresh}</h3>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            store.say({ type: "begin", how: of ? "variant" : "new", of, name });
          }}
        >
          <label>
            {labels.name} <input value={name} required pattern="[a-z][a-z0-9]*(-[a-z0-9]+)*" placeholder="my-game" onInput={(event) => setName(event.currentTarget.value)} />
          </label>{" "}
          <label>
            {labels.variant_of}{" "}
            <select value={of} onChange={(event) => setOf(event.currentTarget.value)}>
              <option value="">{labels.own}</option>
              {store.games.map((game) => (
                <option value={game.name} key={game.name}>{game.title}</option>
              ))}
            </select>
          </label>{" "}
          <button type="submit">{labels.start}</button>
        </form>
      </section>
      <section>
        <h3>{labels.copies}</h3>
        <label>
          {labels.find} <input type="search" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
        </label>
        <ul class="games">
          {games.map((game) => (
            <li key={game.name}>
              <button type="button" onClick={() => store.say({ type: "begin", how: "open", of: game.name, name: "" })}>
                <b>{game.title}</b>
                {game.of.length > 0 && <small> ({game.of[0]})</small>}
                {game.line && <span> {whole(game.line)}</span>}
              </button>
            </li>
          ))}
        </ul>
      </section>
    </main>
  );
}
