// Cards go to their new places instead of jumping there: each is known by its id from one scene to the next.

const LONG = 260;
let before = new Map<string, DOMRect>();

/** After a redraw: let what lies elsewhere now come from where it lay. */
export function moving(root: HTMLElement | null): void {
  if (root === null) return;
  const after = new Map<string, DOMRect>();
  const calm = document.documentElement.dataset.still === "true";
  for (const thing of root.querySelectorAll<HTMLElement>(".card[data-id]")) {
    const id = thing.dataset.id!;
    const around = (thing.closest(".place") ?? thing).getBoundingClientRect();
    const now = new DOMRect(around.x + scrollX, around.y + scrollY, around.width, around.height);
    const then = before.get(id);
    after.set(id, now);
    if (calm || then === undefined) continue;
    const [x, y] = [then.x - now.x, then.y - now.y];
    if (Math.hypot(x, y) < 4) continue;
    thing.animate([{ translate: `${x}px ${y}px` }, { translate: "0 0" }], { duration: LONG, easing: "ease-out" });
  }
  before = after;
}
