// What there is to play, and what was left.

import { useState } from "preact/hooks";
import type { Agreed, Lobby, Option } from "./lobby";

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase();
}

function several(players: number[]): string {
  const [first, last] = [players[0], players[players.length - 1]];
  return first === last ? String(first) : `${first}–${last}`;
}

export function Home({ lobby }: { lobby: Lobby }) {
  const { labels } = lobby;
  const [wanted, find] = useState("");
  const words = plain(wanted).split(/\s+/u).filter(Boolean);
  const found = lobby.games.filter((game) => words.every((word) => plain(`${game.title} ${game.name} ${game.line}`).includes(word)));
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
      <section aria-label={labels.games}>
        <h2>{labels.games}</h2>
        <ul class="offered">
          {found.map((game) => (
            <li key={game.name} data-game={game.name}>
              <button type="button" aria-pressed={lobby.chosen === game.name} onClick={() => lobby.choose(game.name)}>
                <b>
                  {game.title} ({several(game.players)})
                </b>
                <span>{game.line}</span>
              </button>
              {lobby.chosen === game.name && <Begin lobby={lobby} players={game.players} key={game.name} />}
            </li>
          ))}
        </ul>
      </section>
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
              <option value={word} key={word}>{word}</option>
            ))}
          </select>
        </label>
        <button
          type="button"
          class="go"
          disabled={lobby.laying}
          onClick={() => lobby.begin(seats ? Number(seats) : null, who, preset, options)}
        >
          {lobby.laying ? labels.starting : labels.play}
        </button>
        <a href={`#studio=${encodeURIComponent(lobby.chosen)}`}>{labels.change}</a>
      </div>
      {agreed !== null && (agreed.options.length > 0 || agreed.presets.length > 0) && (
        <Options agreed={agreed} labels={labels} preset={preset} take={take} options={options} set={set} />
      )}
    </div>
  );
}

interface Chosen {
  agreed: Agreed;
  labels: Record<string, string>;
  preset: string;
  take: (preset: string) => void;
  options: Record<string, string>;
  set: (options: Record<string, string>) => void;
}

function Options({ agreed, labels, preset, take, options, set }: Chosen) {
  return (
    <details>
      <summary>{labels.options}</summary>
      <div class="fields">
        {agreed.presets.length > 0 && (
          <label>
            {labels.preset}
            <select value={preset} onChange={(event) => take(event.currentTarget.value)}>
              <option value="">–</option>
              {agreed.presets.map((each) => (
                <option value={each.name} key={each.name}>{each.title}</option>
              ))}
            </select>
          </label>
        )}
        {agreed.options.map((option) => (
          <One key={option.name} option={option} value={options[option.name]} set={(value) => set(without(options, option.name, value))} />
        ))}
      </div>
    </details>
  );
}

/** Only what was chosen is said, so that a preset decides the rest. */
function without(options: Record<string, string>, name: string, value: string): Record<string, string> {
  const { [name]: _, ...rest } = options;
  return value === "" ? rest : { ...rest, [name]: value };
}

function One({ option, value, set }: { option: Option; value: string | undefined; set: (value: string) => void }) {
  return (
    <label>
      {option.title}
      {option.values !== undefined ? (
        <select value={value ?? ""} onChange={(event) => set(event.currentTarget.value)}>
          <option value="">{option.values.find((each) => each.value === option.value)?.title ?? option.value}</option>
          {option.values.filter((each) => each.value !== option.value).map((each) => (
            <option value={each.value} key={each.value}>{each.title}</option>
          ))}
        </select>
      ) : (
        <input
          type="number"
          min={option.low}
          max={option.high ?? undefined}
          placeholder={option.value}
          value={value ?? ""}
          onInput={(event) => set(event.currentTarget.value)}
        />
      )}
    </label>
  );
}
