import type { PageBuffers } from './page-buffers.ts';
import type { RecoveringStore } from './recovering-store.ts';

const OPEN_FILES_MAX = 200;
/** In memory, of all stores: 64 MB with SQLite's usual pages, and what the transaction that is being read has more. */
export const KEPT_PAGES_MAX = 16_384;

/** The stores of a recovery that keep pages in memory or a file open, within bounds for all of them. */
export class OpenStores {
  readonly #buffers: PageBuffers;
  /** The least recently used one is first. */
  readonly #open = new Set<RecoveringStore>();
  #current: RecoveringStore | undefined;

  constructor(buffers: PageBuffers) {
    this.#buffers = buffers;
  }

  /** Call when commits of a store begin. */
  use(store: RecoveringStore): void {
    this.#open.delete(store);
    this.#open.add(store);
    this.#current = store;
    this.limit();
  }

  /** Call after each commit. */
  limit(): void {
    for (const oldest of this.#open) {
      const isWithin = this.#open.size <= OPEN_FILES_MAX && this.#buffers.inUse <= KEPT_PAGES_MAX;
      if (isWithin || oldest === this.#current) return;
      oldest.rest();
      this.#open.delete(oldest);
    }
  }
}
