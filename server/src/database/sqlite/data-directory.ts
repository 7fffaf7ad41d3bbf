import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolderSync } from '../../platform/make-folder.ts';
import type { StoreName } from '../database.ts';
import { NOTES_SUFFIX } from '../log-archive/index.ts';

const PROJECT_STORE = /^p_[0-9a-z]{1,60}$/;
export const DIRECTORY_MODE = 0o700;

export function storeFile(directory: string, store: string): string {
  if (store === 'control') return join(directory, 'control.db');
  if (!PROJECT_STORE.test(store)) throw new Error(`no store can be called ${JSON.stringify(store)}`);
  return join(directory, 'projects', `${store}.db`);
}

export function exportsDirectory(directory: string): string {
  return join(directory, 'spool');
}

export function journalDirectory(directory: string): string {
  return join(directory, 'journal');
}

export function snapshotDirectory(directory: string): string {
  return join(directory, 'cache', 'snapshots');
}

export function prepareDirectory(directory: string): void {
  makeFolderSync(join(directory, 'projects'));
  syncDirectory(directory);
}

export function clearExports(directory: string): void {
  rmSync(exportsDirectory(directory), { recursive: true, force: true });
  mkdirSync(exportsDirectory(directory), { recursive: true, mode: DIRECTORY_MODE });
  rmSync(snapshotDirectory(directory), { recursive: true, force: true });
}

export function listStores(directory: string): StoreName[] {
  const names = readdirSync(join(directory, 'projects'))
    .filter((file) => file.endsWith('.db'))
    .map((file) => file.slice(0, -'.db'.length));
  return names.filter((name): name is StoreName => PROJECT_STORE.test(name));
}

/** Deletes the main file last: an interrupted removal stays listed and can be repeated. */
export function removeStore(directory: string, store: string): void {
  const file = storeFile(directory, store);
  for (const suffix of ['-shm', '-wal', '-journal', NOTES_SUFFIX, '']) rmSync(file + suffix, { force: true });
  syncDirectory(join(directory, 'projects'));
}

export function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
