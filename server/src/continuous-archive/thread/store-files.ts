import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import type { StorePaths } from '../store-paths.ts';

/** Each has two files open until it is deleted. Of other stores, only pages that the log has already are archived as differences. */
const STORES_MAX = 128;

/** Fields of the index of a log (https://www.sqlite.org/walformat.html#walidxfmt). */
const INDEX_BYTES = 136;
const SALTS_AT = 32;
const SALTS_END = 40;
/** Not zero once a checkpoint of the log has begun, and set before the first page is written. */
const ATTEMPTED_AT = 128;

/** Files of stores, for reading. Never closes them while SQLite uses them: that would release its locks (decision 0051). */
export class StoreFiles {
  readonly #paths: StorePaths;
  readonly #files = new Map<string, StoreFile>();

  constructor(paths: StorePaths) {
    this.#paths = paths;
  }

  find(store: string): StoreFile | undefined {
    const known = this.#files.get(store);
    if (known !== undefined || this.#files.size >= STORES_MAX) return known;
    const file = new StoreFile(this.#paths.store(store), this.#paths.index(store));
    this.#files.set(store, file);
    return file;
  }

  /** Call when the store is deleted and nothing has it open. */
  close(store: string): void {
    this.#files.get(store)?.close();
    this.#files.delete(store);
  }
}

export class StoreFile {
  readonly #file: number;
  readonly #indexPath: string;
  readonly #header = Buffer.alloc(INDEX_BYTES);
  #index: number | undefined;

  constructor(path: string, indexPath: string) {
    this.#file = openSync(path, 'r');
    this.#indexPath = indexPath;
  }

  /** Returns false behind the end of the file. */
  readPage(page: number, bytes: Uint8Array): boolean {
    return readSync(this.#file, bytes, 0, bytes.length, (page - 1) * bytes.length) === bytes.length;
  }

  /** Whether the store's file still is as it was when the log with these salts began. */
  isUnchangedSince(salts: string): boolean {
    const index = this.#openIndex();
    if (index === undefined) return false;
    const header = this.#header;
    if (readSync(index, header, 0, INDEX_BYTES, 0) < INDEX_BYTES) return false;
    return header.toString('hex', SALTS_AT, SALTS_END) === salts && header.readUInt32LE(ATTEMPTED_AT) === 0;
  }

  close(): void {
    closeSync(this.#file);
    if (this.#index !== undefined) closeSync(this.#index);
    this.#index = undefined;
  }

  /** SQLite deletes the index with the last connection to a store, and creates another one. */
  #openIndex(): number | undefined {
    const current = statSync(this.#indexPath, { throwIfNoEntry: false })?.ino;
    if (this.#index !== undefined && fstatSync(this.#index).ino === current) return this.#index;
    if (this.#index !== undefined) closeSync(this.#index);
    this.#index = current === undefined ? undefined : openSync(this.#indexPath, 'r');
    return this.#index;
  }
}
