const PAGES_MAX = 1024;

/**
 * The last version of the pages that came first in a pack. Writer and reader of a pack remember the same ones, so that the next version
 * can be written as its differences.
 */
export class RecentPages {
  readonly #pages = new Map<string, Uint8Array>();

  find(store: string, page: number): Uint8Array | undefined {
    return this.#pages.get(`${store} ${page}`);
  }

  /** Copies the bytes. */
  remember(store: string, page: number, bytes: Uint8Array): void {
    const known = this.find(store, page);
    if (known !== undefined && known.length === bytes.length) known.set(bytes);
    else if (this.#pages.size < PAGES_MAX) this.#pages.set(`${store} ${page}`, new Uint8Array(bytes));
  }
}
