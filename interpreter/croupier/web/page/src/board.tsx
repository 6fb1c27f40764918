// A table: where play stands, the others, the table, the seat's own cards and moves, and beside them what has happened.

import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";
import { Shared } from "./face";
import { fitting } from "./fitting";
import { Held, Speed, moving, skipping } from "./playing";
import type { Fact, Group, Labels, Option, Person, Scene, Zone } from "./protocol";
import { Store } from "./store";
import { Target, ZoneView, seated, zones } from "./table";
import { setSounds, sounds, useTurn } from "./turn";
import { kind, told, whole } from "./words";

const MOST = 24;
/** So many options of a group are shown at once. */

/** Whether the options are many numbers in a row: one of them is typed, such as the amount of a bet. */
function range(options: Option[]): boolean {
  const low = Number(options[0]?.text);
  return options.length > MOST && options.every((option, at) => /^-?\d+$/u.test(option.text) && Number(option.text) === low + at);
}

/** The options that have a button each. */
function buttons(group: Group): Option[] {
  return range(group.options) ? [] : group.options.slice(0, MOST);
}

function Facts({ facts }: { facts: Fact[] }) {
  if (!facts.length) return null;
  return (
    <dl class="facts">
      {facts.map((fact) => (
        <div key={fact.name}>
          <dt>{fact.title}</dt>
          <dd>{fact.text}</dd>
        </div>
      ))}
    </dl>
  );
}

function Status({ scene, store, alone }: { scene: Scene; store: Store; alone: boolean }) {
  const { status } = scene;
  return (
    <header class="status">
      {alone ? <h1>{status.title}</h1> : <h2>{status.title}</h2>}
      {status.rounds.map((round) => (
        <span class="round" key={round.title}>
          {round.title} {round.count}
        </span>
      ))}
      {alone && <Settings store={store} />}
    </header>
  );
}

/** What a page is set to: its language and its colours. */
export function Settings({ store }: { store: { labels: Labels; language: string; languages: string[]; speak(language: string): void } }) {
  const { labels } = store;
  const theme = document.documentElement.dataset.theme ?? "";
  return (
    <div class="settings">
      <select
        aria-label={labels.language}
        value={store.language}
        onChange={(event) => {
          localStorage.setItem("language", event.currentTarget.value);
          document.documentElement.lang = event.currentTarget.value;
          store.speak(event.currentTarget.value);
        }}
      >
        {store.languages.map((language) => (
          <option value={language} key={language}>
            {new Intl.DisplayNames([language], { type: "language" }).of(language)}
          </option>
        ))}
      </select>
      <select
        aria-label={labels.look}
        value={theme}
        onChange={(event) => {
          const wanted = event.currentTarget.value;
          localStorage.setItem("theme", wanted);
          dress(wanted);
        }}
      >
        <option value="">{labels.system}</option>
        <option value="light">{labels.light}</option>
        <option value="dark">{labels.dark}</option>
      </select>
      <label class="sound">
        <input type="checkbox" defaultChecked={sounds()} onChange={(event) => setSounds(event.currentTarget.checked)} /> {labels.sound}
      </label>
    </div>
  );
}

