// Cards are as large as the page lets them be: smaller where the table would not fit, so that nothing of it is out of sight.

/** Parts of the usual size, the largest first, each with whether words and margins are small. */
const FITS: [number, boolean][] = [[1, false], [0.9, false], ...[1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4].map((fit): [number, boolean] => [fit, true])];

/** After a redraw, or when the window has changed: the largest size at which nothing has to be scrolled, with the others
 * around the table, or in a row where there is too little room for that. What does not fit at the smallest is scrolled. */
export function fitting(root: HTMLElement | null): void {
  if (root === null) return;
  const upper = root.querySelector(".upper");
  for (const felt of upper?.matches(".round") ? [true, false] : [false]) {
    upper?.classList.toggle("felt", felt);
    const parts = [...root.querySelectorAll<HTMLElement>(".upper, .others, .dock, .middle, .felt .others > div")];
    for (const [fit, tight] of FITS) {
      root.style.setProperty("--fit", String(fit));
      root.classList.toggle("tight", tight);
      if (parts.every((part) => part.scrollHeight <= part.clientHeight + 1)) return;
    }
  }
}
