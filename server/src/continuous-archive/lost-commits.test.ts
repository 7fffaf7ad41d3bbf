import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { recoverNewest } from '../../test/recover-newest.ts';
import { NOTE_BYTES } from '../database/log-archive/index.ts';
import { createSealer } from './format/sealer.ts';
import { createFolderPlace } from './place/folder-place.ts';
import { createStorePaths } from './store-paths.ts';
import { ImageMaker } from './thread/image-maker.ts';
import { PackSpool } from './thread/pack-spool.ts';
import { PlaceCalls } from './thread/place-calls.ts';
import { Spool } from './thread/spool.ts';
import { StateStore } from './thread/state-store.ts';
import { StoreFiles } from './thread/store-files.ts';
import { StoreLogs } from './thread/store-logs.ts';

const STORE = 'p_one';
const GENERATION = '20260501T093000Z-0123abcd';
const RUN = 'run';
const PAGE_BYTES = 4096;
const LOG_HEADER_BYTES = 32;
const FRAME_BYTES = 24 + PAGE_BYTES;
/** With these rows a transaction needs several packs. */
const MANY_ROWS = 4000;

let root = '';
let db: DatabaseSync;
const sealer = createSealer(undefined);
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lost-commits-'));
  mkdirSync(join(root, 'projects'));
  db = new DatabaseSync(createStorePaths(root).store(STORE));
  db.exec(`PRAGMA page_size = ${PAGE_BYTES}; PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0`);
  db.exec('CREATE TABLE t (bytes BLOB); PRAGMA wal_checkpoint(TRUNCATE)');
});
afterEach(() => {
  db.close();
  rmSync(root, { recursive: true });
});

