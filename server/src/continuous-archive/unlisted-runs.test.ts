import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { archiverData } from '../../test/archiver-data.ts';
import { recoverNewest } from '../../test/recover-newest.ts';
import { readPackName } from './format/names.ts';
import { createSealer } from './format/sealer.ts';
import { createFolderPlace } from './place/folder-place.ts';
import type { Place } from './place/place.ts';
import { createStorePaths } from './store-paths.ts';
import { Archiver } from './thread/archiver.ts';
import { StoreFiles } from './thread/store-files.ts';

const STORE = 'p_one';

let root = '';
let place: Place;
let db: DatabaseSync;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'unlisted-runs-'));
  mkdirSync(join(root, 'projects'));
  place = createFolderPlace(join(root, 'place'));
  db = new DatabaseSync(createStorePaths(root).store(STORE));
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (n INTEGER)');
});
afterEach(() => {
  db.close();
  rmSync(root, { recursive: true });
});

/** A run of the archiver that archives a pack for each commit. */
async function run(commits: readonly number[]): Promise<void> {
  const archiver = new Archiver({
    data: archiverData(root, join(root, 'place')),
    place,
    files: new StoreFiles(createStorePaths(root)),
    send: () => undefined,
    onLost: () => undefined,
  });
  await archiver.start();
  for (const n of commits) {
    db.prepare('INSERT INTO t VALUES (?)').run(n);
    archiver.noteCommits({ op: 'commits', stores: [STORE], sinceMs: Date.now(), atMs: Date.now() });
    await archiver.perform({ op: 'settle' });
  }
  await archiver.perform({ op: 'finish', withinMs: 0 });
}

async function objects(): Promise<readonly string[]> {
  return (await Array.fromAsync(place.list('generations/'))).map(({ name }) => name);
}

async function recoverFrom(listed: (name: string) => boolean, from = place) {
  const stale: Place = {
    ...from,
    async *list(prefix) {
      for await (const object of from.list(prefix)) if (listed(object.name)) yield object;
    },
  };
  const into = join(root, 'recovered');
  const { stores, damage } = await recoverNewest({ place: stale, sealer: createSealer(undefined), into }, [STORE]);
  const recovered = new DatabaseSync(createStorePaths(into).store(STORE));
  const rows = recovered.prepare('SELECT n FROM t').all();
  recovered.close();
  return { rows: rows.map(({ n }) => n), problem: stores[0]?.problem, damage: [...damage.keys()] };
}

test('packs of later runs are found by name when the list of the place has none of them', async () => {
  await run([1, 2]);
  const listed = new Set(await objects());
  await run([3, 4]);
  await run([]);
  await run([5]);
  expect(await recoverFrom((name) => listed.has(name))).toEqual({
    rows: [1, 2, 3, 4, 5],
    problem: undefined,
    damage: [],
  });
}, 60_000);

test('packs that the list lacks between two runs that it has are found by name', async () => {
  await run([1]);
  const first = await objects();
  await run([2]);
  const second = (await objects()).filter((name) => !first.includes(name));
  await run([3]);
  expect(await recoverFrom((name) => !second.includes(name))).toEqual({
    rows: [1, 2, 3],
    problem: undefined,
    damage: [],
  });
}, 60_000);

test('packs are found by name when the list of the place has no pack at all', async () => {
  await run([1]);
  await run([2]);
  expect(await recoverFrom((name) => readPackName(name) === undefined)).toEqual({
    rows: [1, 2],
    problem: undefined,
    damage: [],
  });
}, 60_000);
