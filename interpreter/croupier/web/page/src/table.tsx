// Zones and cards as they lie, and what happens when one of them is clicked, drawn or reached by key.

import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { useDragging } from "./dragging";
import { Backside, Face } from "./face";
import type { Card, Meld, Person, Scene, Zone } from "./protocol";
import type { Store } from "./store";
import { told } from "./words";

const WHOLE = 6;
/** A pile of up to so many open cards is shown whole, as a trick has to be. */
const BACKS = 13;

/** How a card is called by those who hear it. */
export function called(card: Card, store: Store): string {
  const { labels } = store;
  const words: (string | undefined)[] = [];
  if (card.face === "gap") words.push(labels.gap);
  else if (card.face === "down" && !card.remembered) words.push(labels.down);
  else words.push(card.name ?? card.text);
  if (card.remembered) words.push(labels.down, recalled(store));
  if (card.open) words.push(labels.opened);
  if (card.role) words.push(`(${card.role})`);
  if (card.place) words.push(`${labels.place} ${card.place}`);
  if (card.wild) words.push(labels.wild);
  return words.filter(Boolean).join(", ");
}

/** What is said of cards that lie hidden, and were seen: by this player, or by all. */
function recalled(store: Store): string {
  return (store.scene?.seat === null ? store.labels.recalled : store.labels.remembered) ?? "";
}

/** What can be asked about a card: as moves write it. */
function reference(card: Card): string {
  return card.face === "down" || !card.kind ? `@${card.place ?? 0}` : card.kind;
}

/** A card: a button where something can be done or asked with it, else only a picture. `within`: put it before another. */
function CardAt({ card, store, ask, style, within }: { card: Card; store: Store; ask: boolean; style?: Record<string, string | number>; within?: (before: string | null) => void }) {
  const dragging = useDragging(card.id, store, within);
  const first = useRef<number | undefined>(undefined);
  const options = store.options(card.id);
  const step = store.choices;
  const chosen = step?.chosen.includes(card.id) ?? false;
  const lit = options.length > 0;
  const name = called(card, store);
  const state = `card${lit ? " lit" : ""}${chosen ? " chosen" : ""}${card.wild ? " wild" : ""}${card.open ? " open" : ""}${within ? " loose" : ""}`;
  if (!lit && !chosen && (!ask || step === null || card.face === "gap")) {
    return (
      <span class={state} role="img" aria-label={name} data-id={card.id} style={style} {...(within ? dragging : {})}>
        <Face card={card} />
      </span>
    );
  }
  const said = options.length === 1 ? told(store.labels, name, options[0]!.sentence) : name;

  function click(event: MouseEvent): void {
    if (event.detail > 1) {
      if (event.detail === 2 && store.now?.number === first.current) store.send(card.id); // else it has been played
      return;
    }
    first.current = store.now?.number;
    if (!store.pick(card.id)) store.why(reference(card));
  }

  return (
    <span class={state} data-id={card.id} style={style} {...dragging}>
      <Face card={card} />
      <button type="button" class="cover" aria-label={said} aria-pressed={chosen ? "true" : undefined} tabIndex={lit || chosen ? 0 : -1} onClick={click} />
    </span>
  );
}

/** Left and right go from card to card; all of them can be asked about. */
function along(event: KeyboardEvent): void {
  const forth = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (forth === undefined) return;
  const cards = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("button")];
  const at = cards.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  event.preventDefault();
  cards[(at + forth + cards.length) % cards.length]?.focus();
}

function Fan({ cards, store, ask, flat, zone }: { cards: Card[]; store: Store; ask: boolean; flat?: boolean; zone?: Zone }) {
  const middle = (cards.length - 1) / 2;
  const turn = flat ? 0 : Math.min(4, 26 / Math.max(1, cards.length));
  return (
    <div class="fan">
      {cards.map((card, at) => {
        const off = at - middle;
        const style = { "--turn": `${off * turn}deg`, "--drop": `${Math.abs(off) ** 2 * turn * 0.12}px` };
        return (
          <div class="place" key={card.id}>
            <CardAt card={card} store={store} ask={ask} style={style} within={zone && ((before) => store.arrange(zone, card.id, before))} />
          </div>
        );
      })}
    </div>
  );
}

