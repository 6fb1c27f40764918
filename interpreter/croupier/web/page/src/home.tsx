// What there is to play, and what was left.

import { useState } from "preact/hooks";
import { Games, Options } from "./choosing";
import type { Lobby } from "./lobby";
import { kind } from "./words";

export function Home({ lobby }: { lobby: Lobby }) {
  const { labels } = lobby;
  const [wanted, find] = useState("");
  return (
    <main class="home" data-home="true">
      <header class="top">
        <h1>croupier</h1>
        <input class="find" type="search" aria-label={labels.find} placeholder={labels.find} onInput={(event) => find(event.currentTarget.value)} />
        <a href="#studio">{labels.studio}</a>
        <select
          aria-label={labels.language}
          value={lobby.language}
          onChange={(event) => {
            localStorage.setItem("language", event.currentTarget.value);
            document.documentElement.lang = event.currentTarget.value;
            lobby.speak(event.currentTarget.value);
          }}
        >
          {lobby.languages.map((language) => (
            <option value={language} key={language}>
              {new Intl.DisplayNames([language], { type: "language" }).of(language)}
            </option>
          ))}
        </select>
      </header>
      <Kept lobby={lobby} />
      <Games games={lobby.games} wanted={wanted} chosen={lobby.chosen} choose={(name) => lobby.choose(name)} labels={labels}>
        {(game) => <Begin lobby={lobby} players={game.players} key={game.name} />}
      </Games>
    </main>
  );
}

function Kept({ lobby }: { lobby: Lobby }) {
  const { labels } = lobby;
  if (!lobby.left.length && !lobby.rules.length) return null;
  return (
    <>
      {lobby.left.length > 0 && (
        <section aria-label={labels.left}>
          <h2>{labels.left}</h2>
          <ul class="left">
            {lobby.left.map((game) => (
              <li key={game.file} data-file={game.file}>
                <span class="named">
                  <a href={`#table=${encodeURIComponent(game.file)}`}>{game.title}</a>
                  <small>
                    {game.when} · {game.names.length} {labels.players} · {game.over ? labels.over : `${game.moves} ${labels.moves}`}
                  </small>
                </span>
                <button type="button" onClick={() => lobby.give(game.file)}>{labels.download}</button>
                <button type="button" onClick={() => lobby.drop(game.file)}>{labels.drop}</button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {lobby.rules.length > 0 && (
        <section aria-label={labels.own}>
          <h2>{labels.own}</h2>
          <ul class="left">
            {lobby.rules.map((file) => (
              <li key={file} data-file={file}>
                <span class="named">
                  <a href={`#studio=${encodeURIComponent(file)}`}>{file}</a>
                  {lobby.unsaved.includes(file) && <small>{labels.unsaved}</small>}
                </span>
                <button type="button" aria-pressed={lobby.chosen === file} onClick={() => lobby.choose(file)}>{labels.play}</button>
                <button type="button" onClick={() => lobby.give(file)}>{labels.download}</button>
                <button type="button" onClick={() => lobby.drop(file)}>{labels.drop}</button>
                {lobby.chosen === file && <Begin lobby={lobby} players={lobby.agreed?.may_play ?? []} />}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Begin({ lobby, players }: { lobby: Lobby; players: number[] }) {
  const { labels, agreed } = lobby;
  const [seats, sit] = useState("");
  const [who, play] = useState("greedy");
  const [preset, take] = useState("");
  const [options, set] = useState<Record<string, string>>({});
  const others = agreed?.players_to_choose ?? ["greedy"];
  return (
    <div class="begin">
      <div class="fields">
        <label>
          {labels.players}
          <select value={seats} onChange={(event) => sit(event.currentTarget.value)}>
            <option value="">–</option>
            {players.map((number) => (
              <option value={number} key={number}>{number}</option>
            ))}
          </select>
        </label>
        <label>
          {labels.others}
          <select value={who} onChange={(event) => play(event.currentTarget.value)}>
            {others.map((word) => (
              <option value={word} key={word}>{kind(labels, word)}</option>
            ))}
          </select>
        </label>
        <button
          type="button"
          class="go"
          disabled={lobby.laying}
          onClick={() => void lobby.begin(seats ? Number(seats) : null, who, preset, options)}
        >
          {lobby.laying ? labels.starting : labels.play}
        </button>
        <a href={`#studio=${encodeURIComponent(lobby.chosen)}`}>{labels.change}</a>
      </div>
      {agreed !== null && <Options agreed={agreed} labels={labels} preset={preset} take={take} options={options} set={set} />}
    </div>
  );
}
