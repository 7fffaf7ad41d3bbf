import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { objectNames } from '../format/names.ts';
import { type PackEntry, readPack } from '../format/read-pack.ts';
import { createSealer, type Sealer } from '../format/sealer.ts';
import { PackSpool } from './pack-spool.ts';
import { Spool } from './spool.ts';
import { StateStore, type StoreState } from './state-store.ts';

const GENERATION = '20260501T093000Z-0123abcd';

let root = '';
let state: StateStore;
let packs: PackSpool;
let lost: string[] = [];
const sealer = createSealer(undefined);
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pack-spool-'));
  state = new StateStore(root);
  open();
});
afterEach(() => {
  state.close();
  rmSync(root, { recursive: true });
});

function open(packSealer: Sealer = sealer): void {
  lost = [];
  const spool = new Spool(state, sealer);
  const onLost = (store: string): void => void lost.push(store);
  packs = new PackSpool({ generation: GENERATION, run: 'run', sealer: packSealer, state, spool, onLost });
}

function spooled(id: number): string {
  return join(root, 'archive', 'spool', String(id));
}

function newState(store: string): StoreState {
  return {
    store,
    commits: 3,
    position: undefined,
    logStart: 0,
    logStartPack: 1,
    lastPack: 0,
    timeMs: 0,
    needsImage: false,
    imageCommits: 0,
    imagedMs: 0,
    logBytes: 0,
  };
}

/** One frame of a transaction; by default the only one. */
function commit(store: StoreState, timeMs: number, { isLast } = { isLast: true }): void {
  const bytes = Buffer.alloc(512);
  const frame = { frame: 1, page: 1, pages: isLast ? 1 : 0, bytes, sums: [0, 0] as const, pageSums: undefined };
  packs.add(store, frame, { before: undefined, pagesBefore: 0, salts: '', timeMs });
}

function names(): readonly unknown[] {
  return state.db
    .prepare('SELECT name FROM packs ORDER BY first')
    .all()
    .map(({ name }) => name);
}

function nameOf(number: number): string {
  return objectNames.pack(GENERATION, { first: number, last: number, run: 'run' });
}

function entries(id: number, number: number): readonly PackEntry[] {
  return [...readPack(nameOf(number), sealer.open(nameOf(number), readFileSync(spooled(id))))];
}

const gap = (store: string, commits: number, timeMs: number): readonly PackEntry[] => [
  { kind: 'store', part: { store, commits, pagesBefore: 0, pageSize: 0 } },
  { kind: 'gap', timeMs },
];

test('a pack that the disk refuses leaves no hole in the numbers, and the next pack says whose commits are lost', () => {
  const [one, two] = [newState('p_one'), newState('p_two')];
  mkdirSync(`${spooled(1)}.part`);
  commit(one, 10);
  expect(() => packs.flush()).toThrow('EISDIR');
  commit(two, 20);
  packs.mention(newState('p_new'));
  expect(() => packs.flush()).toThrow('EISDIR');
  expect([lost, one.needsImage, two.needsImage]).toEqual([['p_one', 'p_two'], true, true]);
  expect([names(), packs.waitingSinceMs]).toEqual([[], 10]);
  rmSync(`${spooled(1)}.part`, { recursive: true });
  packs.flush();
  expect(names()).toEqual([nameOf(1)]);
  expect(entries(1, 1)).toEqual([...gap('p_one', 4, 10), ...gap('p_new', 3, 10), ...gap('p_two', 4, 10)]);
  expect(packs.waitingSinceMs).toBeUndefined();
  commit(newState('p_three'), 30);
  packs.flush();
  expect(names()).toEqual([nameOf(1), nameOf(2)]);
  expect(entries(2, 2).filter(({ kind }) => kind === 'gap')).toEqual([]);
});

test('a run goes on with the numbers that images need when the retention has deleted every pack', () => {
  commit(newState('p_one'), 10);
  packs.flush();
  state.db.exec("DELETE FROM packs; INSERT INTO images VALUES ('an image', 'p_one', NULL, 10, 2, 5)");
  open();
  expect(packs.next).toBe(2);
  state.saveStore({ ...newState('p_one'), logStartPack: 3 });
  open();
  expect(packs.next).toBe(3);
});

test('a pack whose file a power cut truncated keeps its name, and says whose commits are lost', () => {
  const store = newState('p_one');
  commit(store, 10);
  commit(store, 20);
  packs.drop({ store: 'p_two', droppedMs: 30 }, 7);
  writeFileSync(spooled(1), 'a part');
  open();
  expect(entries(1, 1)).toEqual([...gap('p_two', 7, 10), ...gap('p_one', 5, 10)]);
  expect(state.storesWithoutImage()).toEqual(['p_one']);
});

test('a pack for which there is no memory is lost like one that the disk refuses', () => {
  let failures = 1;
  open({
    ...sealer,
    seal(name, content, options) {
      if (failures === 0) return sealer.seal(name, content, options);
      failures -= 1;
      throw new RangeError('Array buffer allocation failed');
    },
  });
  const store = newState('p_one');
  commit(store, 10);
  expect(() => packs.flush()).toThrow('Array buffer allocation failed');
  expect([lost, store.needsImage, packs.waitingSinceMs]).toEqual([['p_one'], true, 10]);
  packs.flush();
  expect(entries(1, 1)).toEqual(gap('p_one', 4, 10));
});

test('a lost pack that has only a part of a transaction loses the transaction', () => {
  const [one, two] = [newState('p_one'), newState('p_two')];
  commit(one, 10, { isLast: false });
  packs.flush();
  commit(two, 20);
  mkdirSync(`${spooled(2)}.part`);
  commit(one, 10, { isLast: false });
  expect(() => packs.flush()).toThrow('EISDIR');
  rmSync(`${spooled(2)}.part`, { recursive: true });
  expect([one.commits, two.commits, packs.waitingSinceMs]).toEqual([4, 4, 10]);
  packs.flush();
  expect(entries(2, 2)).toEqual([...gap('p_two', 4, 10), ...gap('p_one', 4, 10)]);
});

test('a deleted store is forgotten after its last commits are in a pack, also when the disk refuses them', () => {
  const [one, two] = [newState('p_one'), newState('p_two')];
  for (const store of [one, two]) state.saveStore(store);
  state.db.exec(`CREATE TRIGGER early BEFORE INSERT ON dropped WHEN NOT EXISTS (SELECT 1 FROM packs)
    BEGIN SELECT RAISE(ABORT, 'too early'); END`);
  commit(one, 10);
  packs.drop({ store: 'p_one', droppedMs: 20 }, one.commits);
  expect(entries(1, 1).map(({ kind }) => kind)).toEqual(['store', 'page', 'commit', 'store', 'drop']);
  mkdirSync(`${spooled(3)}.part`);
  expect(() => packs.drop({ store: 'p_two', droppedMs: 30 }, two.commits)).toThrow('EISDIR');
  expect([state.storeNames(), state.db.prepare('SELECT dropped_ms FROM dropped').all()]).toEqual([
    [],
    [{ dropped_ms: 20 }, { dropped_ms: 30 }],
  ]);
});

test('a transaction that a new image has replaced does not count as lost later', () => {
  const store = newState('p_one');
  commit(store, 10, { isLast: false });
  packs.restart(store);
  mkdirSync(`${spooled(1)}.part`);
  expect(() => packs.flush()).toThrow('EISDIR');
  expect(store.commits).toBe(3);
});
