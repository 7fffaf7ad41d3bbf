import { closeSync, openSync, writeSync } from 'node:fs';
import { PageMap } from './page-map.ts';

const PAGES_MAX = 2048;
const BATCH_BYTES = 1024 * 1024;

/** Writes only the last version of each page, and neighbours together: most commits change the same few pages. */
export class SettledPages {
  readonly #path: string;
  readonly #pages = new PageMap();
  #file: number | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  set(page: number, bytes: Uint8Array): void {
    this.#pages.set(page, bytes);
    if (this.#pages.size >= PAGES_MAX) this.#write();
  }

  flush(): void {
    if (this.#pages.size > 0) this.#write();
    this.#pages.release();
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

  #write(): void {
    const file = this.file();
    const batch = new Uint8Array(BATCH_BYTES);
    let [start, length] = [0, 0];
    const writeBatch = (): void => writeAll(file, batch.subarray(0, length), start);
    for (const [page, bytes] of this.#pages.sorted()) {
      const at = (page - 1) * bytes.length;
      if (at !== start + length || length + bytes.length > BATCH_BYTES) {
        writeBatch();
        [start, length] = [at, 0];
      }
      batch.set(bytes, length);
      length += bytes.length;
    }
    writeBatch();
    this.#pages.clear();
  }
}

function writeAll(file: number, bytes: Uint8Array, at: number): void {
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(file, bytes, written, bytes.length - written, at + written);
  }
}
