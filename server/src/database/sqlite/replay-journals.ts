import { closeSync, existsSync, fsyncSync, openSync, readdirSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { journalDirectory, storeFile, syncDirectory } from './data-directory.ts';
import { type JournalRecord, readRecords } from './journal-record.ts';

/** Where a log's header has its salts (https://www.sqlite.org/fileformat2.html#walformat). */
const SALTS_AT = 16;
const OPEN_MAX = 200;

/**
 * Completes logs after a power cut; call this before any store is opened. Skips logs that have restarted since, which
 * are in their databases. The bytes that a record replaces are either the same, or were never durable.
 */
export function replayJournals(directory: string): void {
  const folder = journalDirectory(directory);
  if (!existsSync(folder)) return;
  const names = readdirSync(folder);
  if (names.length === 0) return;
  const logs = new Logs(directory);
  try {
    for (const name of names) replay(join(folder, name), logs);
  } finally {
    logs.close();
  }
  for (const name of names) unlinkSync(join(folder, name));
  syncDirectory(folder);
}

function replay(path: string, logs: Logs): void {
  const file = openSync(path, 'r');
  try {
    for (const record of readRecords(file)) logs.write(record);
  } finally {
    closeSync(file);
  }
}

/** Logs that are being completed; they are durable once they are closed. */
class Logs {
  readonly #directory: string;
  readonly #open = new Map<string, { readonly file: number; readonly salts: Buffer }>();

  constructor(directory: string) {
    this.#directory = directory;
  }

  write({ store, salts, offset, bytes }: JournalRecord): void {
    const log = this.#log(store);
    if (log === undefined || !log.salts.equals(salts)) return;
    for (let written = 0; written < bytes.length; )
      written += writeSync(log.file, bytes, written, bytes.length - written, offset + written);
  }

  close(): void {
    for (const { file } of this.#open.values()) {
      fsyncSync(file);
      closeSync(file);
    }
    this.#open.clear();
  }

  #log(store: string): { readonly file: number; readonly salts: Buffer } | undefined {
    const known = this.#open.get(store);
    if (known !== undefined) return known;
    const path = `${storeFile(this.#directory, store)}-wal`;
    if (!existsSync(path)) return undefined;
    if (this.#open.size >= OPEN_MAX) this.close();
    const file = openSync(path, 'r+');
    const salts = Buffer.alloc(8);
    readSync(file, salts, 0, salts.length, SALTS_AT);
    const log = { file, salts };
    this.#open.set(store, log);
    return log;
  }
}