/** A transaction, with its note. */
function insertRows(timeMs: number, count = 1): void {
  db.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    INSERT INTO t SELECT randomblob(3000) FROM n`);
  const log = createStorePaths(root).log(STORE);
  const note = Buffer.alloc(NOTE_BYTES);
  readFileSync(log).copy(note, 0, 16, 24);
  note.writeUInt32LE((statSync(log).size - LOG_HEADER_BYTES) / FRAME_BYTES, 8);
  note.writeDoubleLE(timeMs, 16);
  appendFileSync(createStorePaths(root).notes(STORE), note);
}

function restartLog(): void {
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

interface Archiver {
  readonly logs: StoreLogs;
  readonly packs: PackSpool;
  readonly images: ImageMaker;
  readonly state: StateStore;
}

/** One thread of the archiver after the other. Nothing is flushed at its end. */
async function withArchiver(work: (archiver: Archiver) => Promise<void>, isUnsure = false): Promise<void> {
  const state = new StateStore(root);
  const spool = new Spool(state, sealer);
  const paths = createStorePaths(root);
  const logs = new StoreLogs({ paths, files: new StoreFiles(paths), state, isUnsure });
  const base = { generation: GENERATION, run: RUN, sealer, state, spool, paths };
  const packs = new PackSpool({ ...base, onLost: () => undefined });
  const folder = createFolderPlace(join(root, 'place'));
  const place = new PlaceCalls(folder, new AbortController().signal, () => undefined);
  logs.begin(packs);
  try {
    await work({ logs, packs, state, images: new ImageMaker({ ...base, packs, logs, place }) });
  } finally {
    logs.closeAll();
    for (const row of state.db.prepare('SELECT id, name FROM spool').all()) {
      const path = join(root, 'place', String(row['name']));
      mkdirSync(dirname(path), { recursive: true });
      copyFileSync(join(root, 'archive', 'spool', String(row['id'])), path);
    }
    state.close();
  }
}

/** As a checkpoint does before the log restarts. */
function takeAll({ logs, packs }: Archiver): void {
  logs.take(STORE, { isWhole: true });
  packs.flush();
  logs.emptyNotes(STORE);
}

/** Does the work, which fails, while the disk refuses the object after the next `after` ones. */
async function refuse({ state }: Archiver, after: number, work: () => unknown): Promise<void> {
  const last = Number(state.db.prepare('SELECT MAX(id) AS id FROM spool').get()?.['id']);
  const part = join(root, 'archive', 'spool', `${last + 1 + after}.part`);
  mkdirSync(part);
  await expect((async () => await work())()).rejects.toThrow('EISDIR');
  rmSync(part, { recursive: true });
}

/** The rows at a moment, and what is missing. */
async function recoverAt(atMs: number): Promise<readonly [number, string | undefined]> {
  const into = join(root, `recovered-${atMs}`);
  const { stores } = await recoverNewest({ place: createFolderPlace(join(root, 'place')), sealer, into, atMs }, [
    STORE,
  ]);
  const recovered = new DatabaseSync(createStorePaths(into).store(STORE));
  const row = recovered.prepare('SELECT count(*) AS count FROM t').get();
  recovered.close();
  return [Number(row?.['count']), stores[0]?.problem];
}

/** Archives an image and a commit at 10, which every moment before the gap needs. */
async function archiveBefore(archiver: Archiver): Promise<void> {
  insertRows(5);
  await archiver.images.make(STORE);
  insertRows(10);
  takeAll(archiver);
}

/** After the gap: a commit at 30, and the image that ends it. */
async function archiveAfter(archiver: Archiver): Promise<void> {
  insertRows(30);
  await archiver.images.make(STORE);
  takeAll(archiver);
}

const missing = expect.stringMatching(/^its commits in .* are missing$/);

test('commits of a log that went while no archiver ran are missing at moments since the first of them, until the next image', async () => {
  await withArchiver(archiveBefore);
  restartLog();
  insertRows(12);
  insertRows(13);
  restartLog();
  await withArchiver(async (archiver) => {
    insertRows(20);
    archiver.logs.take(STORE, { isWhole: false });
    await archiveAfter(archiver);
  });
  expect(await recoverAt(11)).toEqual([2, undefined]);
  expect(await recoverAt(12)).toEqual([2, missing]);
  expect(await recoverAt(25)).toEqual([2, missing]);
  expect(await recoverAt(30)).toEqual([6, undefined]);
});

test('a gap that no pack has said yet is found again after a kill', async () => {
  await withArchiver(archiveBefore);
  restartLog();
  insertRows(12);
  restartLog();
  await withArchiver(async ({ logs }) => logs.take(STORE, { isWhole: true }));
  await withArchiver(archiveAfter);
  expect(await recoverAt(11)).toEqual([2, undefined]);
  expect(await recoverAt(12)).toEqual([2, missing]);
  expect(await recoverAt(30)).toEqual([4, undefined]);
});

test('after a power cut that took notes, commits since the last archived one may be missing', async () => {
  await withArchiver(archiveBefore);
  restartLog();
  insertRows(12);
  restartLog();
  writeFileSync(createStorePaths(root).notes(STORE), '');
  await withArchiver(async (archiver) => {
    archiver.logs.take(STORE, { isWhole: true });
    await archiveAfter(archiver);
  }, true);
  expect(await recoverAt(9)).toEqual([1, undefined]);
  expect(await recoverAt(12)).toEqual([2, missing]);
  expect(await recoverAt(30)).toEqual([4, undefined]);
});

test('commits that come while the store needs an image are missing until it is made, also when a checkpoint ends their log', async () => {
  await withArchiver(async (archiver) => {
    await archiveBefore(archiver);
    archiver.logs.requireImage(STORE);
    insertRows(12);
    takeAll(archiver);
    restartLog();
    insertRows(20);
  });
  await withArchiver(archiveAfter);
  expect(await recoverAt(11)).toEqual([2, undefined]);
  expect(await recoverAt(13)).toEqual([2, missing]);
  expect(await recoverAt(30)).toEqual([5, undefined]);
});

test('commits that waited for a pack are missing after a kill, when the store needed an image and its log has gone', async () => {
  await withArchiver(async (archiver) => {
    const { logs } = archiver;
    await archiveBefore(archiver);
    insertRows(12);
    logs.take(STORE, { isWhole: true });
    logs.requireImage(STORE);
    insertRows(14);
    logs.take(STORE, { isWhole: true });
  });
  restartLog();
  await withArchiver(archiveAfter);
  expect(await recoverAt(11)).toEqual([2, undefined]);
  expect(await recoverAt(12)).toEqual([2, missing]);
  expect(await recoverAt(30)).toEqual([5, undefined]);
});

test('an image that the disk refuses is still needed after a kill', async () => {
  await withArchiver(async (archiver) => {
    insertRows(5);
    await refuse(archiver, 1, () => archiver.images.make(STORE));
    insertRows(10);
    takeAll(archiver);
  });
  const state = new StateStore(root);
  expect(state.storesWithoutImage()).toEqual([STORE]);
  state.close();
});

test.each([false, true])(
  'commits of a pack that the disk refuses are missing until the next image (killed: %s)',
  async (isKilled) => {
    await withArchiver(async (archiver) => {
      await archiveBefore(archiver);
      insertRows(12);
      await refuse(archiver, 0, () => takeAll(archiver));
      archiver.logs.take(STORE, { isWhole: true });
      if (!isKilled) takeAll(archiver);
    });
    restartLog();
    await withArchiver(archiveAfter);
    expect(await recoverAt(11)).toEqual([2, undefined]);
    expect(await recoverAt(13)).toEqual([2, missing]);
    expect(await recoverAt(30)).toEqual([4, undefined]);
  },
);

test.each([0, 1])('an import of several packs is missing when the disk refuses its pack %i', async (pack) => {
  await withArchiver(async (archiver) => {
    await archiveBefore(archiver);
    insertRows(12, MANY_ROWS);
    await refuse(archiver, pack, () => takeAll(archiver));
    takeAll(archiver);
    restartLog();
    await archiveAfter(archiver);
  });
  expect(await recoverAt(11)).toEqual([2, undefined]);
  expect(await recoverAt(13)).toEqual([2, missing]);
  expect(await recoverAt(30)).toEqual([MANY_ROWS + 3, undefined]);
});

test('a gap is known when its own pack is refused too', async () => {
  await withArchiver(async (archiver) => {
    await archiveBefore(archiver);
    archiver.logs.requireImage(STORE);
    insertRows(12);
    takeAll(archiver);
    restartLog();
    insertRows(20);
    archiver.logs.restart(STORE);
    await refuse(archiver, 0, () => archiver.packs.flush());
    await archiveAfter(archiver);
  });
  expect(await recoverAt(11)).toEqual([2, undefined]);
  expect(await recoverAt(13)).toEqual([2, missing]);
  expect(await recoverAt(30)).toEqual([5, undefined]);
});
