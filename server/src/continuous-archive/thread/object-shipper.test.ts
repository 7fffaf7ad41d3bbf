import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { objectNames } from '../format/names.ts';
import { readPack } from '../format/read-pack.ts';
import { createSealer } from '../format/sealer.ts';
import { createFolderPlace } from '../place/folder-place.ts';
import { createStorePaths } from '../store-paths.ts';
import { FileKeeper, keepBlob } from './file-keeper.ts';
import { ObjectShipper } from './object-shipper.ts';
import { PlaceCalls } from './place-calls.ts';
import { Spool } from './spool.ts';
import { StateStore } from './state-store.ts';

const GENERATION = '20260501T093000Z-00000000';
const STORE = 'p_one';
const SHA256 = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

let dataDir = '';
let state: StateStore;
let names: string[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'object-shipper-'));
  state = new StateStore(dataDir);
  names = [];
});
afterEach(async () => {
  state.close();
  await rm(dataDir, { recursive: true, force: true });
});

function open(onPut: (name: string, spool: Spool) => void = () => undefined) {
  const folder = createFolderPlace(join(dataDir, 'place'));
  const sealer = createSealer(undefined);
  const spool = new Spool(state, sealer);
  const errors: string[] = [];
  const lost: string[] = [];
  const onLost = (stores: readonly string[]): void => void lost.push(...stores);
  const listening = {
    ...folder,
    async put(name: string, bytes: Uint8Array) {
      onPut(name, spool);
      await folder.put(name, bytes);
      names.push(name);
    },
    async putFile(name: string, path: string) {
      onPut(name, spool);
      await folder.putFile(name, path);
      names.push(name);
    },
  };
  const place = new PlaceCalls(listening, new AbortController().signal, () => undefined);
  const paths = createStorePaths(dataDir);
  const onError = (error: unknown): void => void errors.push(String(error));
  const base = { generation: GENERATION, sealer, state, spool, paths, place, onError };
  const files = new FileKeeper(base);
  return { ...base, files, errors, lost, shipper: new ObjectShipper({ ...base, files, seconds: 10, onLost }) };
}

async function addFile(id: string, atMs: number): Promise<void> {
  const paths = createStorePaths(dataDir);
  mkdirSync(dirname(paths.store(STORE)), { recursive: true });
  const db = new DatabaseSync(paths.store(STORE));
  db.exec('CREATE TABLE IF NOT EXISTS _files (id TEXT PRIMARY KEY, size INTEGER, checksum_sha256 TEXT)');
  db.prepare('INSERT INTO _files VALUES (?, 3, ?)').run(id, `${SHA256.slice(0, -1)}${names.length}${id}`);
  db.close();
  mkdirSync(dirname(paths.blob(STORE, id)), { recursive: true });
  writeFileSync(paths.blob(STORE, id), 'abc');
  await keepBlob(state, paths, { group: STORE, id, atMs });
}

function add(spool: Spool, name: string, stores: readonly string[] = []): void {
  const bytes = createSealer(undefined).seal(name, Buffer.from(name));
  spool.add({ name, sinceMs: 1, bytes, stores: stores.map((store) => ({ store, commits: 3 })) }, () => undefined);
}

test('the place learns that a generation is complete after every image, also after one that was made while files were sent', async () => {
  let isMade = false;
  const { shipper } = open((name, into) => {
    if (!name.includes('/files/')) return;
    add(into, 'the last image');
    isMade = true;
  });
  await addFile('00000001', 1);
  await shipper.run(() => isMade);
  expect(names.map((name) => name.split('/').at(-1))).toEqual(['0', 'the last image', 'complete']);
  expect([shipper.isIdle, shipper.incompleteSinceMs]).toEqual([true, undefined]);
});

test('while a store has no image, the generation is not complete, and the shipper has work left', async () => {
  const { shipper } = open();
  await shipper.run(() => false);
  expect(names).toEqual([]);
  expect(shipper.isIdle).toBe(false);
  expect(shipper.incompleteSinceMs).toBeTypeOf('number');
});

