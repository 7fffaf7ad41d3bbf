import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import type { StorePaths } from '../store-paths.ts';
import type { OpenFiles } from './protocol.ts';

/** Each has two files open until it is deleted. Of other stores, only pages that the log has already are archived as differences. */
const STORES_MAX = 128;

/** Fields of the index of a log (https://www.sqlite.org/walformat.html#walidxfmt). */
const SALTS = { at: 32, bytes: 8 } as const;
/** Not zero once a checkpoint of the log has begun, and set before the first page is written. */
const ATTEMPTED = { at: 128, bytes: 4 } as const;

export interface StoreFilesOptions {
  /** Files that were left open by an earlier thread. */
  readonly openFiles?: ReadonlyMap<string, OpenFiles>;
  /** Hears of all that are open, so that the next thread can get them; undefined: those of the store are closed. */
  readonly onChange?: (store: string, files: OpenFiles | undefined) => void;
}

/**
 * Files of stores, for reading. Never closes them while SQLite uses them: that would release its locks (decision 0051).
 * A descriptor is forgotten before it is closed, because its number may then belong to another file of the process.
 */
export class StoreFiles {
  readonly #paths: StorePaths;
  readonly #onChange: (store: string, files: OpenFiles | undefined) => void;
  readonly #files = new Map<string, StoreFile>();

  constructor(paths: StorePaths, { openFiles = new Map(), onChange = () => undefined }: StoreFilesOptions = {}) {
    this.#paths = paths;
    this.#onChange = onChange;
    for (const [store, files] of openFiles) this.#adopt(store, files);
  }

  find(store: string): StoreFile | undefined {
    const known = this.#files.get(store);
    if (known !== undefined || this.#files.size >= STORES_MAX) return known;
    const file = openSync(this.#paths.store(store), 'r');
    const opened = this.#create(store, { file, index: undefined });
    this.#onChange(store, { file, index: undefined });
    return opened;
  }

  /** Call when the store is deleted and nothing has it open. */
  close(store: string): void {
    const file = this.#files.get(store);
    if (file === undefined) return;
    this.#files.delete(store);
    this.#onChange(store, undefined);
    file.close();
  }

  #adopt(store: string, files: OpenFiles): void {
    this.#create(store, files);
    // The store was deleted, or replaced, while there was no thread.
    if (statSync(this.#paths.store(store), { throwIfNoEntry: false })?.ino !== fstatSync(files.file).ino)
      this.close(store);
  }

  #create(store: string, files: OpenFiles): StoreFile {
    const indexPath = this.#paths.index(store);
    const onIndex = (index: number | undefined): void => this.#onChange(store, { file: files.file, index });
    const file = new StoreFile(files, { indexPath, onIndex });
    this.#files.set(store, file);
    return file;
  }
}

interface StoreFileOptions {
  readonly indexPath: string;
  readonly onIndex: (index: number | undefined) => void;
}

export class StoreFile {
  readonly #file: number;
  readonly #options: StoreFileOptions;
  readonly #field = Buffer.alloc(SALTS.bytes);
  #index: number | undefined;

  constructor({ file, index }: OpenFiles, options: StoreFileOptions) {
    this.#file = file;
    this.#index = index;
    this.#options = options;
  }

  /** Returns false behind the end of the file. */
  readPage(page: number, bytes: Uint8Array): boolean {
    return readSync(this.#file, bytes, 0, bytes.length, (page - 1) * bytes.length) === bytes.length;
  }

  /** Whether the store's file still is as it was when the log with these salts began. */
  isUnchangedSince(salts: string): boolean {
    const index = this.#openIndex();
    if (index === undefined) return false;
    // A restart of the log changes the salts first, so reading them first could miss one that resets the other field.
    const wasAttempted = this.#readField(index, ATTEMPTED)?.readUInt32LE() !== 0;
    return !wasAttempted && this.#readField(index, SALTS)?.toString('hex') === salts;
  }

  /** Valid until the next call; undefined behind the end of the index. */
  #readField(index: number, { at, bytes }: { readonly at: number; readonly bytes: number }): Buffer | undefined {
    return readSync(index, this.#field, 0, bytes, at) === bytes ? this.#field.subarray(0, bytes) : undefined;
  }

  /** Call once, at the end. */
  close(): void {
    closeSync(this.#file);
    if (this.#index !== undefined) closeSync(this.#index);
  }

  /** SQLite deletes the index with the last connection to a store, and creates another one. */
  #openIndex(): number | undefined {
    const { indexPath, onIndex } = this.#options;
    const current = statSync(indexPath, { throwIfNoEntry: false })?.ino;
    const known = this.#index;
    if (known !== undefined && fstatSync(known).ino === current) return known;
    if (known !== undefined) {
      this.#index = undefined;
      onIndex(undefined);
      closeSync(known);
    }
    if (current === undefined) return undefined;
    this.#index = openSync(indexPath, 'r');
    onIndex(this.#index);
    return this.#index;
  }
}
