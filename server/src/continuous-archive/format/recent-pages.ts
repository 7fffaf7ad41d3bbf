const PAGES_MAX = 1024;

/** Writer and reader of a pack remember the same pages, so that a later version is written as differences. */
export class RecentPages {
  readonly #stores = new Map<string, Map<number, Uint8Array>>();
  #current = new Map<number, Uint8Array>();
  /** Buffers that `remember` uses again: a pack is made twice a second, and its garbage would stay until the heap fills. */
  #free: Uint8Array[] = [];
  #count = 0;

  /** Forgets all pages, for the next pack. Only after `remember`: it owns its copies. */
  clear(): void {
    this.#free = [...this.#stores.values()].flatMap((pages) => [...pages.values()]);
    this.#stores.clear();
    this.#current = new Map();
    this.#count = 0;
  }

  beginStore(store: string): void {
    this.#current = this.#stores.get(store) ?? new Map();
    this.#stores.set(store, this.#current);
  }

  find(page: number): Uint8Array | undefined {
    return this.#current.get(page);
  }

  /** Copies the bytes. */
  remember(page: number, bytes: Uint8Array): void {
    const known = this.find(page);
    if (known !== undefined && known.length === bytes.length) known.set(bytes);
    else if (this.#count < PAGES_MAX) this.keep(page, this.#copy(bytes));
  }

  /** As `remember`, but keeps the bytes themselves. */
  keep(page: number, bytes: Uint8Array): void {
    const known = this.find(page);
    if (known?.length !== bytes.length && this.#count >= PAGES_MAX) return;
    if (known === undefined) this.#count += 1;
    this.#current.set(page, bytes);
  }

  #copy(bytes: Uint8Array): Uint8Array {
    const free = this.#free.pop();
    const copy = free?.length === bytes.length ? free : new Uint8Array(bytes.length);
    copy.set(bytes);
    return copy;
  }
}