test('a file that cannot be read stays pending and is reported, and the others are archived', async () => {
  const { shipper, errors, files } = open();
  await addFile('00000001', 1);
  await addFile('00000002', 2);
  await rm(join(dataDir, 'archive', 'files', `${STORE}~00000001`));
  const unreadable = createStorePaths(dataDir).blob(STORE, '00000001');
  await rm(unreadable);
  mkdirSync(unreadable);
  await shipper.run(() => true);
  expect(names.filter((name) => name.includes('/files/')).length).toBe(1);
  expect(errors).toEqual([expect.stringContaining('EISDIR')]);
  expect(files.waitingSinceMs()).toBe(1);
  await rm(unreadable, { recursive: true });
  writeFileSync(unreadable, 'abc');
  await shipper.run(() => true);
  expect(names.filter((name) => name.includes('/files/')).length).toBe(2);
  expect(files.waitingSinceMs()).toBeUndefined();
});

test('an object whose file has gone is dropped and reported, its stores need new images, and the next one is sent', async () => {
  const { shipper, errors, lost, spool, place } = open();
  add(spool, 'gone', [STORE]);
  add(spool, 'there');
  await rm(join(dataDir, 'archive', 'spool', '1'));
  await shipper.run(() => true);
  expect(names.map((name) => name.split('/').at(-1))).toEqual(['there', 'complete']);
  expect(lost).toEqual([STORE]);
  expect(errors).toEqual([expect.stringContaining('is lost')]);
  expect([place.figures.errors, place.figures.failure]).toEqual([0, undefined]);
});

test('a pack whose file has gone is sent as one that says whose commits are lost, and the next one after it', async () => {
  const { shipper, errors, lost, spool, place, sealer } = open();
  const name = objectNames.pack(GENERATION, { first: 1, last: 1, run: 'run' });
  add(spool, name, [STORE]);
  add(spool, 'there');
  await rm(join(dataDir, 'archive', 'spool', '1'));
  await shipper.run(() => true);
  expect(names.slice(0, 3)).toEqual([objectNames.run(GENERATION, 1), name, 'there']);
  expect([lost, errors, spool.bytes]).toEqual([[STORE], [expect.stringContaining('is lost')], 0]);
  const content = sealer.open(name, (await place.get(name)) ?? Buffer.alloc(0));
  expect([...readPack(name, content)]).toEqual([
    { kind: 'store', part: { store: STORE, commits: 3, pagesBefore: 0, pageSize: 0 } },
    { kind: 'gap', timeMs: 1 },
  ]);
});

test.each([
  ['EIO', '/proc/self/mem'],
  ['ELOOP', '1'],
])(
  'an object that cannot be read (%s) is dropped and reported like one that has gone, and does not count as a fault of the place',
  async (code, target) => {
    const { shipper, errors, lost, spool, place } = open((name) => {
      if (name === 'unreadable') throw Object.assign(new Error(code), { code });
    });
    add(spool, 'unreadable', [STORE]);
    add(spool, 'there');
    const file = join(dataDir, 'archive', 'spool', '1');
    await rm(file);
    symlinkSync(target, file);
    await shipper.run(() => true);
    expect(names.map((name) => name.split('/').at(-1))).toEqual(['there', 'complete']);
    expect([lost, errors]).toEqual([[STORE], [expect.stringContaining('is lost')]]);
    expect([place.figures.errors, place.figures.failure]).toEqual([0, undefined]);
  },
);

test('an error of the place is one, also when a disk has the same: the object is sent again', async () => {
  let failures = 1;
  const { shipper, errors, lost, spool, place } = open((name) => {
    if (name !== 'refused' || failures === 0) return;
    failures -= 1;
    throw Object.assign(new Error('EIO: i/o error, write'), { code: 'EIO' });
  });
  add(spool, 'refused', [STORE]);
  await shipper.run(() => true);
  expect(names.map((name) => name.split('/').at(-1))).toEqual(['refused', 'complete']);
  expect([lost, errors, place.figures.errors]).toEqual([[], [], 1]);
});
