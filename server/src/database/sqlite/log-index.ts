import { closeSync, openSync, readSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** Fields of the log's header (https://www.sqlite.org/fileformat2.html#walformat). */
const HEADER_BYTES = 32;
const PAGE_BYTES_AT = 8;
const SALTS_AT = 16;
const SALTS_BYTES = 8;

/** Reports the length of the log, and copies nothing. The columns are: busy, frames in the log, frames copied. */
const READ_LENGTH = 'PRAGMA wal_checkpoint(NOOP)';

export interface LogEnd {
  /** Change whenever the log restarts. */
  readonly salts: Buffer;
  readonly frame: number;
  readonly pageBytes: number;
}

/** Never opens the `-shm` file: closing it would release all locks of this process on it (docs/decisions/0051). */
export class LogIndex {
  readonly #path: string;
  readonly #db: DatabaseSync;
  readonly #header = Buffer.alloc(HEADER_BYTES);
  readonly #salts = this.#header.subarray(SALTS_AT, SALTS_AT + SALTS_BYTES);
  #readLength: StatementSync | undefined;
  #file: number | undefined;

  /** `db`: a connection to the store, which must not be in a transaction when it is used here. */
  constructor(storeFile: string, db: DatabaseSync) {
    this.#path = `${storeFile}-wal`;
    this.#db = db;
  }

  /** The salts are valid until the next call. */
  readEnd(): LogEnd {
    const salts = this.readSalts();
    return { salts, frame: this.#lengths().frames, pageBytes: this.#header.readUInt32BE(PAGE_BYTES_AT) };
  }

  /** Valid until the next call. */
  readSalts(): Buffer {
    this.#file ??= openSync(this.#path, 'r');
    const length = readSync(this.#file, this.#header, 0, HEADER_BYTES, 0);
    this.#header.fill(0, length);
    return this.#salts;
  }

  pagesToCopy(): number {
    const { frames, copied } = this.#lengths();
    return Math.max(0, frames - copied);
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #lengths(): { readonly frames: number; readonly copied: number } {
    this.#readLength ??= this.#db.prepare(READ_LENGTH);
    const { log, checkpointed } = this.#readLength.get() ?? {};
    return { frames: Number(log ?? 0), copied: Number(checkpointed ?? 0) };
  }
}
