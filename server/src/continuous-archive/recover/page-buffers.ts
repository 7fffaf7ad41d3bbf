import type { Sums } from '../format/page-sums.ts';

/** The pages of one allocation. Each allocation costs the garbage collector time, however small it is. */
const PAGES_AT_ONCE = 64;

/** A page of a store that is being recovered. */
export interface PageCopy {
  readonly bytes: Uint8Array;
  /** The checksum that the bytes must have; undefined when the pack had the whole page. */
  sums: Sums | undefined;
}

/** Buffers that all stores of a recovery share: there are hardly more of them than were in use at one time. */
export class PageBuffers {
  /** By the size of their pages. */
  readonly #free = new Map<number, PageCopy[]>();
  #inUse = 0;

  get inUse(): number {
    return this.#inUse;
  }

  take(bytes: number): PageCopy {
    this.#inUse += 1;
    const free = this.#freeOf(bytes);
    return free.pop() ?? addPages(free, bytes);
  }

  giveBack(copy: PageCopy): void {
    this.#inUse -= 1;
    copy.sums = undefined;
    this.#freeOf(copy.bytes.length).push(copy);
  }

  #freeOf(bytes: number): PageCopy[] {
    const known = this.#free.get(bytes);
    if (known !== undefined) return known;
    const free: PageCopy[] = [];
    this.#free.set(bytes, free);
    return free;
  }
}

/** Adds free pages, and returns one more. */
function addPages(free: PageCopy[], bytes: number): PageCopy {
  const memory = new Uint8Array(PAGES_AT_ONCE * bytes);
  const pageAt = (index: number): PageCopy => ({
    bytes: memory.subarray(index * bytes, (index + 1) * bytes),
    sums: undefined,
  });
  for (let index = 1; index < PAGES_AT_ONCE; index += 1) free.push(pageAt(index));
  return pageAt(0);
}
