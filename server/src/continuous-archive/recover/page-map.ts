import type { PageBuffers } from './page-buffers.ts';

/** Pages by their numbers. Copies the bytes, into shared buffers. */
export class PageMap {
  readonly #buffers: PageBuffers;
  readonly #pages = new Map<number, Uint8Array>();

  constructor(buffers: PageBuffers) {
    this.#buffers = buffers;
  }

  get size(): number {
    return this.#pages.size;
  }

  has(page: number): boolean {
    return this.#pages.has(page);
  }

  set(page: number, bytes: Uint8Array): void {
    const known = this.#pages.get(page);
    const buffer = known?.length === bytes.length ? known : this.#buffers.take(bytes.length);
    buffer.set(bytes);
    this.#put(page, buffer);
  }

  /** Gives its pages to another map without a copy, and is empty then. */
  moveTo(other: PageMap): void {
    for (const [page, buffer] of this.#pages) other.#put(page, buffer);
    this.#pages.clear();
  }

  sorted(): readonly (readonly [page: number, bytes: Uint8Array])[] {
    return [...this.#pages].sort(([a], [b]) => a - b);
  }

  clear(): void {
    for (const buffer of this.#pages.values()) this.#buffers.giveBack(buffer);
    this.#pages.clear();
  }

  #put(page: number, buffer: Uint8Array): void {
    const known = this.#pages.get(page);
    if (known === buffer) return;
    if (known !== undefined) this.#buffers.giveBack(known);
    this.#pages.set(page, buffer);
  }
}