function Backs({ count }: { count: number }) {
  return (
    <div class="backs">
      {Array.from({ length: Math.min(count, BACKS) }, (_, at) => (
        <span class="card" key={at}>
          <Backside />
        </span>
      ))}
    </div>
  );
}

/** Cards side by side: first the backs of those that the seat does not see, then the others. */
function Partly({ zone, store, ask }: { zone: Zone; store: Store; ask: boolean }) {
  return (
    <div class="partly">
      {zone.hidden > 0 && <Backs count={zone.hidden} />}
      {zone.cards.length > 0 && <Fan cards={zone.cards} store={store} ask={ask} flat />}
    </div>
  );
}

function Stack({ zone, store, ask }: { zone: Zone; store: Store; ask: boolean }) {
  const depth = Math.min(3, Math.floor(zone.count / 6));
  const open = zone.cards.filter((card) => card.face === "up");
  if (!zone.count) return <div class="hole" />;
  if (open.length === zone.count && zone.count <= WHOLE) {
    return (
      <div class={`spread of${zone.count}`}>
        {open.map((card) => (
          <div class="place" key={card.id}>
            <CardAt card={card} store={store} ask={ask} />
          </div>
        ))}
      </div>
    );
  }
  const top = open.at(-1);
  return (
    <div class={`stack deep${depth}`}>
      {top ? (
        <CardAt card={top} store={store} ask={ask} key={top.id} />
      ) : (
        <span class="card">
          <Backside />
        </span>
      )}
    </div>
  );
}

/** Where the others sit, from the seat's left on: at the left, across the table, at the right. */
export function seated<T>(others: T[]): [T[], T[], T[]] {
  const aside = others.length < 2 ? 0 : Math.max(1, Math.floor((others.length - 1) / 3));
  return [others.slice(0, aside), others.slice(aside, others.length - aside), others.slice(others.length - aside)];
}

