import { NumberReader } from './number-reader.ts';
import { CHANGE_LENGTH_BYTES, ENTRY, PACK_FORMAT, type PageChange, SUM_BYTES } from './pack-writer.ts';
import { DamagedObject } from './sealer.ts';

export type PackEntry =
  | { readonly kind: 'store'; readonly store: string; readonly commits: number; readonly pageSize: number }
  /** The bytes stay valid until the next entry is read. */
  | { readonly kind: 'page'; readonly page: number; readonly bytes: Uint8Array }
  /** From the page's last version before this entry. */
  | { readonly kind: 'change'; readonly page: number; readonly change: PageChange }
  | { readonly kind: 'commit'; readonly pages: number; readonly timeMs: number }
  | { readonly kind: 'drop'; readonly timeMs: number };

/** The entries of a pack, in their order. Changes the content of packs of earlier releases. Throws `DamagedObject`. */
export function* readPack(name: string, content: Buffer): Generator<PackEntry> {
  if (!(Number(content[0]) <= PACK_FORMAT)) throw new DamagedObject(name, 'a newer release made it');
  // Only packs of earlier releases have changes of pages that the same pack has.
  const isEarly = Number(content[0]) < PACK_FORMAT;
  const reader = new Reader(name, content);
  const ofStores = new Map<string, Map<number, Uint8Array>>();
  let pages = new Map<number, Uint8Array>();
  let pageSize = 0;
  while (!reader.isAtEnd) {
    const kind = reader.byte();
    if (kind === ENTRY.store) {
      const store = reader.take(reader.number()).toString('latin1');
      const commits = reader.number();
      pageSize = reader.number();
      pages = ofStores.get(store) ?? new Map();
      ofStores.set(store, pages);
      yield { kind: 'store', store, commits, pageSize };
    } else if (kind === ENTRY.page) {
      const page = reader.number();
      const bytes = reader.take(pageSize);
      if (isEarly) pages.set(page, bytes);
      yield { kind: 'page', page, bytes };
    } else if (kind === ENTRY.change) {
      const page = reader.number();
      const sums = [reader.take(SUM_BYTES).readUInt32LE(0), reader.take(SUM_BYTES).readUInt32LE(0)] as const;
      const differences = reader.take(reader.take(CHANGE_LENGTH_BYTES).readUInt16LE(0));
      yield { kind: 'change', page, change: { sums, differences } };
    } else if (kind === ENTRY.changeInPack) {
      const page = reader.number();
      const bytes = changedInPack(reader, pages.get(page));
      yield { kind: 'page', page, bytes };
    } else if (kind === ENTRY.commit) {
      yield { kind: 'commit', pages: reader.number(), timeMs: reader.time() };
    } else if (kind === ENTRY.drop) {
      yield { kind: 'drop', timeMs: reader.time() };
    } else {
      throw reader.damaged();
    }
  }
}

function changedInPack(reader: Reader, page: Uint8Array | undefined): Uint8Array {
  if (page === undefined) throw reader.damaged();
  let at = 0;
  for (let left = reader.number(); left > 0; left -= 1) {
    at += reader.number();
    const part = reader.take(reader.number());
    if (at + part.length > page.length) throw reader.damaged();
    page.set(part, at);
    at += part.length;
  }
  return page;
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
    return this.take(1)[0] ?? 0;
  }

  number(): number {
    const value = this.#numbers.number();
    if (value === undefined) throw this.damaged();
    return value;
  }

  time(): number {
    return this.take(8).readDoubleLE(0);
  }

  take(length: number): Buffer {
    const start = this.#numbers.at;
    const end = start + length;
    if (end > this.#content.length) throw this.damaged();
    const bytes = this.#content.subarray(start, end);
    this.#numbers.at = end;
    return bytes;
  }

  damaged(): DamagedObject {
    return new DamagedObject(this.#name, 'its entries cannot be read');
  }
}
