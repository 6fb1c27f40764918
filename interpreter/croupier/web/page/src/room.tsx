// The room: the texts on the left, and on the right the table of these rules, or what else is told of them.

import { useEffect, useReducer, useRef, useState } from "preact/hooks";
import { Board, Settings } from "./board";
import { Texts } from "./editor";
import { Coverage, Differences, Options, Rules, Scenarios, Simulation } from "./panels";
import { Shelf } from "./shelf";
import type { Workstore } from "./workstore";

function Editor({ store }: { store: Workstore }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const texts = new Texts(host.current!, store);
    store.attach(texts);
    return () => texts.destroy();
  }, [store]);
  return <div class="code" ref={host} />;
}

/** Tabs, of which the arrows choose one. */
function Tabs({ label, names, chosen, choose, controls }: {
  label: string; names: [string, string][]; chosen: string; choose: (name: string) => void; controls: string;
}) {
  const list = useRef<HTMLDivElement>(null);
  const step = (by: number): void => {
    const at = names.findIndex(([name]) => name === chosen);
    const next = names[(at + by + names.length) % names.length]!;
    choose(next[0]);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next[0]}"]`)?.focus();
  };
  return (
    <div
      class="tabs" role="tablist" aria-label={label} ref={list}
      onKeyDown={(event) => {
        if (event.key === "ArrowRight") step(1);
        if (event.key === "ArrowLeft") step(-1);
      }}
    >
      {names.map(([name, text]) => (
        <button
          type="button" role="tab" id={`${controls}-${name}`} data-tab={name} aria-selected={name === chosen}
          aria-controls={controls} tabIndex={name === chosen ? 0 : -1} key={name} onClick={() => choose(name)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

function Problems({ store }: { store: Workstore }) {
  const { labels } = store;
  const all = store.files.flatMap((file) => (store.found[file] ?? []).map((found) => ({ file, found })));
  const first = all.find(({ found }) => found.severity === "error");
  return (
    <details class="problems">
      <summary>
        <span class={`state ${store.valid ? "good" : "bad"}`} role="status">
          {store.checking ? labels.checking : store.valid ? `✓ ${labels.valid}` : `✗ ${labels.invalid}`}
          {!store.checking && !store.valid && store.plays && ` ${labels.plays}`}
        </span>
        {all.length > 0 && <span class="count"> ({all.length})</span>}
        {first !== undefined && !store.checking && <span class="first"> {first.found.message}</span>}
      </summary>
      <ul>
        {all.slice(0, 50).map(({ file, found }, at) => (
          <li class={found.severity} key={at}>
            <button type="button" onClick={() => store.editor?.go(file, found.from)}>
              <code>{found.code}</code> {file !== store.main && <small>{file} </small>}
              {found.message}
            </button>
          </li>
        ))}
        {store.elsewhere.map((line) => (
          <li class="error" key={line}>{line}</li>
        ))}
      </ul>
    </details>
  );
}

function Desk({ store }: { store: Workstore }) {
  const { labels } = store;
  const names = store.files.map((name): [string, string] => [name, store.unsaved.has(name) ? `${name} •` : name]);
  return (
    <section class="desk" aria-label={labels.texts}>
      <div class="strip">
        <Tabs label={labels.files ?? ""} names={names} chosen={store.shown} choose={(name) => store.show(name)} controls="text" />
        <button type="button" onClick={() => store.editor?.format(store.shown)} title="Shift+Alt+F">{labels.format}</button>
        <button type="button" class="save" disabled={store.unsaved.size === 0} onClick={() => store.save()} title="Ctrl+S">
          {labels.save}
        </button>
      </div>
      {store.clash.length > 0 && <Clash store={store} />}
      {[...store.offered].map(([file, draft]) => (
        <div class="clash" role="alert" key={file}>
          <p>{labels.offered} {file}</p>
          <button type="button" onClick={() => store.useDraft(file, draft)}>{labels.use_draft}</button>
          <button type="button" onClick={() => store.discardDraft(file)}>{labels.discard}</button>
        </div>
      ))}
      <div class="text" id="text" role="tabpanel" aria-labelledby={`text-${store.shown}`}>
        <Editor store={store} />
      </div>
      <Problems store={store} />
    </section>
  );
}

/** Somebody else has changed files meanwhile. */
function Clash({ store }: { store: Workstore }) {
  const { labels, clash } = store;
  return (
    <div class="clash" role="alert">
      <p>{labels.clash} {clash.join(", ")}</p>
      <button type="button" onClick={() => store.save(clash)}>{labels.overwrite}</button>
      <button
        type="button"
        onClick={() => {
          for (const file of clash) store.reread(file);
          store.clash = [];
          store.changed();
        }}
      >
        {labels.reread}
      </button>
    </div>
  );
}

function Rename({ store }: { store: Workstore }) {
  const [name, setName] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), [store.renaming]);
  if (store.renaming === null) return null;
  return (
    <form
      class="rename" aria-label={store.labels.rename}
      onSubmit={(event) => {
        event.preventDefault();
        void store.renamed(name);
        setName("");
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") void store.renamed("");
      }}
    >
      <label>
        {store.labels.rename} <input ref={field} value={name} onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <button type="submit">{store.labels.done}</button>
    </form>
  );
}

// ---------------------------------------------------------------- the table

function Parted({ store }: { store: Workstore }) {
  const { parted, labels } = store;
  if (parted.at === null) return null;
  return (
    <div class="parted" role="status">
      <p>
        <b>{labels.parted} {parted.at}.</b> {parted.why}
      </p>
      <button type="button" onClick={() => store.say({ type: "back", position: (store.table.now?.positions ?? 1) - 1 })}>
        {labels.onwards}
      </button>
    </div>
  );
}

function TableBar({ store }: { store: Workstore }) {
  const { labels, setting, table } = store;
  if (setting === null) return null;
  const looked = table.past;
  return (
    <div class="tablebar" role="group" aria-label={labels.table}>
      <label>
        {labels.view}{" "}
        <select
          value={setting.seat === null ? "" : String(setting.seat)}
          onChange={(event) => store.say({ type: "seat", seat: event.currentTarget.value === "" ? null : Number(event.currentTarget.value) })}
        >
          <option value="">{labels.follow}</option>
          {setting.names.map((name, seat) => (
            <option value={String(seat)} key={seat}>{name}</option>
          ))}
        </select>
      </label>
      {setting.who.length > 1 && setting.who.some((who) => who !== "you") ? (
        <button type="button" class="everybody" onClick={() => { store.say({ type: "who", who: setting.who.map(() => "you") }); store.say({ type: "seat", seat: null }); }}>
          {labels.all}
        </button>
      ) : setting.who.length > 1 ? (
        <button type="button" class="bots" onClick={() => { store.say({ type: "who", who: setting.who.map((_, seat) => (seat === 0 ? "you" : "greedy")) }); store.say({ type: "seat", seat: 0 }); }}>
          {labels.bots}
        </button>
      ) : null}
      <button type="button" class="anew" onClick={() => store.say({ type: "deal" })}>{labels.deal}</button>
      {looked !== null && (
        <button type="button" class="from-here" onClick={() => store.say({ type: "back", position: looked.position })}>
          {labels.here}
        </button>
      )}
      <Recorder store={store} />
    </div>
  );
}

/** Makes the position, or the last moves, an example of play. */
function Recorder({ store }: { store: Workstore }) {
  const { labels, table } = store;
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  const [back, setBack] = useState("1");
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (open) field.current?.focus();
  }, [open]);
  const last = table.past?.position ?? (table.now?.positions ?? 1) - 1;
  const make = async (): Promise<void> => {
    setBusy(true);
    const answer = await store.record(name, Math.max(0, last - Number(back)), last);
    setBusy(false);
    if (answer.refused) {
      store.tell(answer.refused);
      return;
    }
    const file = answer.file ?? store.main;
    if (!store.files.includes(file)) {
      store.say({ type: "add", file });
      await store.arrived(file);
    }
    store.editor?.edit(answer.edits ?? {});
    const edit = answer.edits?.[file]?.[0];
    if (edit !== undefined) store.editor?.go(file, edit[0] + edit[2].search(/\S/));
    store.tell(`${labels.recorded ?? ""} ${name}`);
    setOpen(false);
    setName("");
  };
  if (!open) return <button type="button" class="record" onClick={() => setOpen(true)}>{labels.record}</button>;
  return (
    <form class="recorder" onSubmit={(event) => { event.preventDefault(); void make(); }}>
      <label>
        {labels.name}{" "}
        <input ref={field} value={name} pattern="[A-Za-z_][A-Za-z0-9_ ]*" required onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <label>
        {labels.last_moves}{" "}
        <input type="number" min="0" max={last} value={back} onInput={(event) => setBack(event.currentTarget.value)} />
      </label>
      <button type="submit" disabled={busy}>{labels.done}</button>
      <button type="button" onClick={() => setOpen(false)}>{labels.leave}</button>
    </form>
  );
}

const PANELS = ["table", "scenarios", "options", "differences", "rules", "simulation", "coverage"] as const;

function Panel({ store }: { store: Workstore }) {
  switch (store.panel) {
    case "scenarios":
      return <Scenarios store={store} />;
    case "options":
      return <Options store={store} />;
    case "differences":
      return <Differences store={store} />;
    case "rules":
      return <Rules store={store} />;
    case "simulation":
      return <Simulation store={store} />;
    case "coverage":
      return <Coverage store={store} />;
    default:
      return store.table.scene === null ? <p class="none">{store.checking ? store.labels.checking : store.labels.notable}</p> : <Board store={store.table} alone={false} />;
  }
}

function Right({ store }: { store: Workstore }) {
  const { labels } = store;
  const names = PANELS.map((name): [string, string] => [name, labels[`panel_${name}`] ?? name]);
  return (
    <section class="right" aria-label={labels.right}>
      <Tabs label={labels.right ?? ""} names={names} chosen={store.panel} choose={(name) => store.open(name)} controls="panel" />
      <Parted store={store} />
      {store.panel === "table" && <TableBar store={store} />}
      <div class={`panel of-${store.panel}`} id="panel" role="tabpanel" aria-labelledby={`panel-${store.panel}`}>
        <Panel store={store} />
      </div>
    </section>
  );
}

const HALF = 49;
const LEAST = 20;

/** Between the texts and the table: drawn with the pointer, or moved by the arrows. */
function Splitter({ label, part, split }: { label: string; part: number; split: (part: number) => void }) {
  const set = (wanted: number): void => {
    const next = Math.round(Math.min(100 - LEAST, Math.max(LEAST, wanted)));
    localStorage.setItem("split", String(next));
    split(next);
  };
  return (
    <div
      class="splitter" role="separator" tabIndex={0} aria-orientation="vertical" aria-label={label} title={label}
      aria-valuenow={part} aria-valuemin={LEAST} aria-valuemax={100 - LEAST}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        const box = event.currentTarget.parentElement!.getBoundingClientRect();
        set(((event.clientX - box.left) / box.width) * 100);
      }}
      onDblClick={() => set(HALF)}
      onKeyDown={(event) => {
        const to = { ArrowLeft: part - 2, ArrowRight: part + 2, Home: LEAST, End: 100 - LEAST }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        set(to);
      }}
    />
  );
}

