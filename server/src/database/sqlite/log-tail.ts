import { closeSync, fdatasyncSync, fstatSync, openSync, readSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { appendZeros } from './append-zeros.ts';
import { type LogEnd, LogIndex } from './log-index.ts';

/** Lengths in a log's file (https://www.sqlite.org/fileformat2.html#walformat). */
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const COMMIT_AT = 4;
const SALTS_AT = 8;
const SALTS_BYTES = 8;
/** A commit of one row changes about three pages. */
const FRAMES_AT_ONCE = 4;
const ROOM_BYTES_MIN = 64 * 1024;
const ROOM_BYTES_MAX = 4 * 1024 * 1024;

export interface LogRange {
  readonly salts: Buffer;
  readonly offset: number;
  readonly bytes: number;
}

/**
 * Copies the bytes that commits append to the log of a store. It finds their end in the frames that it copies,
 * because `LogIndex` is slower: SQLite prepares a pragma again for every call.
 */
export class LogTail {
  readonly #path: string;
  readonly #index: LogIndex;
  /** With `#frame`: the end of the log, once it is known. */
  readonly #salts = Buffer.alloc(SALTS_BYTES);
  #frame = 0;
  #frameBytes = 0;
  #isKnown = false;
  /**
   * Frames behind the end have the salts of the log: a transaction was undone, or was not recovered. `false` stays
   * valid when a COMMIT fails within its frames: after an error of input or output the thread reopens the store.
   */
  #hasLeftovers: boolean | undefined;
  #file: number | undefined;
  /** The length of the file when `makeRoom` was called last. */
  #fileBytes: number | undefined;

  constructor(storeFile: string, db: DatabaseSync) {
    this.#path = `${storeFile}-wal`;
    this.#index = new LogIndex(storeFile, db);
  }

  /** Call before a commit, when everything in the log is durable. */
  mark(): void {
    this.end();
    this.#hasLeftovers ??= this.#findLeftovers();
  }

  /** Copies what was committed since `mark`. Returns undefined when that is more than `target` can hold. */
  copy(target: Buffer): LogRange | undefined {
    const frames = this.#hasLeftovers === false ? this.#copyCommit(target) : undefined;
    if (frames === undefined) return this.#copyToEnd(target);
    const offset = this.#offset(this.#frame);
    this.#frame += frames;
    return { salts: this.#salts, offset, bytes: frames * this.#frameBytes };
  }

  /** Call after a commit that was not followed by `copy`. */
  forget(): void {
    this.#isKnown = false;
  }

  /** The salts are valid until the next call. */
  end(): Pick<LogEnd, 'salts' | 'frame'> {
    if (!this.#isKnown) this.#readEnd();
    return { salts: this.#salts, frame: this.#frame };
  }

  pagesToCopy(): number {
    return this.#index.pagesToCopy();
  }

  /**
   * Makes the file longer when the last commit has. Call this within a transaction that writes: then no other connection
   * appends to the log.
   */
  makeRoom(): void {
    const file = this.#open();
    let { size } = fstatSync(file);
    if (this.#fileBytes !== undefined && size > this.#fileBytes) {
      const bytes = Math.min(ROOM_BYTES_MAX, Math.max(ROOM_BYTES_MIN, size / 2));
      size = appendZeros(file, size, Math.floor(bytes));
    }
    this.#fileBytes = size;
  }

  sync(): void {
    fdatasyncSync(this.#open());
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    this.#index.close();
  }

  /** Returns the number of frames; undefined when the file does not show exactly one commit behind the known end. */
  #copyCommit(target: Buffer): number | undefined {
    // Another connection may have appended commits here before the log restarted.
    if (!this.#index.readSalts().equals(this.#salts)) return undefined;
    const portion = FRAMES_AT_ONCE * this.#frameBytes;
    let copied = 0;
    for (let frame = 0; ; frame += 1) {
      const at = frame * this.#frameBytes;
      const next = at + this.#frameBytes;
      if (next + FRAME_HEADER_BYTES > target.length) return undefined;
      if (next + FRAME_HEADER_BYTES > copied)
        copied += this.#read(target.subarray(copied, at + portion + FRAME_HEADER_BYTES), copied);
      if (next > copied || !this.#isOfLog(target, at)) return undefined;
      if (target.readUInt32BE(at + COMMIT_AT) === 0) continue;
      return next + FRAME_HEADER_BYTES <= copied && this.#isOfLog(target, next) ? undefined : frame + 1;
    }
  }

  #copyToEnd(target: Buffer): LogRange | undefined {
    const before = { salts: Buffer.from(this.#salts), frame: this.#frame };
    this.#readEnd();
    const from = before.salts.equals(this.#salts) ? before.frame : 0;
    const bytes = (this.#frame - from) * this.#frameBytes;
    if (bytes > target.length) return undefined;
    const offset = this.#offset(from);
    if (readSync(this.#open(), target, 0, bytes, offset) !== bytes)
      throw new Error(`${this.#path} ends before its committed frames`);
    return { salts: this.#salts, offset, bytes };
  }

  #readEnd(): void {
    const { salts, frame, pageBytes } = this.#index.readEnd();
    salts.copy(this.#salts);
    this.#frame = frame;
    this.#frameBytes = FRAME_HEADER_BYTES + pageBytes;
    this.#isKnown = true;
    this.#hasLeftovers = undefined;
  }

  #findLeftovers(): boolean {
    const header = Buffer.alloc(FRAME_HEADER_BYTES);
    return this.#read(header, 0) === header.length && this.#isOfLog(header, 0);
  }

  /** Reads from the known end on, without the first `skipped` bytes. */
  #read(target: Buffer, skipped: number): number {
    return readSync(this.#open(), target, 0, target.length, this.#offset(this.#frame) + skipped);
  }

  #isOfLog(frames: Buffer, at: number): boolean {
    return this.#salts.compare(frames, at + SALTS_AT, at + SALTS_AT + SALTS_BYTES) === 0;
  }

  #offset(frame: number): number {
    return HEADER_BYTES + frame * this.#frameBytes;
  }

  #open(): number {
    this.#file ??= openSync(this.#path, 'r+');
    return this.#file;
  }
}
