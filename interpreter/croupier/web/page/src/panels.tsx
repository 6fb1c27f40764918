// What is told of the rules beside the table: examples, options, differences, the printed rules, many games, coverage.

import { useEffect, useState } from "preact/hooks";
import { Book } from "./book";
import { Columns, Dots, Line } from "./figures";
import { kind } from "./words";
import { Field } from "./choosing";
import type { Compared, Policy, What } from "./workprotocol";
import type { Workstore } from "./workstore";

/** A run that can be begun, and ended while it goes on. */
function Runner({ store, what, more }: { store: Workstore; what: What; more?: { games?: number; seconds?: number; policy?: Policy } }) {
  const { labels } = store;
  const runs = store.running.has(what);
  const refused = store.refused[what];
  return (
    <div class="runner">
      {runs ? (
        <button type="button" class="stop" onClick={() => store.stop(what)}>{labels.stop}</button>
      ) : (
        <button type="button" class="run" onClick={() => store.run(what, more)}>{labels[`run_${what}`]}</button>
      )}
      {runs && <span class="busy" role="status">{labels.running}</span>}
      {refused !== undefined && <p role="alert">{refused}</p>}
    </div>
  );
}

/** Run what quickly tells something once, when it is first looked at. */
function useFirst(store: Workstore, what: What, known: unknown): void {
  useEffect(() => {
    if (known === null && !store.running.has(what)) store.run(what);
  }, [store]);
}

export function Scenarios({ store }: { store: Workstore }) {
  const { labels, results } = store;
  useFirst(store, "scenarios", results);
  const passed = results?.filter((each) => each.passed).length ?? 0;
  const sorted = [...(results ?? [])].sort((a, b) => Number(a.passed) - Number(b.passed));
  return (
    <div class="scenarios">
      <Runner store={store} what="scenarios" />
      {results !== null && (
        <p class={passed === results.length ? "good" : "bad"} role="status">
          {passed} / {results.length} {labels.passed}
        </p>
      )}
      <ul>
        {sorted.map((each) => (
          <li class={each.passed ? "good" : "bad"} key={each.name}>
            <button type="button" disabled={each.file === null} onClick={() => each.file !== null && store.editor?.goLine(each.file, each.line)}>
              <span aria-hidden="true">{each.passed ? "✓" : "✗"}</span> {each.name}
              <span class="hidden"> {each.passed ? labels.pass : labels.fail}</span>
            </button>
            {!each.passed && <p>{each.failure}</p>}
          </li>
        ))}
      </ul>
    </div>
  );
}

// ---------------------------------------------------------------- options

export function Options({ store }: { store: Workstore }) {
  const { labels, setting } = store;
  const [seed, setSeed] = useState("");
  if (setting === null) return <p class="none">{labels.notable}</p>;
  const chosen = Object.fromEntries(setting.options.map((option) => [option.name, option.value]));
  return (
    <div class="options">
      <p class="told">{labels.options_told}</p>
      <label class="option-field">
        <span>{labels.players}</span>
        <select value={String(setting.players)} onChange={(event) => store.say({ type: "deal", players: Number(event.currentTarget.value) })}>
          {setting.may_play.map((number) => (
            <option value={String(number)} key={number}>{number}</option>
          ))}
        </select>
      </label>
      {setting.presets.length > 0 && (
        <label class="option-field">
          <span>{labels.preset}</span>
          <select value={setting.preset} onChange={(event) => store.say({ type: "deal", preset: event.currentTarget.value, options: {} })}>
            <option value="">–</option>
            {setting.presets.map((each) => (
              <option value={each.name} key={each.name}>{each.title}</option>
            ))}
          </select>
        </label>
      )}
      {setting.options.map((option) => (
        <Field option={option} value={option.value} key={option.name} set={(value) => store.say({ type: "deal", options: { ...chosen, [option.name]: value } })} />
      ))}
      <h2>{labels.seats}</h2>
      {setting.names.map((name, seat) => (
        <label class="option-field" key={seat}>
          <span>{name}</span>
          <select
            value={setting.who[seat]}
            onChange={(event) => store.say({ type: "who", who: setting.who.map((who, at) => (at === seat ? event.currentTarget.value : who)) })}
          >
            <option value="you">{labels.you}</option>
            {setting.players_known.map((who) => (
              <option value={who} key={who}>{kind(labels, who)}</option>
            ))}
          </select>
        </label>
      ))}
      <form onSubmit={(event) => { event.preventDefault(); store.say(seed ? { type: "deal", seed: Number(seed) } : { type: "deal" }); }}>
        <label class="option-field">
          <span>{labels.seed}</span>
          <input type="number" min="0" placeholder={setting.seed} value={seed} onInput={(event) => setSeed(event.currentTarget.value)} />
        </label>
        <button type="submit">{labels.deal}</button>
      </form>
    </div>
  );
}

// ---------------------------------------------------------------- differences