export function Room({ store }: { store: Workstore }) {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  useEffect(() => store.listen(() => redraw(0)), [store]);
  useEffect(() => store.table.listen(() => redraw(0)), [store]);
  const { labels } = store;
  const [part, split] = useState(() => Number(localStorage.getItem("split")) || HALF);
  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== "s") return;
      event.preventDefault();
      store.save();
    };
    window.addEventListener("keydown", key);
    return () => window.removeEventListener("keydown", key);
  }, [store]);
  const waiting = store.main === "";
  if (store.over && (waiting || store.lost !== "token")) {
    return (
      <main class="over">
        <h1>croupier</h1>
        <p role="alert">{store.over}</p>
        {store.lost === "elsewhere" && <button type="button" onClick={() => location.reload()}>{store.labels.retake}</button>}
      </main>
    );
  }
  return (
    <div class="studio" data-open={waiting ? undefined : "true"}>
      <header class="bar">
        <h1 class="brand">croupier</h1>
        {!waiting && <span class="folder">{store.folder}</span>}
        {store.lost === "token" ? (
          <span class="lost" role="alert">{labels.restarted}</span>
        ) : (
          !store.connected && labels.dropped && <span class="lost" role="alert">{labels.dropped}</span>
        )}
        <Settings store={store} />
      </header>
      {waiting ? (
        store.games.length > 0 || store.kept.length > 0 ? <Shelf store={store} /> : <main class="over" aria-busy="true" />
      ) : (
        <main class="room" style={{ "--left": `${part}fr`, "--right": `${100 - part}fr` }}>
          <Desk store={store} />
          <Splitter label={labels.split ?? ""} part={part} split={split} />
          <Right store={store} />
        </main>
      )}
      <Rename store={store} />
      {store.notice && (
        <div class="toast" role="status">
          <p>{store.notice}</p>
          <button type="button" onClick={() => store.tell("")}>{labels.close}</button>
        </div>
      )}
    </div>
  );
}
