import { randomUUID } from 'node:crypto';
import { closeSync, fdatasyncSync, fsyncSync, mkdirSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { appendZeros } from './append-zeros.ts';
import { DIRECTORY_MODE, journalDirectory, storeFile, syncDirectory } from './data-directory.ts';
import { JOURNAL_START, RECORD_BYTES_MAX, recordLength, sealRecord } from './journal-record.ts';
import type { LogTail } from './log-tail.ts';

const BUFFER_BYTES = 4 * 1024 * 1024;
const SYNCS_AT_ONCE = 4;
/** A new file gets longer in steps of this size. */
const ZEROS_BYTES = 2 * 1024 * 1024;

interface JournalFile {
  readonly path: string;
  readonly file: number;
  /** Stores whose logs may not be durable yet. */
  readonly stores: Set<string>;
  length: number;
  /** With the zeros behind its records. Never less than `length`: zeros are added from here on. */
  fileBytes: number;
  /** `settling`: full, and its logs are being made durable. `failed`: one of them could not be. */
  state: 'open' | 'settling' | 'failed';
}

/** Makes commits of many stores durable with one sync of copied parts of their logs; `replayJournals` restores them. */
export class CommitJournal {
  readonly #directory: string;
  readonly #fileBytesMax: number;
  readonly #buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  readonly #added: string[] = [];
  #filled = 0;
  #files: readonly [JournalFile, JournalFile] | undefined;

  constructor(directory: string, fileBytesMax: number) {
    this.#directory = directory;
    this.#fileBytesMax = fileBytesMax;
  }

  get hasRoom(): boolean {
    return this.#filled + recordLength('', RECORD_BYTES_MAX) + 64 <= BUFFER_BYTES;
  }

  /** Returns false when the commits are too large: then the store's own log must be made durable. */
  add(store: string, tail: Pick<LogTail, 'copy'>): boolean {
    const at = this.#filled;
    const bytesAt = at + recordLength(store, 0);
    const range = tail.copy(this.#buffer.subarray(bytesAt, bytesAt + RECORD_BYTES_MAX));
    if (range === undefined) return false;
    if (range.bytes === 0) return true;
    sealRecord(this.#buffer, at, { store, ...range }, range.bytes);
    this.#filled += recordLength(store, range.bytes);
    this.#added.push(store);
    return true;
  }

  /** Makes everything durable that was added. When it throws, the logs must be made durable one by one. */
  sync(): void {
    const length = this.#filled;
    const stores = this.#added.splice(0);
    this.#filled = 0;
    if (length === 0) return;
    const journal = this.#fileFor(length);
    if (journal.length + length > journal.fileBytes) this.#lengthen(journal);
    for (let written = 0; written < length; )
      written += writeSync(journal.file, this.#buffer, written, length - written, journal.length + written);
    fdatasyncSync(journal.file);
    journal.length += length;
    journal.fileBytes = Math.max(journal.fileBytes, journal.length);
    for (const store of stores) journal.stores.add(store);
  }

  /** Call when the thread has no store open. Keeps files whose records may still be needed. */
  close(): void {
    for (const { path, file, stores, state } of this.#files ?? []) {
      closeSync(file);
      if (state === 'failed') continue;
      for (const store of stores) syncLog(storeFile(this.#directory, store));
      unlinkSync(path);
    }
    this.#files = undefined;
  }

  #fileFor(length: number): JournalFile {
    this.#files ??= [this.#create(), this.#create()];
    for (const journal of this.#files) {
      if (journal.state !== 'open') continue;
      if (journal.length + length <= this.#fileBytesMax) return journal;
      void this.#settle(journal);
    }
    throw new Error('both files of the journal are full');
  }

  /** The names of the files are durable before anything relies on their content. */
  #create(): JournalFile {
    const folder = journalDirectory(this.#directory);
    mkdirSync(folder, { recursive: true, mode: DIRECTORY_MODE });
    const path = join(folder, randomUUID());
    const file = openSync(path, 'wx', 0o600);
    writeSync(file, JOURNAL_START, 0, JOURNAL_START.length, 0);
    fsyncSync(file);
    syncDirectory(folder);
    syncDirectory(this.#directory);
    const { length } = JOURNAL_START;
    return { path, file, stores: new Set(), length, fileBytes: length, state: 'open' };
  }

  /** Old records behind the new ones may stay: a record is valid as long as its log has not restarted. */
  #lengthen(journal: JournalFile): void {
    const { file, fileBytes } = journal;
    const bytes = Math.min(ZEROS_BYTES, this.#fileBytesMax - fileBytes);
    if (bytes > 0) journal.fileBytes = appendZeros(file, fileBytes, bytes);
  }

  /** A log that could not be synced once may be damaged without a further error, so its records are kept. */
  async #settle(journal: JournalFile): Promise<void> {
    journal.state = 'settling';
    const stores = [...journal.stores];
    const work = async (): Promise<void> => {
      for (let store = stores.pop(); store !== undefined; store = stores.pop())
        await syncLogLater(storeFile(this.#directory, store));
    };
    try {
      await Promise.all(Array.from({ length: SYNCS_AT_ONCE }, work));
    } catch {
      journal.state = 'failed';
      return;
    }
    journal.stores.clear();
    journal.length = JOURNAL_START.length;
    journal.state = 'open';
  }
}

/** A store without a log has copied its whole log into the database. */
async function syncLogLater(file: string): Promise<void> {
  const log = await open(`${file}-wal`, 'r').catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  try {
    await log?.datasync();
  } finally {
    await log?.close();
  }
}

function syncLog(file: string): void {
  let log: number;
  try {
    log = openSync(`${file}-wal`, 'r');
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  try {
    fdatasyncSync(log);
  } finally {
    closeSync(log);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
