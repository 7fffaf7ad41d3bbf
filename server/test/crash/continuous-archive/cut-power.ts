import { randomInt } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { NOTES_SUFFIX } from '../../../src/database/log-archive.ts';

/**
 * Leaves a killed process's data directory as a power cut might: the stores, blobs and the names of notes were synced, everything else of
 * the archive was not, so any part of it may be gone. The next start sees another boot.
 */
export function cutPower(dataDir: string): void {
  const archive = join(dataDir, 'archive');
  for (const file of filesOf(join(archive, 'spool'))) loseSome(file);
  for (const link of filesOf(join(archive, 'files'))) if (randomInt(2) === 0) rmSync(link);
  for (const folder of [dataDir, join(dataDir, 'projects')]) {
    for (const file of filesOf(folder)) if (file.endsWith(NOTES_SUFFIX)) cut(file);
  }
  const state = join(archive, 'state.db');
  rmSync(`${state}-shm`, { force: true });
  if (existsSync(`${state}-wal`)) cut(`${state}-wal`);
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

function loseSome(file: string): void {
  const fate = randomInt(4);
  if (fate === 0) rmSync(file);
  else if (fate === 1) cut(file);
  else if (fate === 2) writeFileSync(file, Buffer.alloc(statSync(file).size));
}

function cut(file: string): void {
  truncateSync(file, randomInt(statSync(file).size + 1));
}

function filesOf(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => join(folder, name));
}
