import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { applyDifferences } from '../format/apply-differences.ts';
import type { PageChange } from '../format/pack-writer.ts';
import { hasSums, type Sums } from '../format/page-sums.ts';
import type { PageBuffers, PageCopy } from './page-buffers.ts';
import { PageMap } from './page-map.ts';
import type { SettledPages } from './settled-pages.ts';

const IN_MEMORY_MAX = 4096;

interface FilePage {
  readonly at: number;
  sums: Sums | undefined;
}

/** The pages of a transaction whose commit was not seen yet: the first ones in memory, the others in a file. */
export class PendingPages {
  readonly #path: string;
  readonly #settled: SettledPages;
  readonly #pages: PageMap;
  readonly #inFile = new Map<number, FilePage>();
  #file: number | undefined;
  #buffer = new Uint8Array(0);

  constructor(path: string, settled: SettledPages, buffers: PageBuffers) {
    this.#path = path;
    this.#settled = settled;
    this.#pages = new PageMap(buffers);
  }

  add(page: number, bytes: Uint8Array): void {
    if (this.#isInMemory(page)) {
      const copy = this.#pages.place(page, bytes.length);
      copy.bytes.set(bytes);
      copy.sums = undefined;
    } else this.#write(page, { bytes, sums: undefined });
  }

  /** Returns false when the differences do not fit into the page. */
  change(page: number, pageSize: number, { sums, differences }: PageChange): boolean {
    if (this.#isInMemory(page)) {
      const isNew = this.#pages.get(page) === undefined;
      const copy = this.#pages.place(page, pageSize);
      if (isNew) this.#settled.read(page, copy.bytes);
      copy.sums = sums;
      return applyDifferences(differences, copy.bytes);
    }
    const bytes = this.#bufferOf(pageSize);
    if (!this.#read(page, bytes)) this.#settled.read(page, bytes);
    const isChanged = applyDifferences(differences, bytes);
    this.#write(page, { bytes, sums });
    return isChanged;
  }

  /** A page up to `pages` that does not have its checksum. */
  findWrong(pages: number, pageSize: number): number | undefined {
    for (const [page, { bytes, sums }] of this.#pages.sorted()) {
      if (page <= pages && sums !== undefined && !hasSums(bytes, sums)) return page;
    }
    const bytes = this.#bufferOf(pageSize);
    for (const [page, { sums }] of this.#inFile) {
      if (page > pages || sums === undefined) continue;
      this.#read(page, bytes);
      if (!hasSums(bytes, sums)) return page;
    }
    return undefined;
  }

  /** Passes on all pages and forgets them. */
  settle(pageSize: number): void {
    this.#settled.adopt(this.#pages);
    for (const [page, { sums }] of this.#inFile) {
      const bytes = this.#bufferOf(pageSize);
      this.#read(page, bytes);
      this.#settled.set(page, { bytes, sums });
    }
    this.clear();
  }

  clear(): void {
    this.#pages.clear();
    this.#inFile.clear();
    if (this.#file === undefined) return;
    closeSync(this.#file);
    rmSync(this.#path, { force: true });
    this.#file = undefined;
  }

  #isInMemory(page: number): boolean {
    if (this.#pages.get(page) !== undefined) return true;
    return !this.#inFile.has(page) && this.#pages.size < IN_MEMORY_MAX;
  }

  #read(page: number, bytes: Uint8Array): boolean {
    const found = this.#inFile.get(page);
    if (found === undefined || this.#file === undefined) return false;
    readSync(this.#file, bytes, 0, bytes.length, found.at);
    return true;
  }

  #write(page: number, { bytes, sums }: PageCopy): void {
    this.#file ??= openSync(this.#path, 'w+', 0o600);
    const known = this.#inFile.get(page);
    const at = known?.at ?? this.#inFile.size * bytes.length;
    writeSync(this.#file, bytes, 0, bytes.length, at);
    if (known === undefined) this.#inFile.set(page, { at, sums });
    else known.sums = sums;
  }

  #bufferOf(bytes: number): Uint8Array {
    if (this.#buffer.length !== bytes) this.#buffer = new Uint8Array(bytes);
    return this.#buffer;
  }
}
