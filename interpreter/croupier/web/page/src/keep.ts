// What a person made and what it took long to work out, kept in the browser from one visit to the next.

export type File = [name: string, data: Uint8Array | undefined];

const STORES = ["kept", "worked"] as const;
export type Store = (typeof STORES)[number];

function asked<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error ?? new Error("IndexedDB"));
  });
}

export class Keep {
  private constructor(private base: IDBDatabase) {}

  /** Null where a browser keeps nothing. */
  static async open(): Promise<Keep | null> {
    try {
      const request = indexedDB.open("croupier", 1);
      request.onupgradeneeded = () => STORES.forEach((name) => request.result.createObjectStore(name));
      return new Keep(await asked(request));
    } catch {
      return null;
    }
  }

  async all(store: Store): Promise<File[]> {
    const within = this.base.transaction(store).objectStore(store);
    const [names, data] = await Promise.all([asked(within.getAllKeys()), asked(within.getAll() as IDBRequest<Uint8Array[]>)]);
    return names.map((name, at) => [String(name), data[at]!]);
  }

  /** Resolved once it is on disk. A file without data is not kept any more. */
  put(store: Store, files: File[]): Promise<void> {
    return new Promise((done, failed) => {
      const transaction = this.base.transaction(store, "readwrite", { durability: store === "kept" ? "strict" : "relaxed" });
      const within = transaction.objectStore(store);
      for (const [name, data] of files) {
        if (data === undefined) within.delete(name);
        else within.put(data, name);
      }
      transaction.oncomplete = () => done();
      transaction.onerror = transaction.onabort = () => failed(transaction.error ?? new Error("IndexedDB"));
    });
  }

  async clear(store: Store): Promise<void> {
    await asked(this.base.transaction(store, "readwrite").objectStore(store).clear());
  }
}