/** The cards of a trick, each before the player who played it, with its number in the trick. */
function Trick({ zone, store, ask }: { zone: Zone; store: Store; ask: boolean }) {
  const people = store.scene?.people ?? [];
  const [left, top, right] = seated(people.filter((person) => !person.you));
  const sides: [string, Person[]][] = [["left", left], ["top", top], ["right", right], ["near", people.filter((person) => person.you)]];
  return (
    <div class="trick">
      {sides.map(([side, some]) => (
        <div class={`played-${side}`} key={side}>
          {some.map((person) => {
            const cards = zone.cards.filter((card) => card.by === person.seat);
            return (
              <div class="played" key={person.seat}>
                {cards.length ? cards.map((card) => <CardAt card={card} store={store} ask={ask} key={card.id} />) : <div class="hole" />}
                <span class="by">
                  {cards.map((card) => card.place).join(" ")} {person.name}
                </span>
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

/** Cards one below another, each of them to be seen; above them what lies face down under them. */
function Column({ zone, store, ask }: { zone: Zone; store: Store; ask: boolean }) {
  const beneath = zone.beneath ?? 0;
  if (!zone.count && !beneath) return <div class="hole" />;
  return (
    <div class="column">
      {Array.from({ length: beneath }, (_, at) => (
        <span class="card beneath" key={at}>
          <Backside />
        </span>
      ))}
      {zone.cards.map((card) => (
        <div class="place" key={card.id}>
          <CardAt card={card} store={store} ask={ask} />
        </div>
      ))}
    </div>
  );
}

function Together({ meld, cards, store, ask }: { meld: Meld; cards: Card[]; store: Store; ask: boolean }) {
  const options = store.options(meld.id);
  const inside = cards.some((card) => store.options(card.id).length > 0);
  const name = [meld.combo, cards.map((card) => called(card, store)).join(", ")].filter(Boolean).join(": ");
  if (options.length > 0 && !inside) {
    return (
      <div class="meld lit" data-id={meld.id}>
        {cards.map((card) => (
          <span class="place" key={card.id}>
            <span class="card" data-id={card.id}>
              <Face card={card} />
            </span>
          </span>
        ))}
        <button type="button" class="cover" aria-label={name} onClick={() => store.pick(meld.id)} />
      </div>
    );
  }
  return (
    <div class="meld" role="group" aria-label={name} data-id={meld.id}>
      {cards.map((card) => (
        <div class="place" key={card.id}>
          <CardAt card={card} store={store} ask={ask} />
        </div>
      ))}
      {options.length > 0 && <Target id={meld.id} store={store} text={name} />}
    </div>
  );
}

/** A thing that has no face of its own, or holds others that can be picked as well. */
export function Target({ id, store, text }: { id: string; store: Store; text: string }) {
  const chosen = store.choices?.chosen.includes(id) ?? false;
  return (
    <button
      type="button" class={`target lit${chosen ? " chosen" : ""}`} data-id={id} aria-label={text} aria-pressed={chosen ? "true" : undefined}
      onClick={(event) => event.detail < 2 && store.pick(id)}
    />
  );
}

/** Whether the cards of a zone are drawn before their players. */
function tricky(zone: Zone): boolean {
  return zone.trick === true && zone.cards.every((card) => card.by !== undefined);
}

/** A zone as it lies. `own`: the seat's, whose cards can be asked about. */
export function ZoneView({ zone, store, own }: { zone: Zone; store: Store; own: boolean }) {
  const { labels } = store;
  const dragging = useDragging(zone.id, store);
  const ask = own || zone.owner === null;
  const options = store.options(zone.id);
  const within = new Set(zone.cards.flatMap((card) => store.options(card.id)));
  const inside = within.size > 0;
  /** What only the zone as a whole stands for. */
  const apart = options.filter((option) => !within.has(option));
  const cards = new Map(zone.cards.map((card) => [card.id, card]));
  const lying = zone.count + (zone.beneath ?? 0);
  const counted = told(labels, zone.title, lying ? `${lying} ${labels.cards ?? ""}` : (labels.empty ?? ""));
  const remembered = zone.remembered ?? [];
  let body: ComponentChildren;
  let plain = false;
  switch (zone.lay) {
    case "hand":
      body = <Fan cards={own ? store.arranged(zone) : zone.cards} store={store} ask={ask} flat={!own} zone={own ? zone : undefined} />;
      break;
    case "spread":
    case "slot":
      body = zone.count ? <Partly zone={zone} store={store} ask={ask} /> : <div class="hole" />;
      break;
    case "grid":
    case "row":
      body = (
        <div class={zone.lay} style={zone.columns ? { "--columns": String(zone.columns) } : undefined}>
          {zone.cards.map((card) => (
            <div class="place" key={card.id}>
              <CardAt card={card} store={store} ask={true} />
            </div>
          ))}
        </div>
      );
      break;
    case "column":
      body = <Column zone={zone} store={store} ask={ask && options.length === 0} />;
      break;
    case "melds":
      body = (
        <div class="melds">
          {(zone.melds ?? []).map((meld) => (
            <Together meld={meld} cards={meld.cards.map((id) => cards.get(id)!).filter(Boolean)} store={store} ask={ask} key={meld.id} />
          ))}
        </div>
      );
      break;
    case "pile":
      body = tricky(zone) ? <Trick zone={zone} store={store} ask={ask && options.length === 0} /> : <Stack zone={zone} store={store} ask={ask} />;
      break;
    case "count":
      plain = true;
      body = tricky(zone) ? <Trick zone={zone} store={store} ask={false} /> : !zone.count ? <div class="hole" /> : zone.owner === null || zone.form === "pile" ? <Stack zone={zone} store={store} ask={false} /> : <Backs count={zone.count} />;
      break;
  }
  const whole = options.length > 0 && !inside && ["count", "pile", "column", "slot"].includes(zone.lay);
  const head = (
    <span class={tricky(zone) ? "title hidden" : "title"} id={`t-${zone.id}`}>
      {zone.title}
      {lying > 0 && zone.lay !== "slot" && zone.lay !== "column" && <span class="count"> {lying}</span>}
    </span>
  );
  const notes = (
    <>
      {remembered.length > 0 && zone.form !== "row" && (
        <details class="notes">
          <summary>
            {recalled(store)} {remembered.length}
          </summary>
          {remembered.join(" ")}
        </details>
      )}
      {(zone.notes ?? []).map((note) => (
        <span class="notes" key={note}>
          {note}
        </span>
      ))}
    </>
  );
  if (whole) {
    const said = options.length === 1 ? told(labels, counted, options[0]!.sentence) : counted;
    return (
      <div class={`zone ${zone.lay}-zone`} data-zone={zone.id}>
        <div class="whole lit" data-id={zone.id} {...dragging}>
          {zone.cards.length && zone.lay !== "column" && !tricky(zone) ? <Lying zone={zone} /> : body}
          <button type="button" class="cover" aria-label={said} onClick={() => store.pick(zone.id)} />
        </div>
        {head}
        {notes}
      </div>
    );
  }
  return (
    <div
      class={`zone ${zone.lay}-zone${zone.owner === null && zone.count > WHOLE ? " many" : ""}`}
      data-zone={zone.id}
      data-id={zone.id}
      role={plain ? "img" : "group"}
      aria-label={plain ? [counted, remembered.length ? `${recalled(store)} ${remembered.join(", ")}` : ""].filter(Boolean).join(", ") : counted}
      onKeyDown={along}
    >
      {body}
      <div class="head">
        {head}
        {own && zone.count > 2 && (zone.sorts ?? []).length > 0 && <Sorts zone={zone} store={store} />}
      </div>
      {apart.length > 0 && <Target id={zone.id} store={store} text={counted} />}
      {notes}
      {(zone.makes ?? []).length > 0 && <Makes zone={zone} store={store} />}
    </div>
  );
}

/** Cards as a picture: the zone around them is what is picked. */
function Lying({ zone }: { zone: Zone }) {
  const open = zone.cards.filter((card) => card.face === "up");
  const whole = open.length === zone.count && zone.count <= WHOLE;
  const shown = whole ? open : open.slice(-1);
  return (
    <span class={whole ? `spread of${zone.count}` : `stack deep${Math.min(3, Math.floor(zone.count / 6))}`}>
      {shown.map((card) => (
        <span class="place" key={card.id}>
          <span class="card" data-id={card.id}>
            <Face card={card} />
          </span>
        </span>
      ))}
    </span>
  );
}

/** Buttons for the orders that a hand can be held in. */
function Sorts({ zone, store }: { zone: Zone; store: Store }) {
  const by = store.sorted(zone);
  return (
    <span class="sorts" role="group" aria-label={store.labels.sort}>
      {store.labels.sort}
      {zone.sorts!.map((sort) => (
        <button type="button" key={sort.name} aria-pressed={sort.name === by} onClick={() => store.sort(zone, sort.name === by ? "" : sort.name)}>
          {sort.title}
        </button>
      ))}
    </span>
  );
}

/** The combos that a hand makes. */
function Makes({ zone, store }: { zone: Zone; store: Store }) {
  const cards = new Map(zone.cards.map((card) => [card.id, card]));
  return (
    <ul class="makes" aria-label={store.labels.makes}>
      {zone.makes!.map((meld) => (
        <li key={meld.id}>
          {meld.combo} <b>{meld.cards.map((id) => cards.get(id)?.text).join(" ")}</b>
        </li>
      ))}
    </ul>
  );
}

/** The zones with these ids, in the order of the scene. */
export function zones(scene: Scene, ids: string[]): Zone[] {
  return scene.zones.filter((zone) => ids.includes(zone.id));
}
