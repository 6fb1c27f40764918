// Cards are as large as the page lets them be: smaller where the table would not fit, so that nothing of it is out of sight.

const FITS = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4];
/** Parts of the usual size, the largest first; what does not fit even at the smallest is scrolled. */

/** After a redraw, or when the window has changed: the largest size at which nothing has to be scrolled, with the others
 * around the table, or in a row where there is too little room for that. */
export function fitting(root: HTMLElement | null): void {
  if (root === null) return;
  const upper = root.querySelector(".upper");
  for (const felt of upper?.matches(".round") ? [true, false] : [false]) {
    upper?.classList.toggle("felt", felt);
    const parts = [...root.querySelectorAll<HTMLElement>(".upper, .others, .dock, .middle, .felt .others > div")];
    for (const fit of FITS) {
      root.style.setProperty("--fit", String(fit));
      if (parts.every((part) => part.scrollHeight <= part.clientHeight + 1)) return;
    }
  }
}
