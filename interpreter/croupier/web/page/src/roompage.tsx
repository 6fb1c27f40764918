// The page of a room: the lobby before a game, and a bar above its table.

import { useEffect, useReducer, useRef, useState } from "preact/hooks";
import { Board, Settings } from "./board";
import { Book } from "./book";
import { Games, Options } from "./choosing";
import type { RoomSeat, State } from "./roomprotocol";
import type { RoomStore } from "./roomstore";
import { kind } from "./words";

const PERSON = "you";

export function RoomPage({ room }: { room: RoomStore }) {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  useEffect(() => room.listen(() => redraw(0)), [room]);
  const [talking, talk] = useState(false);
  const { state } = room;
  if (state === null) return <Board store={room.table} />;
  const seated = state.playing && room.table.scene !== null;
  return (
    <div class="sited room-page" data-room={state.playing ? "playing" : "lobby"}>
      <Bar room={room} state={state} talking={talking} talk={() => talk(!talking)} />
      <div class="within">{seated ? <Board store={room.table} /> : <Lobby room={room} state={state} />}</div>
      {state.chat && talking && <Chat room={room} close={() => talk(false)} />}
      {room.book !== null && <Rules room={room} />}
    </div>
  );
}

function Bar({ room, state, talking, talk }: { room: RoomStore; state: State; talking: boolean; talk: () => void }) {
  const { labels } = room;
  const unread = room.talk.length - room.read;
  const playing = state.playing && room.table.scene !== null;
  return (
    <nav class="overall" aria-label="croupier">
      <b>{state.title || "croupier"}</b>
      {state.game && <button type="button" class="rules" onClick={() => room.rules()}>{labels.rules}</button>}
      {state.chat && (
        <button type="button" class="talk" aria-expanded={talking} onClick={talk}>
          {labels.chat}
          {!talking && unread > 0 && ` (${unread})`}
        </button>
      )}
      {state.owner && state.playing && <button type="button" class="end" onClick={() => room.say({ type: "leave" })}>{labels.lobby}</button>}
      {room.wrong && <span class="wrong" role="alert">{room.wrong}</span>}
      {!room.connected && <span class="wrong" role="alert">{labels.dropped}</span>}
      {!playing && <Settings store={room} />}
    </nav>
  );
}

function Lobby({ room, state }: { room: RoomStore; state: State }) {
  const { labels } = room;
  const [wanted, find] = useState("");
  const top = useRef<HTMLElement>(null);
  useEffect(() => {
    if (state.game) top.current?.scrollIntoView({ block: "start" });
  }, [state.game]);
  return (
    <main class="home lobby" ref={top}>
      <h1 class="hidden">{state.title || labels.games}</h1>
      <div class="columns">
        <People room={room} state={state} />
        <Invite room={room} state={state} />
      </div>
      {state.agreed !== null && <Agreement room={room} state={state} />}
      {state.owner && !state.playing ? (
        <>
          <input class="find" type="search" aria-label={labels.find} placeholder={labels.find} onInput={(event) => find(event.currentTarget.value)} />
          <Games games={room.games} wanted={wanted} chosen={state.game} choose={(game) => room.set({ game })} labels={labels} />
        </>
      ) : (
        !state.game && <p role="status">{labels.wait}</p>
      )}
    </main>
  );
}

function People({ room, state }: { room: RoomStore; state: State }) {
  const { labels } = room;
  const ready = state.owner && !state.playing && state.game !== "";
  return (
    <section class="people" aria-label={labels.seats}>
      <h2>{labels.seats}</h2>
      <label class="your-name">
        {labels.name}{" "}
        <input value={state.name} maxLength={24} autocomplete="nickname" onChange={(event) => room.named(event.currentTarget.value)} />
      </label>
      <ol>
        {state.seats.map((seat, at) => (
          <Seat room={room} state={state} seat={seat} at={at} key={at} />
        ))}
      </ol>
      {state.watching.length > 0 && (
        <p class="watching">
          {labels.watching}: {state.watching.map((name) => name || "–").join(", ")}
        </p>
      )}
      {ready && (
        <button type="button" class="go" onClick={() => room.say({ type: "start" })}>
          {labels.play}
        </button>
      )}
    </section>
  );
}

