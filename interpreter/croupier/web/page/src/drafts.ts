// What was typed in the studio and is not saved, kept in the browser until it is, whatever becomes of the server.

export interface Draft {
  /** What the folder had when it was typed, as the studio names it. */
  base: string;
  text: string;
}

const KEY = "croupier draft ";

export class Drafts {
  private storage: Storage | null;

  constructor() {
    try {
      this.storage = window.localStorage;
    } catch {
      this.storage = null;
    }
  }

  /** The drafts of files in a folder, by file. */
  of(folder: string): Map<string, Draft> {
    const found = new Map<string, Draft>();
    const start = `${KEY}${folder}/`;
    for (let at = 0; at < (this.storage?.length ?? 0); at++) {
      const key = this.storage!.key(at)!;
      if (!key.startsWith(start)) continue;
      try {
        const draft = JSON.parse(this.storage!.getItem(key)!) as Partial<Draft>;
        if (typeof draft.base === "string" && typeof draft.text === "string") found.set(key.slice(start.length), { base: draft.base, text: draft.text });
      } catch {
        // It was not written by this page.
      }
    }
    return found;
  }

  /** False if the browser keeps nothing, or not so much. */
  put(folder: string, file: string, draft: Draft): boolean {
    try {
      this.storage?.setItem(`${KEY}${folder}/${file}`, JSON.stringify(draft));
      return this.storage !== null;
    } catch {
      return false;
    }
  }

  drop(folder: string, file: string): void {
    this.storage?.removeItem(`${KEY}${folder}/${file}`);
  }
}
