import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import type { PageBuffers } from './page-buffers.ts';
import { PageMap } from './page-map.ts';
import type { SettledPages } from './settled-pages.ts';

const IN_MEMORY_MAX = 4096;
const HEADER_BYTES = 4;

/** The pages of a transaction whose commit was not seen yet: the first ones in memory, the others in a file. */
export class PendingPages {
  readonly #path: string;
  readonly #pages: PageMap;
  #file: number | undefined;
  #fileBytes = 0;
  #pageSize = 0;

  constructor(path: string, buffers: PageBuffers) {
    this.#path = path;
    this.#pages = new PageMap(buffers);
  }

  add(page: number, bytes: Uint8Array): void {
    this.#pageSize = bytes.length;
    if (this.#file === undefined && (this.#pages.has(page) || this.#pages.size < IN_MEMORY_MAX)) {
      this.#pages.set(page, bytes);
      return;
    }
    this.#file ??= openSync(this.#path, 'w+', 0o600);
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeUInt32LE(page);
    writeSync(this.#file, Buffer.concat([header, bytes]), 0, HEADER_BYTES + bytes.length, this.#fileBytes);
    this.#fileBytes += HEADER_BYTES + bytes.length;
  }

  /** Passes on all pages, the newest version of each last, and forgets them. */
  moveTo(settled: SettledPages): void {
    settled.adopt(this.#pages);
    if (this.#file !== undefined) this.#moveFile(this.#file, settled);
    this.clear();
  }

  clear(): void {
    this.#pages.clear();
    if (this.#file === undefined) return;
    closeSync(this.#file);
    rmSync(this.#path, { force: true });
    this.#file = undefined;
    this.#fileBytes = 0;
  }

  #moveFile(file: number, settled: SettledPages): void {
    const size = HEADER_BYTES + this.#pageSize;
    const buffer = Buffer.alloc(size);
    for (let at = 0; at < this.#fileBytes; at += size) {
      readSync(file, buffer, 0, size, at);
      settled.set(buffer.readUInt32LE(0), buffer.subarray(HEADER_BYTES));
    }
  }
}
