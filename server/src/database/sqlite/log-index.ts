import { closeSync, openSync, readSync } from 'node:fs';

/** Fields of the log's index (https://www.sqlite.org/walformat.html#the_wal_index_file_format). */
const HEADER_BYTES = 48;
const PAGE_SIZE_AT = 14;
const LAST_FRAME_AT = 16;
const SALTS_AT = 32;
const SALTS_BYTES = 8;
/** The size is stored in 16 bits, so this value means the largest page. */
const LARGEST_PAGE = { stored: 1, bytes: 65_536 };

/** Where the committed part of a log ends. */
export interface LogEnd {
  /** Change whenever the log restarts. */
  readonly salts: Buffer;
  readonly frame: number;
  readonly pageBytes: number;
}

/** Reads the index of a store's log. The store must be open, and its log must exist. */
export class LogIndex {
  readonly #path: string;
  readonly #header = Buffer.alloc(HEADER_BYTES);
  #file: number | undefined;

  constructor(storeFile: string) {
    this.#path = `${storeFile}-shm`;
  }

  /** The salts are valid until the next call. */
  readEnd(): LogEnd {
    this.#file ??= openSync(this.#path, 'r');
    readSync(this.#file, this.#header, 0, HEADER_BYTES, 0);
    // The index is in the byte order of the machine; every supported one is little-endian.
    const stored = this.#header.readUInt16LE(PAGE_SIZE_AT);
    return {
      salts: this.#header.subarray(SALTS_AT, SALTS_AT + SALTS_BYTES),
      frame: this.#header.readUInt32LE(LAST_FRAME_AT),
      pageBytes: stored === LARGEST_PAGE.stored ? LARGEST_PAGE.bytes : stored,
    };
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}
