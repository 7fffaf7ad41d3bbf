/** A bounded cache of entries per store. When full it is cleared at once, which is cheaper than keeping an order. */
export class StoreEntries<Entry> {
  readonly #entriesMax: number;
  readonly #stores = new Map<string, Map<string, Entry>>();
  #size = 0;

  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax;
  }

  get(store: string, key: string): Entry | undefined {
    return this.#stores.get(store)?.get(key);
  }

  set(store: string, key: string, entry: Entry): void {
    if (this.get(store, key) === undefined) this.#makeRoom();
    const entries = this.#stores.get(store) ?? new Map<string, Entry>();
    entries.set(key, entry);
    this.#stores.set(store, entries);
  }

  forget(store: string): void {
    this.#size -= this.#stores.get(store)?.size ?? 0;
    this.#stores.delete(store);
  }

  #makeRoom(): void {
    if (this.#size >= this.#entriesMax) {
      this.#stores.clear();
      this.#size = 0;
    }
    this.#size += 1;
  }
}