function Differ({ one, labels }: { one: Compared; labels: Record<string, string> }) {
  const found = one.differences ?? [];
  return (
    <details class="compared" open={one.name === "" || found.length < 8}>
      <summary>
        {one.title} <span class="count">{one.refused === undefined ? found.length : ""}</span>
      </summary>
      {one.refused !== undefined && <p>{one.refused}</p>}
      {one.refused === undefined && found.length === 0 && <p>{labels.same}</p>}
      <ul>
        {found.map((each) => (
          <li key={each.path}>
            <p>{each.lead}</p>
            <code>{each.path}</code>
            {each.was.map((line, at) => (
              <pre class="was" key={at}>- {line}</pre>
            ))}
            {each.now.map((line, at) => (
              <pre class="now" key={at}>+ {line}</pre>
            ))}
          </li>
        ))}
      </ul>
    </details>
  );
}

export function Differences({ store }: { store: Workstore }) {
  const { compared, labels } = store;
  useFirst(store, "differences", compared);
  return (
    <div class="differences">
      <Runner store={store} what="differences" />
      {compared?.length === 0 && <p>{labels.nothing_differs}</p>}
      {(compared ?? []).map((one) => (
        <Differ one={one} labels={labels} key={`${one.name} ${one.title}`} />
      ))}
    </div>
  );
}

// ---------------------------------------------------------------- the printed rules

export function Rules({ store }: { store: Workstore }) {
  const { document: book } = store;
  useFirst(store, "rulebook", book);
  return (
    <div class="rulebook">
      <Runner store={store} what="rulebook" />
      {book !== null && (
        <Book book={book} />
      )}
    </div>
  );
}

// ---------------------------------------------------------------- many games

function Amount({ labels, games, setGames, policy, setPolicy, policies }: {
  labels: Record<string, string>; games: number; setGames: (n: number) => void; policy: Policy; setPolicy: (word: Policy) => void; policies: Policy[];
}) {
  return (
    <div class="amount">
      <label>{labels.games} <input type="number" min="1" max="5000" value={games} onInput={(event) => setGames(Number(event.currentTarget.value) || 1)} /></label>
      <label>
        {labels.policy}{" "}
        <select value={policy} onChange={(event) => setPolicy(event.currentTarget.value as Policy)}>
          {policies.map((each) => <option value={each} key={each}>{kind(labels, each)}</option>)}
        </select>
      </label>
    </div>
  );
}

export function Simulation({ store }: { store: Workstore }) {
  const { simulated, labels } = store;
  const [games, setGames] = useState(200);
  const [policy, setPolicy] = useState<Policy>("greedy");
  return (
    <div class="simulation">
      <Amount labels={labels} games={games} setGames={setGames} policy={policy} setPolicy={setPolicy} policies={["greedy", "random"]} />
      <Runner store={store} what="simulation" more={{ games, policy, seconds: 20 }} />
      {simulated !== null && (
        <>
          <p role="status">{simulated.games} / {simulated.of} {labels.games_played}</p>
          <ul class="sentences">{simulated.sentences.map((line) => <li key={line}>{line}</li>)}</ul>
          {simulated.places.length > 0 && <Dots title={labels.wins ?? ""} about={labels.wins_told ?? ""} rows={simulated.places} names={simulated.places.map((_, at) => `${at + 1}.`)} fair={simulated.fair} />}
          {simulated.lengths.length > 0 && <Columns title={labels.lengths ?? ""} about={labels.decisions ?? ""} bars={simulated.lengths} />}
          {simulated.scores.length > 0 && <Columns title={labels.scores ?? ""} about={labels.scores_told ?? ""} bars={simulated.scores} />}
          {simulated.places.length > 0 && simulated.leading.some((share) => share > 0) && <Line title={labels.leading ?? ""} about={labels.leading_told ?? ""} values={simulated.leading} />}
          <table>
            <thead>
              <tr><th scope="col">{labels.measure}</th><th scope="col">{labels.mean}</th><th scope="col">{labels.interval}</th></tr>
            </thead>
            <tbody>
              {simulated.measures.map((row) => (
                <tr key={row[0]}><th scope="row">{row[0]}</th><td>{row[1]}</td><td>{row[2]}</td></tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </div>
  );
}

// ---------------------------------------------------------------- coverage

export function Coverage({ store }: { store: Workstore }) {
  const { covered, labels } = store;
  const [games, setGames] = useState(100);
  const [policy, setPolicy] = useState<Policy>("random");
  return (
    <div class="coverage">
      <p class="told">{labels.coverage_told}</p>
      <Amount labels={labels} games={games} setGames={setGames} policy={policy} setPolicy={setPolicy} policies={["random", "greedy", "mixed"]} />
      <Runner store={store} what="coverage" more={{ games, policy, seconds: 20 }} />
      {covered !== null && (
        <>
          <p role="status">{covered.told} ({covered.games} {labels.games_played})</p>
          <button
            type="button"
            onClick={() => {
              store.covered = null;
              store.editor?.marks(null);
              store.changed();
            }}
          >
            {labels.clear}
          </button>
          <p class="legend"><span>● {labels.often}</span> <span>◐ {labels.rare}</span> <span>◑ {labels.partly}</span> <span>○ {labels.never}</span></p>
          <h2>{labels.never_title} ({covered.never.length})</h2>
          <ul>
            {covered.never.slice(0, 200).map((each) => (
              <li key={each.path}>
                <button type="button" disabled={each.file === null} onClick={() => each.file !== null && store.editor?.goLine(each.file, each.line)}>
                  <code>{each.path}</code>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
