const WORD_BYTES = 4;
const GROUP_WORDS = 4;
/** Differences closer than this are one: each costs a few bytes itself. */
const GAP_BYTES = 12;
/** A difference costs this beside its own bytes, at the most. */
const HEAD_BYTES = 8;

/** Where a page differs from an earlier version. Valid until the next comparison, so that comparing makes no garbage. */
export class PageDelta {
  /** Callers read pages into the same memory again and again, and a view of it costs as much as comparing two pages. */
  readonly #words = new WeakMap<Uint8Array, Int32Array>();
  #starts = new Uint32Array(0);
  #ends = new Uint32Array(0);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  start(index: number): number {
    return this.#starts[index] ?? 0;
  }

  end(index: number): number {
    return this.#ends[index] ?? 0;
  }

  /** Returns false when the whole page is hardly longer than its differences. Both have the same length. */
  compare(page: Uint8Array, before: Uint8Array): boolean {
    const [now, then] = [this.#wordsOf(page), this.#wordsOf(before)];
    const lastGroup = now.length - GROUP_WORDS;
    this.#reserve(now.length);
    const [starts, ends] = [this.#starts, this.#ends];
    const bytesMax = page.length / 2;
    let [count, bytes, last] = [0, 0, Number.NEGATIVE_INFINITY];
    for (let index = 0; ; index += 1) {
      while (index <= lastGroup && areSame(now, then, index)) index += GROUP_WORDS;
      if (index >= now.length) break;
      if (now[index] === then[index]) continue;
      const start = index * WORD_BYTES;
      const isNear = start - last <= GAP_BYTES;
      bytes += WORD_BYTES + (isNear ? start - last : HEAD_BYTES);
      if (bytes > bytesMax) return false;
      if (!isNear) starts[count++] = start;
      last = start + WORD_BYTES;
      ends[count - 1] = last;
    }
    this.#count = count;
    return true;
  }

  #wordsOf(bytes: Uint8Array): Int32Array {
    const known = this.#words.get(bytes);
    if (known !== undefined) return known;
    // A copy would not follow the memory.
    if (bytes.byteOffset % WORD_BYTES !== 0) return new Int32Array(new Uint8Array(bytes).buffer);
    const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / WORD_BYTES);
    this.#words.set(bytes, words);
    return words;
  }

  #reserve(length: number): void {
    if (this.#starts.length >= length) return;
    this.#starts = new Uint32Array(length);
    this.#ends = new Uint32Array(length);
  }
}

/** Whether the words from `index` on are the same: most of them are, and this is faster than one by one. */
function areSame(now: Int32Array, then: Int32Array, index: number): boolean {
  const first = ((now[index] ?? 0) ^ (then[index] ?? 0)) | ((now[index + 1] ?? 0) ^ (then[index + 1] ?? 0));
  const second = ((now[index + 2] ?? 0) ^ (then[index + 2] ?? 0)) | ((now[index + 3] ?? 0) ^ (then[index + 3] ?? 0));
  return (first | second) === 0;
}
