import { closeSync, fstatSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LogFile } from '../log/log-file.ts';
import { createStorePaths, type StorePaths } from '../store-paths.ts';
import type { OpenFiles } from './protocol.ts';
import { StoreFiles } from './store-files.ts';

const STORE = 'p_one';

let root = '';
let paths: StorePaths;
let db: DatabaseSync;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'store-files-'));
  mkdirSync(join(root, 'projects'));
  paths = createStorePaths(root);
  db = openStore();
});
afterEach(() => {
  db.close();
  rmSync(root, { recursive: true });
});

function openStore(): DatabaseSync {
  const opened = new DatabaseSync(paths.store(STORE));
  opened.exec('PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS t (n INTEGER); PRAGMA wal_checkpoint(RESTART)');
  opened.exec('INSERT INTO t VALUES (1)');
  return opened;
}

function saltsOfLog(): string {
  const log = LogFile.open(paths.log(STORE));
  log?.close();
  return log?.start.salts ?? '';
}

function countDescriptors(): number {
  return readdirSync('/proc/self/fd').length;
}

/** The files of one thread of the archiver after the other, which does not close them. */
function startThread(openFiles: Map<string, OpenFiles>): StoreFiles {
  const onChange = (store: string, files: OpenFiles | undefined): void => {
    if (files === undefined) openFiles.delete(store);
    else openFiles.set(store, files);
  };
  return new StoreFiles(paths, { openFiles: new Map(openFiles), onChange });
}

test('without a checkpoint the file is as it was, and any checkpoint ends that', () => {
  const files = new StoreFiles(paths);
  const file = files.find(STORE);
  expect(file?.isUnchangedSince(saltsOfLog())).toBe(true);
  expect(file?.isUnchangedSince('0123456789abcdef')).toBe(false);
  db.exec('PRAGMA wal_checkpoint(PASSIVE)');
  expect(file?.isUnchangedSince(saltsOfLog())).toBe(false);
  files.close(STORE);
});

test('a thread uses the files that the thread before it left open', () => {
  const before = countDescriptors();
  const openFiles = new Map<string, OpenFiles>();
  for (let round = 0; round < 5; round += 1) {
    const file = startThread(openFiles).find(STORE);
    expect(file?.isUnchangedSince(saltsOfLog())).toBe(true);
    expect(file?.readPage(1, new Uint8Array(4096))).toBe(true);
  }
  expect(countDescriptors()).toBe(before + 2);
  startThread(openFiles).close(STORE);
  expect(countDescriptors()).toBe(before);
});

test('the files of a store that was replaced while there was no thread are closed', () => {
  const before = countDescriptors();
  const openFiles = new Map<string, OpenFiles>();
  startThread(openFiles).find(STORE)?.isUnchangedSince(saltsOfLog());
  db.close();
  rmSync(paths.store(STORE));
  db = openStore();
  const files = startThread(openFiles);
  expect([countDescriptors(), openFiles.size]).toEqual([before, 0]);
  expect(files.find(STORE)?.isUnchangedSince(saltsOfLog())).toBe(true);
  files.close(STORE);
});

test('an index that cannot be opened leaves no descriptor behind that the next thread could close for another file', async () => {
  const openFiles = new Map<string, OpenFiles>();
  const file = startThread(openFiles).find(STORE);
  file?.isUnchangedSince(saltsOfLog());
  const index = openFiles.get(STORE)?.index;
  db.close();
  // A socket has a number in the folder, but cannot be opened.
  const socket = createServer();
  await new Promise<void>((resolve) => socket.listen(paths.index(STORE), resolve));
  expect(() => file?.isUnchangedSince('')).toThrow('ENXIO');
  expect(openFiles.get(STORE)?.index).toBeUndefined();
  const foreign = Array.from({ length: 8 }, () => openSync(import.meta.filename, 'r'));
  expect(foreign).toContain(index);
  await new Promise((resolve) => socket.close(resolve));
  db = openStore();
  for (const each of [file, startThread(openFiles).find(STORE)]) {
    expect(each?.isUnchangedSince(saltsOfLog())).toBe(true);
    for (const descriptor of foreign) expect(fstatSync(descriptor).isFile()).toBe(true);
  }
  for (const descriptor of foreign) closeSync(descriptor);
  startThread(openFiles).close(STORE);
});
