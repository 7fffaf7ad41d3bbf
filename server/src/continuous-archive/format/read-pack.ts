import { NumberReader } from './number-reader.ts';
import { CHANGE_LENGTH_BYTES, ENTRY, PACK_FORMAT, type PageChange, type StorePart, SUM_BYTES } from './pack-writer.ts';
import { DamagedObject } from './sealer.ts';

const TIME_BYTES = 8;

export type PackEntry =
  | { readonly kind: 'store'; readonly part: StorePart }
  /** The bytes stay valid until the next entry is read. */
  | { readonly kind: 'page'; readonly page: number; readonly bytes: Uint8Array }
  /** From the page's last version before this entry. */
  | { readonly kind: 'change'; readonly page: number; readonly change: PageChange }
  | { readonly kind: 'commit'; readonly pages: number; readonly timeMs: number }
  | { readonly kind: 'drop'; readonly timeMs: number }
  /** The last commits of the store are lost. The first of them is not older than the time. */
  | { readonly kind: 'gap'; readonly timeMs: number };

/** The entries of a pack, in their order. Throws `DamagedObject`. */
export function* readPack(name: string, content: Buffer): Generator<PackEntry> {
  const format = content[0] ?? 0;
  if (format > PACK_FORMAT) throw new DamagedObject(name, 'a newer release made it');
  if (format !== PACK_FORMAT) throw unreadable(name);
  const reader = new Reader(name, content);
  let pageSize = 0;
  while (!reader.isAtEnd) {
    const kind = reader.byte();
    if (kind === ENTRY.store) {
      const store = reader.take(reader.number()).toString('latin1');
      const [commits, pagesBefore] = [reader.number(), reader.number()];
      pageSize = reader.number();
      yield { kind: 'store', part: { store, commits, pagesBefore, pageSize } };
    } else if (kind === ENTRY.page) {
      yield { kind: 'page', page: reader.number(), bytes: reader.take(pageSize) };
    } else if (kind === ENTRY.change) {
      yield { kind: 'change', page: reader.number(), change: reader.change() };
    } else if (kind === ENTRY.commit) {
      yield { kind: 'commit', pages: reader.number(), timeMs: reader.time() };
    } else if (kind === ENTRY.drop) {
      yield { kind: 'drop', timeMs: reader.time() };
    } else if (kind === ENTRY.gap) {
      yield { kind: 'gap', timeMs: reader.time() };
    } else {
      throw reader.damaged();
    }
  }
}

class Reader {
  readonly #name: string;
  readonly #content: Buffer;
  readonly #numbers: NumberReader;

  constructor(name: string, content: Buffer) {
    this.#name = name;
    this.#content = content;
    this.#numbers = new NumberReader(content, 1);
  }

  get isAtEnd(): boolean {
    return this.#numbers.at >= this.#content.length;
  }

  byte(): number {
    return this.#content[this.#skip(1)] ?? 0;
  }

  number(): number {
    const value = this.#numbers.number();
    if (value === undefined) throw this.damaged();
    return value;
  }

  time(): number {
    return this.#content.readDoubleLE(this.#skip(TIME_BYTES));
  }

  change(): PageChange {
    const sumsAt = this.#skip(2 * SUM_BYTES);
    const sums = [this.#content.readUInt32LE(sumsAt), this.#content.readUInt32LE(sumsAt + SUM_BYTES)] as const;
    const length = this.#content.readUInt16LE(this.#skip(CHANGE_LENGTH_BYTES));
    return { sums, differences: this.take(length) };
  }

  take(length: number): Buffer {
    const start = this.#skip(length);
    return this.#content.subarray(start, start + length);
  }

  damaged(): DamagedObject {
    return unreadable(this.#name);
  }

  /** Returns where the next bytes begin, and continues after them. */
  #skip(length: number): number {
    const start = this.#numbers.at;
    if (start + length > this.#content.length) throw this.damaged();
    this.#numbers.at = start + length;
    return start;
  }
}

function unreadable(name: string): DamagedObject {
  return new DamagedObject(name, 'its entries cannot be read');
}
