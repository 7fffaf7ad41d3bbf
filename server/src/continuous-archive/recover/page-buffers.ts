import type { Sums } from '../format/page-sums.ts';

/** A page of a store that is being recovered. */
export interface PageCopy {
  readonly bytes: Uint8Array;
  /** The checksum that the bytes must have; undefined when the pack had the whole page. */
  sums: Sums | undefined;
}

/** Buffers that all stores of a recovery share: there are never more of them than were in use at one time. */
export class PageBuffers {
  readonly #free: PageCopy[] = [];
  #inUse = 0;

  get inUse(): number {
    return this.#inUse;
  }

  take(bytes: number): PageCopy {
    this.#inUse += 1;
    const free = this.#free.pop();
    return free?.bytes.length === bytes ? free : { bytes: new Uint8Array(bytes), sums: undefined };
  }

  giveBack(copy: PageCopy): void {
    this.#inUse -= 1;
    this.#free.push(copy);
  }
}
