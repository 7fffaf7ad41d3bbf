import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { archiverData } from '../../../test/archiver-data.ts';
import { readPack } from '../format/read-pack.ts';
import { createSealer } from '../format/sealer.ts';
import { createFolderPlace } from '../place/folder-place.ts';
import type { Place } from '../place/place.ts';
import { findGenerations } from '../recover/find-generations.ts';
import { createStorePaths } from '../store-paths.ts';
import { Archiver } from './archiver.ts';
import type { ArchiverFigures } from './protocol.ts';
import { StateStore } from './state-store.ts';
import { StoreFiles } from './store-files.ts';

const STORE = 'p_one';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'archiver-'));
  mkdirSync(join(root, 'projects'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

function open(place: Partial<Place> = {}) {
  const directory = join(root, 'place');
  const paths = createStorePaths(root);
  let figures: ArchiverFigures | undefined;
  const archiver = new Archiver({
    data: archiverData(root, directory),
    place: { ...createFolderPlace(directory), ...place },
    files: new StoreFiles(paths),
    send(message) {
      if (message.op === 'figures') figures = message.figures;
    },
    onLost: () => undefined,
  });
  return { archiver, paths, figures: () => figures };
}

async function start(place: Partial<Place> = {}) {
  const opened = open(place);
  await opened.archiver.start();
  return opened;
}

test('a run that ends before it has looked for what a power cut took leaves this to the next one', async () => {
  const state = new StateStore(root);
  state.setMeta('boot', 'the boot before');
  open();
  expect(state.meta('boot')).toBe('the boot before');
  const { archiver } = await start();
  expect(state.meta('boot')).not.toBe('the boot before');
  state.close();
  await archiver.perform({ op: 'settle' });
  await archiver.perform({ op: 'finish', withinMs: 0 });
});

test('a store that was deleted while no archiver ran is named as cut since its last archived commit', async () => {
  const first = await start();
  const state = new StateStore(root);
  const db = new DatabaseSync(first.paths.store(STORE));
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (n INTEGER)');
  first.archiver.noteCommits({ op: 'commits', stores: [STORE], sinceMs: Date.now(), atMs: Date.now() });
  await first.archiver.perform({ op: 'settle' });
  const { commits = 0, timeMs = 0 } = state.findStore(STORE) ?? {};
  await first.archiver.perform({ op: 'finish', withinMs: 0 });
  db.close();
  rmSync(first.paths.store(STORE));
  const { archiver } = await start();
  await archiver.perform({ op: 'settle' });
  const [generation] = await findGenerations(createFolderPlace(join(root, 'place')));
  const name = generation?.packs.at(-1)?.name ?? '';
  const pack = createSealer(undefined).open(name, readFileSync(join(root, 'place', name)));
  expect([...readPack(name, pack)]).toEqual([
    { kind: 'store', part: { store: STORE, commits: commits + 1, pagesBefore: 0, pageSize: 0 } },
    { kind: 'gap', timeMs },
    { kind: 'store', part: { store: STORE, commits: commits + 1, pagesBefore: 0, pageSize: 0 } },
    { kind: 'drop', timeMs: generation?.dropped.get(STORE) },
  ]);
  expect([state.findStore(STORE), state.storesWithoutImage()]).toEqual([undefined, []]);
  state.close();
  await archiver.perform({ op: 'finish', withinMs: 0 });
}, 30_000);

test('a store that cannot be read is a failure of the archive, but not of its place', async () => {
  const { archiver, paths, figures } = await start();
  await archiver.perform({ op: 'settle' });
  new DatabaseSync(paths.store(STORE)).close();
  archiver.noteCommits({ op: 'commits', stores: [STORE], sinceMs: Date.now(), atMs: Date.now() });
  mkdirSync(paths.log(STORE));
  await expect
    .poll(figures, { timeout: 20_000 })
    .toMatchObject({ failure: expect.stringContaining('EISDIR'), placeFailure: undefined });
  await archiver.perform({ op: 'finish', withinMs: 0 }).catch(() => undefined);
}, 30_000);

test('a place that cannot be used is a failure of the archive and of its place', async () => {
  const put = (): Promise<void> => Promise.reject(new Error('the place is full'));
  const { archiver, figures } = await start({ put, putFile: put });
  const failure = expect.stringContaining('the place is full');
  await expect.poll(figures, { timeout: 20_000 }).toMatchObject({ failure, placeFailure: failure });
  await archiver.perform({ op: 'finish', withinMs: 0 });
}, 30_000);
