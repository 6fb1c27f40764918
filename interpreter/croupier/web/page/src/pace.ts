// A link that sends no more than its table allows: what is too early waits, and of looks at the past only the last one.

import type { Connect } from "./link";
import type { Limits } from "./protocol";

/** The part of the allowance that is used, since messages may arrive closer together than they were sent. */
const PART = 0.5;
const SLOWER = 0.8;
/** Of these only the last that waits is sent. */
const LATEST = new Set(["at"]);

export function paced<Say extends { type: string }, Said>(reach: Connect<Say, Said>): Connect<Say, Said> {
  return (hears) => {
    let limits: Limits | null = null;
    let left = 0;
    let counted = 0;
    let waiting: Say[] = [];
    let timer = 0;

    const forget = (): void => {
      window.clearTimeout(timer);
      timer = 0;
      waiting = [];
      limits = null;
    };
    const link = reach({
      open: () => {
        forget();
        hears.open();
      },
      said: (said) => {
        const told = said as { type?: string; limits?: Limits };
        if (told.type === "welcome" && told.limits !== undefined) {
          limits = told.limits;
          left = limits.burst * PART;
          counted = performance.now();
        }
        hears.said(said);
      },
      lost: () => {
        forget();
        hears.lost();
      },
    });

    /** Send what may be sent now, and come back for the rest. */
    function send(): void {
      timer = 0;
      while (waiting.length > 0) {
        if (limits !== null) {
          const most = limits.burst * PART;
          const now = performance.now();
          left = Math.min(most, left + ((now - counted) / 1000) * limits.second * SLOWER);
          counted = now;
          const cost = Math.min(most, limits.costs[waiting[0]!.type] ?? 1);
          if (cost > left) {
            timer = window.setTimeout(send, ((cost - left) / (limits.second * SLOWER)) * 1000 + 5);
            return;
          }
          left -= cost;
        }
        link.say(waiting.shift()!);
      }
    }

    return {
      say(what) {
        const before = LATEST.has(what.type) ? waiting.findIndex((each) => each.type === what.type) : -1;
        if (before >= 0) waiting.splice(before, 1);
        waiting.push(what);
        if (timer === 0) send();
      },
      close() {
        forget();
        link.close();
      },
    };
  };
}
