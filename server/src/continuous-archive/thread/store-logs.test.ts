import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NOTE_BYTES } from '../../database/log-archive/index.ts';
import { createSealer } from '../format/sealer.ts';
import { createStorePaths } from '../store-paths.ts';
import { PackSpool } from './pack-spool.ts';
import { Spool } from './spool.ts';
import { StateStore } from './state-store.ts';
import { StoreFiles } from './store-files.ts';
import { StoreLogs } from './store-logs.ts';

const STORE = 'p_one';

let root = '';
let state: StateStore;
let logs: StoreLogs;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'store-logs-'));
  mkdirSync(join(root, 'projects'));
  state = new StateStore(root);
  const sealer = createSealer(undefined);
  const spool = new Spool(state, sealer);
  const paths = createStorePaths(root);
  logs = new StoreLogs({ paths, files: new StoreFiles(paths), state, isUnsure: false });
  const generation = '20260501T093000Z-0123abcd';
  logs.begin(new PackSpool({ generation, run: 'run', sealer, state, spool, onLost: () => undefined }));
});
afterEach(() => {
  logs.closeAll();
  state.close();
  rmSync(root, { recursive: true });
});

function writeStore(): void {
  const db = new DatabaseSync(createStorePaths(root).store(STORE));
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS t (n INTEGER); INSERT INTO t VALUES (1)');
  db.close();
}

/** A note of a commit in another log than the current one. */
function noteEarlierCommit(): void {
  writeFileSync(createStorePaths(root).notes(STORE), Buffer.alloc(NOTE_BYTES, 7));
}

test('an image can begin when the log of noted commits has gone: when many stores are in use, nothing keeps it', () => {
  writeStore();
  noteEarlierCommit();
  expect(existsSync(createStorePaths(root).log(STORE))).toBe(false);
  expect(logs.restart(STORE).needsImage).toBe(false);
  logs.take(STORE, { isWhole: true });
  expect(logs.find(STORE)?.needsImage).toBe(false);
});

test('an image can begin when notes of an earlier log are beside the current one', () => {
  writeStore();
  noteEarlierCommit();
  const db = new DatabaseSync(createStorePaths(root).store(STORE));
  db.exec('INSERT INTO t VALUES (2)');
  expect(logs.restart(STORE)).toMatchObject({ needsImage: false, commits: 2, logStart: 1 });
  db.close();
});

test('noted commits of a log that has gone need a new image', () => {
  writeStore();
  logs.restart(STORE);
  noteEarlierCommit();
  logs.take(STORE, { isWhole: true });
  expect(logs.find(STORE)?.needsImage).toBe(true);
});
