// What a page begins with: its language, its colours, whether things move.

import { dress } from "./board";

export interface Begun {
  language: string;
  still: boolean;
}

export function begun(): Begun {
  const wanted = new URLSearchParams(location.search);
  dress(localStorage.getItem("theme") ?? "");
  const language = wanted.get("lang") ?? localStorage.getItem("language") ?? navigator.language.slice(0, 2);
  document.documentElement.lang = language;
  const still = wanted.has("still");
  if (still) document.documentElement.dataset.still = "true";
  return { language, still };
}

/** Where the server of this page is reached. */
export function theSocket(): string {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/table`;
}