function Seat({ room, state, seat, at }: { room: RoomStore; state: State; seat: RoomSeat; at: number }) {
  const { labels } = room;
  const mine = state.seat === at;
  const kinds = [PERSON, ...(state.agreed?.players_to_choose ?? [])];
  const name = seat.taken ? seat.name || `P${at + 1}` : seat.who === PERSON ? labels.free : kind(labels, seat.who);
  const change = (who: string): void => {
    seat.who = who; // the next change may come before the answer to this one, and says what all seats are
    room.set({ seats: state.seats.map((each) => each.who) });
  };
  return (
    <li class={mine ? "mine-seat" : ""}>
      <span class="named">
        {name} {mine && `(${labels.you})`} {seat.taken && !seat.here && <small>{labels.away}</small>}
      </span>
      {state.owner && !state.playing && !mine && (
        <select aria-label={`${labels.seat} ${at + 1}`} value={seat.who} onChange={(event) => change(event.currentTarget.value)}>
          {kinds.map((who) => (
            <option value={who} key={who}>{who === PERSON ? labels.person : kind(labels, who)}</option>
          ))}
        </select>
      )}
      {!state.playing && seat.who === PERSON && !seat.taken && (
        <button type="button" class="sit" onClick={() => room.say({ type: "sit", seat: at })}>{labels.sit}</button>
      )}
      {!state.playing && mine && (
        <button type="button" class="stand" onClick={() => room.say({ type: "sit", seat: null })}>{labels.stand}</button>
      )}
    </li>
  );
}

function Invite({ room, state }: { room: RoomStore; state: State }) {
  const { labels } = room;
  const [copied, copy] = useState(false);
  const size = state.code.length;
  const path = state.code.flatMap((row, y) => [...row].flatMap((dark, x) => (dark === "1" ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <section class="invite" aria-label={labels.invite}>
      <h2>{labels.invite}</h2>
      <div class="link">
        <input readOnly aria-label={labels.invite} value={state.invite} onFocus={(event) => event.currentTarget.select()} />
        <button
          type="button"
          onClick={() => void navigator.clipboard?.writeText(state.invite).then(() => copy(true))}
        >
          {copied ? labels.copied : labels.copy}
        </button>
      </div>
      {state.local ? (
        <p class="told">{labels.local}</p>
      ) : (
        size > 0 && (
          <svg class="code" viewBox={`-4 -4 ${size + 8} ${size + 8}`} role="img" aria-label={`QR: ${state.invite}`} shape-rendering="crispEdges">
            <path class="ground" d={`M-4 -4h${size + 8}v${size + 8}h-${size + 8}z`} />
            <path class="dark" d={path} />
          </svg>
        )
      )}
    </section>
  );
}

/** What is agreed on. Only the owner changes it; the others read it. */
function Agreement({ room, state }: { room: RoomStore; state: State }) {
  const { labels } = room;
  const agreed = state.agreed!;
  if (!state.owner || state.playing) {
    const value = (option: (typeof agreed.options)[number]): string => option.values?.find((each) => each.value === option.value)?.title ?? option.value;
    return (
      <section class="begin" aria-label={labels.options}>
        <h2>{state.title}</h2>
        <dl>
          {agreed.options.map((option) => (
            <div key={option.name}>
              <dt>{option.title}</dt>
              <dd>{value(option)}</dd>
              {option.told && <dd class="told">{option.told}</dd>}
            </div>
          ))}
        </dl>
      </section>
    );
  }
  return (
    <section class="begin" aria-label={state.title}>
      <h2>{state.title}</h2>
      <div class="fields">
        <label>
          {labels.players}
          <select value={agreed.players} onChange={(event) => room.set({ players: Number(event.currentTarget.value) })}>
            {agreed.may_play.map((number) => (
              <option value={number} key={number}>{number}</option>
            ))}
          </select>
        </label>
        <label class="line">
          <input type="checkbox" checked={state.chat} onChange={(event) => room.set({ chat: event.currentTarget.checked })} /> {labels.talk}
        </label>
      </div>
      <Options
        agreed={agreed} labels={labels} open={true} preset={state.preset} options={state.options}
        take={(preset) => room.set({ preset, options: {} })} set={(options) => room.set({ options })}
      />
    </section>
  );
}

function Chat({ room, close }: { room: RoomStore; close: () => void }) {
  const { labels } = room;
  const [text, write] = useState("");
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    end.current?.scrollTo({ top: end.current.scrollHeight });
    room.reading();
  }, [room.talk]);
  return (
    <aside class="chat" aria-label={labels.chat}>
      <div class="said" ref={end} role="log" aria-label={labels.chat} tabIndex={0}>
        {room.talk.map((line, at) => (
          <p key={at}>
            <b>{line.name || "–"}</b> {line.text}
          </p>
        ))}
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim()) room.say({ type: "say", text });
          write("");
        }}
      >
        <input value={text} maxLength={500} aria-label={labels.chat} onInput={(event) => write(event.currentTarget.value)} />
        <button type="submit">{labels.say}</button>
        <button type="button" aria-label={labels.close} onClick={close}>×</button>
      </form>
    </aside>
  );
}

function Rules({ room }: { room: RoomStore }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog class="printed" ref={dialog} aria-label={room.labels.rules} onClose={() => room.closeBook()}>
      <form method="dialog">
        <button type="submit">{room.labels.close}</button>
      </form>
      <div class="rulebook" tabIndex={0}>
        <Book book={room.book!} />
      </div>
    </dialog>
  );
}
