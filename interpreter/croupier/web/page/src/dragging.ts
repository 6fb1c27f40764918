// Things that are dragged to their places: cards, what goes along with them, and piles from which something is taken.

import { useRef } from "preact/hooks";
import type { Store } from "./store";

const FAR = 8;

interface Held {
  id: number;
  x: number;
  y: number;
  /** What moves with the pointer; none before it has moved. */
  things: HTMLElement[];
}

export interface Handlers {
  onClickCapture: (event: MouseEvent) => void;
  onPointerDown: (event: PointerEvent) => void;
  onPointerMove: (event: PointerEvent) => void;
  onPointerUp: (event: PointerEvent) => void;
  onPointerCancel: (event: PointerEvent) => void;
}

/** The elements that are drawn for these ids. */
function drawn(root: Element, ids: Iterable<string>): HTMLElement[] {
  return [...ids].flatMap((id) => [...root.querySelectorAll<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)]);
}

/** The ids of what lies under the pointer, the innermost first. */
function under(event: PointerEvent): string[] {
  const found: string[] = [];
  for (let at = document.elementFromPoint(event.clientX, event.clientY); at !== null; at = at.parentElement) {
    const id = (at as HTMLElement).dataset?.id;
    if (id) found.push(id);
  }
  return found;
}

/** The place that most of the thing covers. */
function covered(thing: Element, places: HTMLElement[]): string[] {
  const own = thing.getBoundingClientRect();
  const parts = places.map((place) => {
    const box = place.getBoundingClientRect();
    const wide = Math.min(own.right, box.right) - Math.max(own.left, box.left);
    const high = Math.min(own.bottom, box.bottom) - Math.max(own.top, box.top);
    return { id: place.dataset.id!, part: Math.max(0, wide) * Math.max(0, high) };
  });
  const most = parts.reduce((best, each) => (each.part > best.part ? each : best), { id: "", part: 0 });
  return most.part > 0 ? [most.id] : [];
}

/** Handlers of a thing with this id. `within`: its own zone, in which cards are put where one likes. */
export function useDragging(id: string, store: Store, within?: (before: string | null) => void): Handlers {
  const held = useRef<Held | null>(null);
  const dragged = useRef(false);

  function down(event: PointerEvent): void {
    dragged.current = false;
    if (event.button !== 0 || !(within !== undefined || store.places(id).length > 0)) return;
    held.current = { id: event.pointerId, x: event.clientX, y: event.clientY, things: [] };
  }

  function move(event: PointerEvent): void {
    const now = held.current;
    if (now === null || now.id !== event.pointerId || event.buttons === 0) return;
    const [x, y] = [event.clientX - now.x, event.clientY - now.y];
    const thing = event.currentTarget as HTMLElement;
    if (!now.things.length) {
      if (Math.hypot(x, y) < FAR) return;
      dragged.current = true;
      thing.setPointerCapture(event.pointerId);
      const chosen = store.choices?.chosen ?? [];
      const more = chosen.includes(id) ? chosen : store.along(id);
      const zone = thing.closest("[data-zone]");
      now.things = [thing, ...(zone ? drawn(zone, more) : []).filter((each) => each !== thing && each !== zone)];
      for (const each of now.things) each.classList.add("held");
      for (const place of drawn(document.body, store.places(id))) place.classList.add("drop");
    }
    for (const each of now.things) {
      each.style.setProperty("--x", `${x}px`);
      each.style.setProperty("--y", `${y}px`);
    }
  }

  function up(event: PointerEvent): void {
    const now = held.current;
    held.current = null;
    if (now === null || !now.things.length) return;
    const thing = event.currentTarget as HTMLElement;
    const home = thing.closest<HTMLElement>("[data-zone]");
    const places = drawn(document.body, store.places(id));
    for (const each of now.things) each.classList.add("aside");
    const below = under(event);
    for (const each of now.things) each.classList.remove("aside");
    const near = covered(thing, places);
    for (const each of now.things) {
      each.classList.remove("held");
      each.style.removeProperty("--x");
      each.style.removeProperty("--y");
    }
    for (const place of places) place.classList.remove("drop");
    if (event.type !== "pointerup") return;
    if (within !== undefined && home !== null && below.includes(home.dataset.id!)) {
      const others = [...home.querySelectorAll<HTMLElement>(".card[data-id]")].filter((each) => each !== thing);
      const after = others.find((each) => middle(each) > event.clientX);
      within(after?.dataset.id ?? null);
      return;
    }
    store.drop(id, below.length ? below : near);
  }

  function click(event: MouseEvent): void {
    if (!dragged.current) return;
    dragged.current = false;
    event.preventDefault();
    event.stopPropagation();
  }

  return { onClickCapture: click, onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerCancel: up };
}

function middle(thing: Element): number {
  const box = (thing.closest(".place") ?? thing).getBoundingClientRect();
  return box.x + box.width / 2;
}
