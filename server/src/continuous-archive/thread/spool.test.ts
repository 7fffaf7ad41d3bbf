import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { objectNames } from '../format/names.ts';
import { createSealer } from '../format/sealer.ts';
import { Spool } from './spool.ts';
import { StateStore } from './state-store.ts';

const GENERATION = '20260501T093000Z-0123abcd';
const STORE = 'p_one';

const sealer = createSealer(undefined);
let root = '';
let state: StateStore;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'spool-'));
  state = new StateStore(root);
});
afterEach(() => {
  state.close();
  rmSync(root, { recursive: true });
});

function add(spool: Spool, name: string, save: () => void = () => undefined): void {
  const bytes = sealer.seal(name, Buffer.from(name));
  spool.add({ name, sinceMs: 1, bytes, stores: [{ store: STORE, commits: 3 }] }, save);
}

test.each([
  ['EIO', '/proc/self/mem'],
  ['ELOOP', '1'],
])('the archiver starts although reading a waiting object fails with %s: its stores need new images', (_, target) => {
  state.db.prepare('INSERT INTO stores VALUES (?, 3, NULL, NULL, NULL, NULL, 0, 1, 1, 0, 0, 1, 0, 0)').run(STORE);
  const before = new Spool(state, sealer);
  add(before, objectNames.pack(GENERATION, { first: 1, last: 1, run: 'run' }));
  add(before, 'whole');
  const file = join(root, 'archive', 'spool', '1');
  rmSync(file);
  symlinkSync(target, file);
  // The size of the file under `/proc`.
  state.db.exec('UPDATE spool SET bytes = 0 WHERE id = 1');
  const spool = new Spool(state, sealer);
  expect(state.storesWithoutImage()).toEqual([STORE]);
  const first = spool.first();
  expect([first?.id, first?.bytes]).toEqual([1, spool.bytes - sealer.seal('whole', Buffer.from('whole')).length]);
  expect(new Spool(state, sealer).bytes).toBe(spool.bytes);
});

test('the object that says that a store was deleted is made again when its file is lost', () => {
  const name = objectNames.dropped(GENERATION, { store: STORE, droppedMs: 5 });
  const spool = new Spool(state, sealer);
  spool.add({ name, sinceMs: 5, bytes: sealer.seal(name, Buffer.alloc(0)), stores: [] }, () => undefined);
  rmSync(join(root, 'archive', 'spool', '1'));
  const object = new Spool(state, sealer).first();
  expect(object?.name).toBe(name);
  expect(sealer.open(name, readFileSync(join(root, 'archive', 'spool', '1')))).toEqual(Buffer.alloc(0));
});

test('a lost image no longer counts as one, and what the place has of it waits to be deleted', () => {
  const image = { store: STORE, untilMs: 5, from: 0, until: 3, firstPack: 1, parts: 2, run: 'run' };
  const name = objectNames.image(GENERATION, image);
  const spool = new Spool(state, sealer);
  add(spool, name, () => {
    state.db.prepare("INSERT INTO images VALUES (?, ?, 'folder', 5, 1, 100)").run(name, STORE);
  });
  const object = spool.first();
  if (object !== undefined) spool.lose(object);
  expect(spool.first()).toBeUndefined();
  expect(state.db.prepare('SELECT * FROM images').all()).toEqual([]);
  expect(state.db.prepare('SELECT name, parts FROM lost_images').all()).toEqual([{ name, parts: 'folder' }]);
});
