import { PageDelta } from './page-delta.ts';
import { type Sums, sumsOfPage } from './page-sums.ts';

export const ENTRY = { store: 1, page: 2, change: 3, commit: 4, drop: 5, gap: 6 } as const;
export const PACK_FORMAT = 1;
export const SUM_BYTES = 4;
/** For the length of a change, which is less than half a page of 64 KiB. */
export const CHANGE_LENGTH_BYTES = 2;

export interface StoreCommits {
  readonly store: string;
  /** How many commits the store has had before. */
  readonly commits: number;
}

/** Where the entries that follow belong. */
export interface StorePart extends StoreCommits {
  /** How many pages the next commit has in earlier parts; without them it is not whole. */
  readonly pagesBefore: number;
  /** 0: no pages follow. */
  readonly pageSize: number;
}

/** How a page differs from its last version. */
export interface PageChange {
  /** The page with the change has these. */
  readonly sums: Sums;
  /** For each difference the bytes since the previous one, its length and its bytes. */
  readonly differences: Uint8Array;
}

const FULL_BYTES = 4 * 1024 * 1024;
/** Room for one more entry: a page of 64 KiB, or the differences of one, and their numbers. */
const SPARE_BYTES = 256 * 1024;
/** Copying fewer bytes one by one is faster than a call that copies them. */
export const SHORT_BYTES = 64;

/** Pages belong to the next commit of their store. A transaction may begin in one pack and end in another. */
export class PackWriter {
  #bytes: Buffer;
  readonly #delta = new PageDelta();
  #length = 0;

  /** `bytes`: room for the first entries; it grows when a pack needs more. */
  constructor(bytes = FULL_BYTES + SPARE_BYTES) {
    this.#bytes = Buffer.allocUnsafe(bytes);
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  get length(): number {
    return this.#length;
  }

  get isFull(): boolean {
    return this.#length >= FULL_BYTES;
  }

  beginStore({ store, commits, pagesBefore, pageSize }: StorePart): void {
    this.#grow();
    if (this.isEmpty) this.#byte(PACK_FORMAT);
    this.#byte(ENTRY.store);
    this.#number(store.length);
    this.#length += this.#bytes.write(store, this.#length, 'latin1');
    this.#number(commits);
    this.#number(pagesBefore);
    this.#number(pageSize);
  }

  /** `before`: the page's last version, if known. `sums`: as `sumsOfPage`, where the caller has them already. */
  page(page: number, bytes: Uint8Array, before?: Uint8Array, sums?: Sums): void {
    this.#grow();
    if (before?.length === bytes.length && this.#delta.compare(bytes, before)) {
      this.#beginChange(page, sums ?? sumsOfPage(bytes));
      const at = this.#length;
      this.#length += CHANGE_LENGTH_BYTES;
      this.#differences(bytes);
      this.#bytes.writeUInt16LE(this.#length - at - CHANGE_LENGTH_BYTES, at);
    } else {
      this.#byte(ENTRY.page);
      this.#number(page);
      this.#copy(bytes, 0, bytes.length);
    }
  }

  change(page: number, { sums, differences }: PageChange): void {
    this.#grow();
    this.#beginChange(page, sums);
    this.#length = this.#bytes.writeUInt16LE(differences.length, this.#length);
    this.#copy(differences, 0, differences.length);
  }

  /** `pages`: the length of the store from this commit on. */
  commit(pages: number, timeMs: number): void {
    this.#byte(ENTRY.commit);
    this.#number(pages);
    this.#time(timeMs);
  }

  drop(timeMs: number): void {
    this.#byte(ENTRY.drop);
    this.#time(timeMs);
  }

  gap(timeMs: number): void {
    this.#byte(ENTRY.gap);
    this.#time(timeMs);
  }

  /** The content of the pack, valid until the next call; the writer is empty then. */
  take(): Uint8Array {
    const content = this.#bytes.subarray(0, this.#length);
    this.#length = 0;
    return content;
  }

  #grow(): void {
    if (this.#length + SPARE_BYTES <= this.#bytes.length) return;
    const bytes = Buffer.allocUnsafe(2 * this.#bytes.length);
    this.#bytes.copy(bytes, 0, 0, this.#length);
    this.#bytes = bytes;
  }

  #byte(value: number): void {
    this.#bytes[this.#length] = value;
    this.#length += 1;
  }

  /** Seven bits per byte, the lowest first. */
  #number(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.#byte((rest % 0x80) + 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.#byte(rest);
  }

  #time(ms: number): void {
    this.#length = this.#bytes.writeDoubleLE(ms, this.#length);
  }

  #beginChange(page: number, [first, second]: Sums): void {
    this.#byte(ENTRY.change);
    this.#number(page);
    this.#length = this.#bytes.writeUInt32LE(first, this.#length);
    this.#length = this.#bytes.writeUInt32LE(second, this.#length);
  }

  #differences(bytes: Uint8Array): void {
    const delta = this.#delta;
    let at = 0;
    for (let index = 0; index < delta.count; index += 1) {
      const [start, end] = [delta.start(index), delta.end(index)];
      this.#number(start - at);
      this.#number(end - start);
      this.#copy(bytes, start, end);
      at = end;
    }
  }

  #copy(bytes: Uint8Array, start: number, end: number): void {
    if (end - start > SHORT_BYTES) this.#bytes.set(bytes.subarray(start, end), this.#length);
    else for (let at = start; at < end; at += 1) this.#bytes[this.#length + at - start] = bytes[at] ?? 0;
    this.#length += end - start;
  }
}
