import { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { NOTES_SUFFIX } from '../../../src/database/log-archive/index.ts';
import type { Random } from './random.ts';

/** Fields of a log and its index (https://www.sqlite.org/walformat.html). */
const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const PAGE_BYTES_AT = 8;
const ATTEMPTED_AT = 128;

/**
 * Leaves a killed process's data directory as a power cut might: the stores, blobs and the names of notes were synced, everything else of
 * the archive was not, so any part of it may be gone. The next start sees another boot.
 */
export function cutPower(dataDir: string, random: Random): void {
  const archive = join(dataDir, 'archive');
  for (const file of filesOf(join(archive, 'spool'))) loseSome(file, random);
  for (const link of filesOf(join(archive, 'files'))) if (random.chance(0.5)) rmSync(link);
  for (const folder of [dataDir, join(dataDir, 'projects')]) {
    for (const file of filesOf(folder)) if (file.endsWith(NOTES_SUFFIX)) cut(file, random);
  }
  const state = join(archive, 'state.db');
  if (existsSync(`${state}-wal`)) cut(`${state}-wal`, random, syncedBytes(state));
  rmSync(`${state}-shm`, { force: true });
  const db = new DatabaseSync(state);
  try {
    db.exec("UPDATE meta SET value = 'the boot before' WHERE name = 'boot'");
  } catch (error) {
    // The tables themselves are gone.
    if (!/no such table/.test(String(error))) throw error;
  } finally {
    db.close();
  }
}

function loseSome(file: string, random: Random): void {
  const fate = random.below(4);
  if (fate === 0) rmSync(file);
  else if (fate === 1) cut(file, random);
  else if (fate === 2) writeFileSync(file, Buffer.alloc(statSync(file).size));
}

function cut(file: string, random: Random, kept = 0): void {
  const { size } = statSync(file);
  truncateSync(file, kept + random.below(Math.max(0, size - kept) + 1));
}

/** SQLite syncs the log before a checkpoint, and writes to its index how far the checkpoint goes. */
function syncedBytes(database: string): number {
  if (!existsSync(`${database}-shm`)) return 0;
  const [index, log] = [readFileSync(`${database}-shm`), readFileSync(`${database}-wal`)];
  if (index.length < ATTEMPTED_AT + 4 || log.length < LOG_HEADER_BYTES) return 0;
  const frameBytes = FRAME_HEADER_BYTES + log.readUInt32BE(PAGE_BYTES_AT);
  return Math.min(log.length, LOG_HEADER_BYTES + index.readUInt32LE(ATTEMPTED_AT) * frameBytes);
}

function filesOf(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => join(folder, name));
}
