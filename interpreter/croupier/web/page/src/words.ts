// How words are put together in the language that is spoken.

import type { Labels } from "./protocol";

/** `place: what`, with the space before the colon that French has. */
export function told(labels: Labels, place: string, what: string): string {
  return whole((labels.told ?? "{place}: {what}").replace("{place}", () => place).replace("{what}", () => what));
}

/** No line begins with a sign that belongs to the word before it, as French spaces would have it. */
export function whole(text: string): string {
  return text.replace(/ (?=[:;!?»])/gu, "\u00a0").replace(/(?<=«) /gu, "\u00a0");
}

/** The name of a player that is no person, as people say it. */
export function kind(labels: Labels, who: string): string {
  return labels[`kind_${who}`] ?? who;
}
