import { closeSync, fdatasyncSync, openSync, readSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { LogIndex } from './log-index.ts';

/** Lengths in a log's file (https://www.sqlite.org/fileformat2.html#walformat). */
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

export interface LogRange {
  readonly salts: Buffer;
  readonly offset: number;
  readonly bytes: number;
}

/** Finds and copies the bytes that commits of this thread append to the log of a store. */
export class LogTail {
  readonly #path: string;
  readonly #index: LogIndex;
  readonly #salts = Buffer.alloc(8);
  #frame = 0;
  #file: number | undefined;

  constructor(storeFile: string, db: DatabaseSync) {
    this.#path = `${storeFile}-wal`;
    this.#index = new LogIndex(storeFile, db);
  }

  /** Call when everything in the log is durable. */
  mark(): void {
    const { salts, frame } = this.#index.readEnd();
    salts.copy(this.#salts);
    this.#frame = frame;
  }

  /** Undefined when nothing was committed since `mark`. */
  range(): LogRange | undefined {
    const { salts, frame, pageBytes } = this.#index.readEnd();
    const from = salts.equals(this.#salts) ? this.#frame : 0;
    if (frame === from) return undefined;
    const frameBytes = FRAME_HEADER_BYTES + pageBytes;
    return { salts, offset: HEADER_BYTES + from * frameBytes, bytes: (frame - from) * frameBytes };
  }

  pagesToCopy(): number {
    return this.#index.pagesToCopy();
  }

  read({ offset, bytes }: LogRange, target: Buffer, at: number): void {
    const length = readSync(this.#open(), target, at, bytes, offset);
    if (length !== bytes) throw new Error(`${this.#path} ends before its committed frames`);
  }

  sync(): void {
    fdatasyncSync(this.#open());
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    this.#index.close();
  }

  #open(): number {
    this.#file ??= openSync(this.#path, 'r');
    return this.#file;
  }
}
