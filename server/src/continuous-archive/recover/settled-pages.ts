import { closeSync, openSync, readSync, writeSync, writevSync } from 'node:fs';
import { hasSums } from '../format/page-sums.ts';
import type { PageBuffers, PageCopy } from './page-buffers.ts';
import { PageMap } from './page-map.ts';

/** Per store. The pages of many commits are kept, because most of them change the same pages again. Together with the largest transaction that is kept in memory, one store may use all of `KEPT_PAGES_MAX`. */
export const PAGES_MAX = 12_288;
/** The system accepts this many buffers in a call. */
const BUFFERS_MAX = 1024;

/** Writes only the last version of each page, and neighbours together. */
export class SettledPages {
  readonly #path: string;
  readonly #pages: PageMap;
  /** Pages that were written without their checksum. A page of an image may be newer than a change; later changes then correct it. */
  readonly #wrong = new Set<number>();
  #file: number | undefined;

  constructor(path: string, buffers: PageBuffers) {
    this.#path = path;
    this.#pages = new PageMap(buffers);
  }

  set(page: number, { bytes, sums }: PageCopy): void {
    const copy = this.#pages.place(page, bytes.length);
    copy.bytes.set(bytes);
    copy.sums = sums;
    this.#writeMany();
  }

  /** As `set` for all of them, without copies. */
  adopt(pages: PageMap): void {
    pages.moveTo(this.#pages);
    this.#writeMany();
  }

  /** Copies a page into `bytes`. Bytes behind the end of the store become zero. */
  read(page: number, bytes: Uint8Array): void {
    const known = this.#pages.get(page);
    if (known !== undefined) bytes.set(known.bytes);
    else bytes.fill(0, readSync(this.file(), bytes, 0, bytes.length, (page - 1) * bytes.length));
  }

  /** A written page up to `pages` that does not have its checksum. */
  findWrong(pages: number): number | undefined {
    return [...this.#wrong].find((page) => page <= pages);
  }

  flush(): void {
    if (this.#pages.size > 0) this.#write();
  }

  file(): number {
    this.#file ??= openSync(this.#path, 'r+');
    return this.#file;
  }

  close(): void {
    this.flush();
    if (this.#file === undefined) return;
    closeSync(this.#file);
    this.#file = undefined;
  }

  #writeMany(): void {
    if (this.#pages.size >= PAGES_MAX) this.#write();
  }

  #write(): void {
    const file = this.file();
    let [start, length] = [0, 0];
    let neighbours: Uint8Array[] = [];
    for (const [page, { bytes, sums }] of this.#pages.sorted()) {
      if (sums === undefined || hasSums(bytes, sums)) this.#wrong.delete(page);
      else this.#wrong.add(page);
      const at = (page - 1) * bytes.length;
      if (at !== start + length || neighbours.length === BUFFERS_MAX) {
        writeAll(file, neighbours, start);
        [start, length, neighbours] = [at, 0, []];
      }
      neighbours.push(bytes);
      length += bytes.length;
    }
    writeAll(file, neighbours, start);
    this.#pages.clear();
  }
}

function writeAll(file: number, buffers: readonly Uint8Array[], at: number): void {
  if (buffers.length === 0) return;
  const written = writevSync(file, buffers, at);
  if (written < buffers.reduce((sum, { length }) => sum + length, 0)) {
    writeRest(file, Buffer.concat(buffers), { at, written });
  }
}

function writeRest(
  file: number,
  bytes: Uint8Array,
  { at, written: before }: { readonly at: number; readonly written: number },
): void {
  for (let written = before; written < bytes.length; ) {
    written += writeSync(file, bytes, written, bytes.length - written, at + written);
  }
}