export function dress(theme: string): void {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

function who(person: Person, store: Store): string {
  const seat = store.seats.find((each) => each.seat === person.seat);
  if (seat === undefined || seat.who === "you") return seat !== undefined && !seat.here ? (store.labels.away ?? "") : "";
  return kind(store.labels, person.who && person.who !== person.name ? person.who : seat.who);
}

/** Whether cards need the width of the table: many before others, or very many in the middle with many around. */
function spacious(scene: Scene): boolean {
  const most = scene.people.length > 5 ? 12 : Infinity;
  const wide = (zone: Zone): boolean => zone.lay !== "pile" && zone.cards.length > (zone.owner === null ? most : 4);
  return scene.zones.some((zone) => (zone.owner === null || zone.owner !== scene.seat) && wide(zone));
}

/** What is marked at a person: the facts of the table that are this person, such as the dealer. */
function Marks({ person, scene }: { person: Person; scene: Scene }) {
  const marks = scene.status.facts.filter((fact) => fact.text === person.name);
  return (
    <>
      {marks.map((fact) => (
        <span class="mark" key={fact.name}>
          {fact.title}
        </span>
      ))}
    </>
  );
}

function Other({ person, scene, store }: { person: Person; scene: Scene; store: Store }) {
  const lying = zones(scene, person.zones).filter((zone) => shown(zone, store));
  const options = store.options(person.id);
  const decides = who(person, store);
  const partner = person.team && person.team === scene.people.find((each) => each.you)?.team;
  return (
    <section class={`person${person.acts ? " acts" : ""}`} aria-label={person.name} data-id={person.id}>
      <h2>
        <span class="name">{person.name}</span>
        {decides && <span class="who"> {decides}</span>}
        {partner && <span class="partner">{store.labels.partner}</span>}
        {person.acts && <span class="thinks"> {store.labels.thinks}</span>}
        <Marks person={person} scene={scene} />
        {options.length > 0 && <Target id={person.id} store={store} text={person.name} />}
      </h2>
      <Facts facts={person.facts} />
      <div class="zones">
        {lying.map((zone) => (
          <ZoneView zone={zone} store={store} own={false} key={zone.id} />
        ))}
      </div>
    </section>
  );
}

function Middle({ scene, store }: { scene: Scene; store: Store }) {
  const taken = new Set(scene.teams.flatMap((team) => team.zones));
  const shared = scene.zones.filter((zone) => zone.owner === null && !taken.has(zone.id) && shown(zone, store));
  const columns = shared.filter((zone) => zone.lay === "column");
  return (
    <section class="middle">
      <Facts facts={scene.status.facts.filter((fact) => !scene.people.some((person) => person.name === fact.text))} />
      {columns.length > 0 && (
        <div class="columns" style={{ "--many": String(columns.length) }}>
          {columns.map((zone) => (
            <ZoneView zone={zone} store={store} own={false} key={zone.id} />
          ))}
        </div>
      )}
      {shared
        .filter((zone) => zone.lay !== "column")
        .map((zone) => (
          <ZoneView zone={zone} store={store} own={false} key={zone.id} />
        ))}
      <Teams scene={scene} store={store} />
    </section>
  );
}

/** What is so of teams, and what lies before them: one below the other where there are but facts. */
function Teams({ scene, store }: { scene: Scene; store: Store }) {
  const teams = scene.teams
    .map((team) => ({ team, lying: zones(scene, team.zones).filter((zone) => shown(zone, store)) }))
    .filter(({ team, lying }) => lying.length > 0 || team.facts.length > 0);
  if (!teams.length) return null;
  return (
    <div class={`teams${teams.some(({ lying }) => lying.length > 0) ? "" : " told"}`}>
      {teams.map(({ team, lying }) => (
        <section class="team" aria-label={team.title} key={team.name}>
          <h2>{team.title}</h2>
          <Facts facts={team.facts} />
          <div class="zones">
            {lying.map((zone) => (
              <ZoneView zone={zone} store={store} own={false} key={zone.id} />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

/** Zones that are empty and cannot be used are not worth their room, but for those that keep a place on the table; what
 * lies under a column is drawn with it. */
function shown(zone: Zone, store: Store): boolean {
  if (store.options(zone.id).length > 0 || (store.open.has(zone.id) && !zone.over)) return true;
  if (zone.owner !== null) return zone.count > 0;
  return !zone.over && (zone.count > 0 || zone.trick === true || zone.lay === "pile" || zone.lay === "column");
}

function Mine({ you, scene, store }: { you: Person; scene: Scene; store: Store }) {
  const lying = zones(scene, you.zones).filter((zone) => shown(zone, store));
  const hands = lying.filter((zone) => zone.lay === "hand");
  const others = lying.filter((zone) => zone.lay !== "hand");
  if (scene.people.length === 1 && !lying.length && !you.facts.length) return null; // alone, with all cards on the table
  return (
    <section class={`mine${you.acts ? " acts" : ""}`} aria-label={store.labels.yours} data-id={you.id}>
      <h2>
        <span class="name">{you.name}</span> <span class="who">({store.labels.you})</span>
        <Marks person={you} scene={scene} />
        {store.options(you.id).length > 0 && <Target id={you.id} store={store} text={you.name} />}
        <Facts facts={you.facts} />
      </h2>
      {others.length > 0 && (
        <div class="zones">
          {others.map((zone) => (
            <ZoneView zone={zone} store={store} own key={zone.id} />
          ))}
        </div>
      )}
      {hands.map((zone) => (
        <ZoneView zone={zone} store={store} own key={zone.id} />
      ))}
    </section>
  );
}

/** A group of one is told by its sentence, of several by what is chosen below the heading. */
function Choices({ group, first, store }: { group: Group; first: number; store: Store }) {
  const lone = group.options.length === 1;
  const heading = group.title ? told(store.labels, group.heading, group.title) : group.heading;
  if (range(group.options)) return <Amount options={group.options} heading={heading} store={store} />;
  const some = buttons(group);
  return (
    <div class="group" role="group" aria-label={heading}>
      {!lone && <span class="heading">{heading}</span>}
      {some.map((option, at) => (
        <button
          type="button"
          class={`option${option.move === null ? " leads" : ""}`}
          data-key={first + at < 9 ? first + at + 1 : undefined}
          aria-label={option.sentence}
          key={option.path.join(" ")}
          onClick={() => store.choose(option)}
        >
          {lone ? option.sentence : option.text}
        </button>
      ))}
      {group.options.length > MOST && <span class="more">+{group.options.length - MOST}</span>}
    </div>
  );
}

/** A number of a range, typed or counted up and down, and a button that says what comes of it. */
function Amount({ options, heading, store }: { options: Option[]; heading: string; store: Store }) {
  const [low, high] = [options[0]!.text, options[options.length - 1]!.text];
  const [wanted, set] = useState(low);
  const chosen = options.find((option) => option.text === String(Number(wanted)));
  const make = (event: Event): void => {
    event.preventDefault();
    if (chosen !== undefined) store.choose(chosen);
  };
  return (
    <form class="group amount" aria-label={heading} onSubmit={make}>
      <span class="heading">{heading}</span>
      <input type="number" aria-label={`${heading} (${low}–${high})`} min={low} max={high} value={wanted} onInput={(event) => set(event.currentTarget.value)} />
      <button type="submit" class="option" disabled={chosen === undefined}>
        {chosen?.sentence ?? heading}
      </button>
      <span class="more">
        {low}–{high}
      </span>
    </form>
  );
}

function Actions({ scene, store }: { scene: Scene; store: Store }) {
  const { labels } = store;
  const step = store.choices;
  const waits = scene.people.filter((person) => person.acts && !person.you).map((person) => person.name);
  let first = 0;
  return (
    <section class="actions" aria-label={labels.moves}>
      <p class="turn" aria-live="polite">
        {step !== null ? (
          <>
            {scene.status.step && <span>{told(labels, scene.status.step, "")}</span>}
            <b>{step.path.length ? step.sentence : labels.turn}</b>
          </>
        ) : scene.ending !== null || store.past !== null ? null : waits.length ? (
          <>
            {labels.waiting} {waits.join(", ")} …
          </>
        ) : null}
      </p>
      {store.past === null && <Held playing={store.playing} labels={labels} />}
      {step !== null && (
        <div class="groups">
          {step.groups.map((group) => {
            const at = first;
            first += buttons(group).length;
            const ends = `${group.options[0]?.text} ${group.options.length}`;
            return <Choices group={group} first={at} store={store} key={`${group.move} ${group.name} ${range(group.options) ? ends : ""}`} />;
          })}
        </div>
      )}
      {scene.seat !== null && <div class="tools">
        {store.step !== null && step !== null && (
          <button type="button" onClick={() => store.restart()}>
            {labels.cancel}
          </button>
        )}
        {(step !== null || scene.ending !== null) && (
          <button type="button" class="hint" onClick={() => store.hint()}>
            {scene.ending === null ? labels.hint : labels.review}
          </button>
        )}
        {scene.ending === null && (
          <button type="button" class="undo" onClick={() => store.undo()}>
            {labels.undo}
          </button>
        )}
        {store.able.map((what) => (
          <button type="button" class={what} key={what} onClick={() => store.whole(what)}>
            {labels[what]}
          </button>
        ))}
        {scene.ending !== null && store.again && (
          <button type="button" class="again" onClick={() => store.playAgain()}>
            {labels.again}
          </button>
        )}
      </div>}
    </section>
  );
}

function Log({ store }: { store: Store }) {
  const end = useRef<HTMLDivElement>(null);
  const lines = store.heard.flatMap((some, position) => some.map((line, at) => ({ line, key: `${position}.${at}` })));
  const last = lines.at(-1)?.key;
  useEffect(() => {
    end.current?.scrollTo({ top: end.current.scrollHeight });
  }, [last]);
  return (
    <div class="log" ref={end} role="log" aria-label={store.labels.log} tabIndex={0}>
      <ol>
        {lines.slice(-400).map(({ line, key }) => (
          <li class={line.kind} key={key}>
            {whole(line.text)}
          </li>
        ))}
      </ol>
    </div>
  );
}

function Travel({ store }: { store: Store }) {
  const { labels } = store;
  const last = (store.now?.positions ?? 1) - 1;
  const at = store.asked ?? store.past?.position ?? last;
  return (
    <div class="travel" role="group" aria-label={labels.then}>
      <button type="button" aria-label={labels.begin} disabled={at === 0} onClick={() => store.at(0)}>
        «
      </button>
      <button type="button" aria-label={labels.earlier} disabled={at === 0} onClick={() => store.at(at - 1)}>
        ‹
      </button>
      <input type="range" min="0" max={last} value={at} aria-label={labels.then} onInput={(event) => store.at(Number(event.currentTarget.value))} />
      <button type="button" aria-label={labels.later} disabled={at === last} onClick={() => store.at(at + 1)}>
        ›
      </button>
      <button type="button" aria-label={labels.now} disabled={store.past === null} onClick={() => store.at(last)}>
        »
      </button>
    </div>
  );
}

function ScoreSheet({ scene, store }: { scene: Scene; store: Store }) {
  const sheet = scene.sheet;
  if (sheet === null || sheet.rows.length === 0) return null;
  return (
    <details class="sheet" open={scene.ending !== null}>
      <summary>{store.labels.sheet}</summary>
      <div class="scroll" tabIndex={0} role="group" aria-label={store.labels.sheet}>
        <table>
          <caption>{sheet.title}</caption>
          <thead>
            <tr>
              <td />
              {sheet.columns.map((column) => (
                <th scope="col" key={column}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sheet.rows.map((row, at) => (
              <tr key={at}>
                <th scope="row">
                  {row.title}
                  {row.notes.map((note) => (
                    <small key={note}> {note}</small>
                  ))}
                </th>
                {row.values.map((value, column) => (
                  <td key={column}>{value ?? "–"}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function Ended({ scene, store }: { scene: Scene; store: Store }) {
  const { ending } = scene;
  if (ending === null) return null;
  const name = (seat: number) => scene.people.find((person) => person.seat === seat)?.name ?? "";
  return (
    <section class="ending" aria-live="polite">
      <p>{ending.text}</p>
      <ol>
        {ending.places.map((place) => (
          <li value={place.place} key={place.seat} class={place.seat === scene.seat ? "you" : ""}>
            {name(place.seat)} {place.seat === scene.seat && `(${store.labels.you})`} {place.score !== null && <b>{place.score}</b>}
          </li>
        ))}
      </ol>
      {ending.moments.map((moment) => (
        <p class="moment" key={moment}>
          {moment}
        </p>
      ))}
    </section>
  );
}

function Notice({ store }: { store: Store }) {
  const { notice, labels } = store;
  return (
    <div class="notices" role="status" aria-live="polite">
      {store.hinting && (
        <div class="notice thinking">
          <p>
            {labels.hint}: {labels.thinks}
          </p>
        </div>
      )}
      {notice !== null && (
        <div class={`notice ${notice.about}`}>
          {notice.about === "why" && <h2>{labels.why}</h2>}
          {notice.about === "hint" && <h2>{labels.hint}</h2>}
          {notice.about === "review" && <h2>{labels.review}</h2>}
          {notice.lines.map((line, at) => (
            <p key={at}>{whole(line)}</p>
          ))}
          <button type="button" onClick={() => store.dismiss()}>
            {labels.close ?? "×"}
          </button>
        </div>
      )}
    </div>
  );
}

function Pick({ store }: { store: Store }) {
  const { menu, labels } = store;
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), [menu]);
  if (menu === null) return null;
  return (
    <div class="pick" role="dialog" aria-modal="true" aria-label={labels.moves}>
      {menu.sure && <p>{labels.sure}</p>}
      {menu.options.map((option: Option, at) => (
        <button type="button" ref={at === 0 ? first : undefined} key={option.path.join(" ")} onClick={() => store.choose(option)}>
          {option.sentence}
          {option.move === null && " …"}
        </button>
      ))}
      <button type="button" class="cancel" onClick={() => store.back()}>
        {labels.back}
      </button>
    </div>
  );
}

/** `alone`: there is nothing else on the page, so that keys are meant for the table wherever they are typed. */
export function Board({ store, alone = true }: { store: Store; alone?: boolean }) {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => store.listen(() => redraw(0)), [store]); // before a stored table says anything
  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (!alone && !(event.target instanceof Node && root.current?.contains(event.target))) return;
      if (event.key === "Escape") store.back();
      const inside = event.target instanceof Element && event.target.closest("input, select, dialog");
      const step = store.choices;
      if (!inside && step !== null && /^[1-9]$/u.test(event.key)) {
        const shown = step.groups.flatMap(buttons);
        const option = shown[Number(event.key) - 1];
        if (option !== undefined) store.choose(option);
      }
    };
    window.addEventListener("keydown", key);
    return () => window.removeEventListener("keydown", key);
  }, [store]);
  useEffect(() => skipping(store.playing), [store]);
  useLayoutEffect(() => {
    fitting(root.current);
    moving(root.current, store.past === null ? store.playing.frame : null);
  });
  useEffect(() => {
    const fit = (): void => fitting(root.current);
    window.addEventListener("resize", fit);
    return () => window.removeEventListener("resize", fit);
  }, []);
  useTurn(store);
  const ready = store.scene !== null;
  useEffect(() => {
    if (ready) performance.mark("ready");
  }, [ready]);
  const { scene } = store;
  if (store.over) {
    return (
      <main class="over">
        <h1>croupier</h1>
        <p role="alert">{store.over}</p>
        {store.elsewhere && <button type="button" onClick={() => store.speak(store.language)}>{store.labels.retake}</button>}
      </main>
    );
  }
  if (scene === null) return alone ? <main class="over" aria-busy="true"><h1>croupier</h1></main> : null;
  const you = scene.people.find((person) => person.you);
  const others = scene.people.filter((person) => !person.you);
  const lone = others.length === 0;
  const Main = alone ? "main" : "div";
  const Side = alone ? "aside" : "section";
  return (
    <div class={`page${store.past !== null ? " back" : ""}${store.choices !== null ? " choosing" : ""}`} ref={root} data-ready="true" data-number={store.now?.number}>
      <Status scene={scene} store={store} alone={alone} />
      <Main class="board">
        {!store.connected && (
          <p class="dropped" role="alert">
            {store.labels.dropped}
          </p>
        )}
        {store.past !== null && (
          <p class="looking" role="status">
            {store.labels.past}{" "}
            <button type="button" onClick={() => store.at(Infinity)}>
              {store.labels.now}
            </button>
          </p>
        )}
        <div class={`upper${others.length > 1 && !spacious(scene) ? " round" : ""}`} tabIndex={0} role="group" aria-label={store.labels.table}>
        {!lone && (
          <section class={`others of${others.length}`} aria-label={store.labels.others} tabIndex={0}>
            {seated(others).map((some, side) => (
              <div class={`side-${["left", "top", "right"][side]}`} key={side}>
                {some.map((person) => (
                  <Other person={person} scene={scene} store={store} key={person.id} />
                ))}
              </div>
            ))}
          </section>
        )}
        <Ended scene={scene} store={store} />
        <Middle scene={scene} store={store} />
        </div>
        <div class="dock">
          <Notice store={store} />
          {you ? <Mine you={you} scene={scene} store={store} /> : <p class="spectator">{store.labels.spectator}</p>}
          <Actions scene={scene} store={store} />
        </div>
        <Pick store={store} />
      </Main>
      <Side class="side" aria-label={store.labels.log}>
        {scene.status.goal && <p class="goal">{whole(scene.status.goal)}</p>}
        <ScoreSheet scene={scene} store={store} />
        <Log store={store} />
        <Travel store={store} />
        <Speed labels={store.labels} />
      </Side>
      <Shared />
    </div>
  );
}
