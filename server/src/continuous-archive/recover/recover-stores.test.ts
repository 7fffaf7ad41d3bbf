import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { recoverNewest } from '../../../test/recover-newest.ts';
import { objectNames, readPackName } from '../format/names.ts';
import { PackWriter } from '../format/pack-writer.ts';
import { createSealer } from '../format/sealer.ts';
import { createFolderPlace } from '../place/folder-place.ts';
import type { Place } from '../place/place.ts';
import { createStorePaths } from '../store-paths.ts';
import type { RecoveredStores } from './recover-stores.ts';

const STORE = 'p_one';
const GENERATION = '20260501T093000Z-0123abcd';
const PAGE_BYTES = 4096;
const RUN = 'run';

let root = '';
let place: Place;
const sealer = createSealer(undefined);
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'recover-stores-'));
  place = createFolderPlace(join(root, 'place'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

/** The bytes of a store with this many rows of the same table. */
function versions(count: number): readonly Buffer[] {
  const path = join(root, 'source.db');
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA page_size = ${PAGE_BYTES}; CREATE TABLE t (n INTEGER)`);
  const insert = db.prepare('INSERT INTO t VALUES (?)');
  const found = Array.from({ length: count }, (_, n) => {
    insert.run(n);
    return readFileSync(path);
  });
  db.close();
  return found;
}

async function put(name: string, content: Uint8Array): Promise<void> {
  await place.put(name, sealer.seal(name, content));
}

async function putImage(content: Buffer, commits: number): Promise<void> {
  const untilMs = commits * 10;
  const image = { store: STORE, untilMs, from: commits, until: commits, firstPack: 1, parts: 0, run: RUN };
  await put(objectNames.image(GENERATION, image), content);
}

/** A pack for each commit. The differences of `wrongCommit` are from pages that the store never had. */
async function putPacks(
  stores: readonly Buffer[],
  wrongCommit: number,
  names: readonly (readonly [number: number, run: string])[] = [],
): Promise<void> {
  for (const [index, after] of stores.slice(1).entries()) {
    const isWrong = index + 1 === wrongCommit;
    const before = Buffer.from((isWrong ? undefined : stores[index]) ?? after);
    if (isWrong) before.fill(1, 2000, 2004);
    const writer = new PackWriter();
    writer.beginStore({ store: STORE, commits: index, pagesBefore: 0, pageSize: PAGE_BYTES });
    for (let at = 0; at < after.length; at += PAGE_BYTES) {
      const pageOf = (bytes: Buffer): Buffer => bytes.subarray(at, at + PAGE_BYTES);
      writer.page(at / PAGE_BYTES + 1, pageOf(after), pageOf(before));
    }
    writer.commit(after.length / PAGE_BYTES, (index + 1) * 10);
    const [number, run] = names[index] ?? [index + 1, RUN];
    await put(objectNames.pack(GENERATION, { first: number, last: number, run }), writer.take());
  }
}

function recoverStore(from = place): Promise<RecoveredStores> {
  return recoverNewest({ place: from, sealer, into: join(root, 'data') }, [STORE]);
}

test('a wrong change in a whole pack ends its store at the commit before, and is named', async () => {
  const stores = versions(6);
  await putPacks(stores, 4);
  for (const commits of [0, 2]) await putImage(stores[commits] ?? Buffer.alloc(0), commits);
  const { stores: recovered } = await recoverStore();
  const pack = objectNames.pack(GENERATION, { first: 4, last: 4, run: RUN });
  expect(recovered).toEqual([{ store: STORE, timeMs: 30, problem: expect.stringContaining(pack) }]);
  expect(readFileSync(createStorePaths(join(root, 'data')).store(STORE)).equals(stores[3] ?? Buffer.alloc(0))).toBe(
    true,
  );
});

test('packs that the retention has deleted between two others are not missing, and those that it has not deleted are', async () => {
  const stores = versions(2);
  await putPacks(stores, 0);
  await putImage(stores[0] ?? Buffer.alloc(0), 0);
  const later = objectNames.pack(GENERATION, { first: 7, last: 7, run: RUN });
  const writer = new PackWriter();
  writer.beginStore({ store: 'p_two', commits: 0, pagesBefore: 0, pageSize: 0 });
  await put(later, writer.take());
  await put(objectNames.deletedPacks(GENERATION), Buffer.from('[[2,3,"run"],[5,6,"run"]]'));
  const { stores: recovered, damage } = await recoverStore();
  expect(recovered).toEqual([{ store: STORE, timeMs: 10, problem: undefined }]);
  expect([...damage.keys()]).toEqual([objectNames.pack(GENERATION, { first: 4, last: 4, run: RUN })]);
});

test.each([{ listed: [1] }, { listed: [1, 5] }])(
  'packs after deleted ones are found by name when the list of the place has only the packs $listed',
  async ({ listed }) => {
    const stores = versions(4);
    await putPacks(stores, 0, [
      [1, 'run1'],
      [4, 'run2'],
      [5, 'run3'],
    ]);
    await putImage(stores[0] ?? Buffer.alloc(0), 0);
    await put(objectNames.run(GENERATION, 5), Buffer.from('run3'));
    await put(objectNames.deletedPacks(GENERATION), Buffer.from('[[2,3,"run2"]]'));
    const { stores: recovered, damage } = await recoverStore({
      ...place,
      async *list(prefix) {
        for await (const object of place.list(prefix)) {
          const pack = readPackName(object.name);
          if (pack === undefined || listed.includes(pack.first)) yield object;
        }
      },
    });
    expect(recovered).toEqual([{ store: STORE, timeMs: 30, problem: undefined }]);
    expect([...damage.keys()]).toEqual([]);
  },
);

test('a pack of a run that a later run has replaced never follows the last pack of the later one', async () => {
  const stores = versions(4);
  const names = [[1, 'run1'] as const, [2, 'run3'] as const, [3, 'run2'] as const];
  await putPacks(stores, 0, names);
  await putImage(stores[0] ?? Buffer.alloc(0), 0);
  for (const [first, run] of names) await put(objectNames.run(GENERATION, first), Buffer.from(run));
  const { stores: recovered, damage } = await recoverStore();
  expect(recovered).toEqual([{ store: STORE, timeMs: 20, problem: undefined }]);
  expect(damage.size).toBe(0);
});

test('an image that is wrong is replaced by an older one, and no commit is lost', async () => {
  const stores = versions(6);
  await putPacks(stores, 0);
  const wrong = Buffer.from(stores[2] ?? Buffer.alloc(0));
  wrong.fill(1, 2000, 2004);
  await putImage(stores[0] ?? Buffer.alloc(0), 0);
  await putImage(wrong, 2);
  const { stores: recovered } = await recoverStore();
  expect(recovered).toEqual([{ store: STORE, timeMs: 50, problem: expect.stringContaining('checksum') }]);
  expect(readFileSync(createStorePaths(join(root, 'data')).store(STORE)).equals(stores[5] ?? Buffer.alloc(0))).toBe(
    true,
  );
});
