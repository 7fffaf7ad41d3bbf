import type { PageBuffers, PageCopy } from './page-buffers.ts';

/** Pages by their numbers, in shared buffers. */
export class PageMap {
  readonly #buffers: PageBuffers;
  readonly #pages = new Map<number, PageCopy>();

  constructor(buffers: PageBuffers) {
    this.#buffers = buffers;
  }

  get size(): number {
    return this.#pages.size;
  }

  get(page: number): PageCopy | undefined {
    return this.#pages.get(page);
  }

  /** The page's buffer, for any content. */
  place(page: number, bytes: number): PageCopy {
    const known = this.#pages.get(page);
    if (known?.bytes.length === bytes) return known;
    const copy = this.#buffers.take(bytes);
    this.#put(page, copy);
    return copy;
  }

  /** Gives its pages to another map without a copy, and is empty then. */
  moveTo(other: PageMap): void {
    for (const [page, copy] of this.#pages) other.#put(page, copy);
    this.#pages.clear();
  }

  sorted(): readonly (readonly [page: number, copy: PageCopy])[] {
    return [...this.#pages].sort(([a], [b]) => a - b);
  }

  clear(): void {
    for (const copy of this.#pages.values()) this.#buffers.giveBack(copy);
    this.#pages.clear();
  }

  #put(page: number, copy: PageCopy): void {
    const known = this.#pages.get(page);
    if (known === copy) return;
    if (known !== undefined) this.#buffers.giveBack(known);
    this.#pages.set(page, copy);
  }
}
