import { mkdirSync } from 'node:fs';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readDeletedPacks } from '../format/deleted-packs.ts';
import { objectNames, readPackName } from '../format/names.ts';
import { PackWriter } from '../format/pack-writer.ts';
import { readPack } from '../format/read-pack.ts';
import { createSealer } from '../format/sealer.ts';
import { createFolderPlace } from '../place/folder-place.ts';
import { createStorePaths } from '../store-paths.ts';
import { FileKeeper } from './file-keeper.ts';
import { PackMerger } from './pack-merger.ts';
import { PlaceCalls } from './place-calls.ts';
import { Retention } from './retention.ts';
import { Spool } from './spool.ts';
import { StateStore } from './state-store.ts';

const GENERATION = '20260501T093000Z-00000000';
const RUN = 'run';
/** Follows `RUN`, and has written no pack. */
const CURRENT_RUN = 'run2';
const PAGE_BYTES = 4096;
const MB = 1024 * 1024;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const DAYS = 7;
const NOW_MS = Date.UTC(2026, 4, 31);
/** The oldest moment that is kept, with the time that a recovery of it may take. */
const HORIZON_MS = NOW_MS - DAYS * DAY_MS - 6 * HOUR_MS;

let dataDir = '';
let state: StateStore;
let archive: ReturnType<typeof openArchive>;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'retention-'));
  state = new StateStore(dataDir);
  archive = openArchive();
});
afterEach(async () => {
  state.close();
  await rm(dataDir, { recursive: true, force: true });
});

function openArchive(objectsOf = createFolderPlace(join(dataDir, 'place'))) {
  const stale: string[] = [];
  const errors: unknown[] = [];
  const sealer = createSealer(undefined);
  const place = new PlaceCalls(objectsOf, new AbortController().signal, () => undefined);
  const paths = createStorePaths(dataDir);
  const onError = (error: unknown): void => void errors.push(error);
  const base = { generation: GENERATION, run: RUN, sealer, state, paths, place, onError };
  const files = new FileKeeper(base);
  const retention = new Retention({
    ...base,
    run: CURRENT_RUN,
    files,
    days: DAYS,
    onStale: (store) => void stale.push(store),
  });
  return { ...base, retention, merger: new PackMerger(base), stale, errors };
}

async function objects(): Promise<readonly string[]> {
  const found = await Array.fromAsync(createFolderPlace(join(dataDir, 'place')).list('generations/'));
  return found.map(({ name }) => name).sort();
}

interface Image {
  readonly store: string;
  readonly untilMs: number;
  readonly firstPack: number;
  readonly parts?: number;
}

/** Returns the names of its objects. */
async function putImage({ store, untilMs, firstPack, parts = 0 }: Image): Promise<readonly string[]> {
  const name = objectNames.image(GENERATION, { store, untilMs, from: 0, until: 1, firstPack, parts, run: RUN });
  const folder = parts === 0 ? null : objectNames.imageParts(GENERATION, store, String(untilMs));
  const all = [name, ...Array.from({ length: parts }, (_, part) => objectNames.imagePart(folder ?? '', part))];
  for (const each of all) await archive.place.put(each, archive.sealer.seal(each, Buffer.from('pages')));
  state.db
    .prepare('INSERT INTO images (name, store, parts, until_ms, first_pack, bytes) VALUES (?, ?, ?, ?, ?, 5)')
    .run(name, store, folder, untilMs, firstPack);
  return all;
}

/** Each pack has pages of its own. */
function pagesOf(number: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => 1000 * (number - 1) + index + 1);
}

async function putPack(number: number, lastMs: number, count = 1): Promise<string> {
  const name = objectNames.pack(GENERATION, { first: number, last: number, run: RUN });
  const writer = new PackWriter();
  writer.beginStore({ store: 'p_one', commits: number, pagesBefore: 0, pageSize: PAGE_BYTES });
  for (const page of pagesOf(number, count)) writer.page(page, Buffer.alloc(PAGE_BYTES, number));
  writer.commit(1, lastMs);
  const bytes = archive.sealer.seal(name, writer.take());
  await archive.place.put(name, bytes);
  state.db
    .prepare('INSERT INTO packs (name, first, last, bytes, last_ms) VALUES (?, ?, ?, ?, ?)')
    .run(name, number, number, bytes.length, lastMs);
  return name;
}

interface Store {
  readonly lastPack?: number;
  readonly commits?: number;
  readonly imageCommits?: number;
  readonly imagedMs?: number;
  readonly logBytes?: number;
}

function saveStore(store: string, more: Store = {}): void {
  const { lastPack = 0, commits = 1, imageCommits = 1, imagedMs = NOW_MS, logBytes = 0 } = more;
  const position = { position: undefined, logStart: 0, logStartPack: 1, timeMs: NOW_MS, needsImage: false };
  state.saveStore({ store, commits, lastPack, imageCommits, imagedMs, logBytes, ...position });
}

async function putFile(id: string, content: string, goneMs: number | null): Promise<string> {
  const hidden = archive.sealer.hide(content);
  const name = objectNames.file(GENERATION, hidden, 0);
  await archive.place.put(name, archive.sealer.seal(name, Buffer.from(content)));
  state.db.prepare(`INSERT INTO files VALUES ('p_one', ?, ?, 100, ?)`).run(id, hidden, goneMs);
  return name;
}

describe('images', () => {
  test('the last image from before the oldest kept moment stays with its parts, and older ones are deleted', async () => {
    saveStore('p_one');
    await putImage({ store: 'p_one', untilMs: HORIZON_MS - 2 * DAY_MS, firstPack: 1, parts: 3 });
    const kept = [
      ...(await putImage({ store: 'p_one', untilMs: HORIZON_MS - DAY_MS, firstPack: 2, parts: 2 })),
      ...(await putImage({ store: 'p_one', untilMs: HORIZON_MS + DAY_MS, firstPack: 3 })),
    ];
    await archive.retention.run(NOW_MS);
    expect(await objects()).toEqual(kept.toSorted());
    expect(state.db.prepare('SELECT count(*) AS n FROM images').get()?.['n']).toBe(2);
  });

  test('a lost image is deleted with its parts six hours later, since a recovery may be reading it, and the one before it stays', async () => {
    saveStore('p_one');
    const kept = await putImage({ store: 'p_one', untilMs: HORIZON_MS - 2 * DAY_MS, firstPack: 1 });
    const lost = await putImage({ store: 'p_one', untilMs: HORIZON_MS - DAY_MS, firstPack: 2, parts: 3 });
    const [name = ''] = lost;
    const spool = new Spool(state, archive.sealer);
    spool.add({ name, sinceMs: NOW_MS, bytes: Buffer.from('pages'), stores: [] }, () => undefined);
    const object = spool.first();
    if (object !== undefined) spool.lose(object);
    await archive.retention.run(Date.now() + 5.9 * HOUR_MS);
    expect(await objects()).toEqual([...kept, ...lost].toSorted());
    await archive.retention.run(Date.now() + 6.1 * HOUR_MS);
    expect(await objects()).toEqual(kept);
    expect(state.db.prepare('SELECT name FROM images').all()).toEqual([{ name: kept[0] }]);
    expect(state.db.prepare('SELECT * FROM lost_images').all()).toEqual([]);
  });

  test('the only image of a store stays, however old it is', async () => {
    saveStore('p_one');
    const kept = await putImage({ store: 'p_one', untilMs: HORIZON_MS - 1000 * DAY_MS, firstPack: 1 });
    await archive.retention.run(NOW_MS);
    expect(await objects()).toEqual(kept);
  });

  test('images of a deleted store stay until no kept moment has it', async () => {
    const drop = state.db.prepare('INSERT OR REPLACE INTO dropped (store, dropped_ms) VALUES (?, ?)');
    const kept = await putImage({ store: 'p_one', untilMs: HORIZON_MS - DAY_MS, firstPack: 1 });
    drop.run('p_one', HORIZON_MS);
    await archive.retention.run(NOW_MS);
    expect(await objects()).toEqual(kept);
    drop.run('p_one', HORIZON_MS - 1);
    await archive.retention.run(NOW_MS);
    expect(await objects()).toEqual([]);
  });
});

describe('packs', () => {
  test('an old pack stays while a store needs it: from its oldest image to its last commit', async () => {
    saveStore('p_one', { lastPack: 3 });
    const image = await putImage({ store: 'p_one', untilMs: HORIZON_MS - 30 * DAY_MS, firstPack: 2 });
    await putPack(1, HORIZON_MS - 40 * DAY_MS);
    const kept = [await putPack(2, HORIZON_MS - 30 * DAY_MS), await putPack(3, HORIZON_MS - 20 * DAY_MS)];
    await putPack(4, HORIZON_MS - 10 * DAY_MS);
    await archive.retention.run(NOW_MS);
    const deleted = objectNames.deletedPacks(GENERATION);
    expect(await objects()).toEqual([...image, ...kept, deleted].toSorted());
    const content = archive.sealer.open(deleted, (await archive.place.get(deleted)) ?? Buffer.alloc(0));
    expect(readDeletedPacks(deleted, content)).toEqual([
      [1, 1, RUN],
      [4, 4, CURRENT_RUN],
    ]);
  });

  test('a pack with a commit of a kept moment stays even if no image is older', async () => {
    const kept = await putPack(1, HORIZON_MS);
    await putPack(2, HORIZON_MS - 1);
    await archive.retention.run(NOW_MS);
    expect(await objects()).toEqual([objectNames.deletedPacks(GENERATION), kept]);
  });

  test('a full place is emptied before the deleted packs are named in it', async () => {
    const folder = createFolderPlace(join(dataDir, 'place'));
    const full = new Set([await putPack(1, HORIZON_MS - 1), await putFile('old', 'deleted', HORIZON_MS - 1)]);
    const refusals: string[] = [];
    const { retention } = openArchive({
      ...folder,
      async put(name, bytes) {
        if (full.size > 0) {
          refusals.push(name);
          full.clear();
          throw new Error('The place is full');
        }
        await folder.put(name, bytes);
      },
      async delete(names) {
        await folder.delete(names);
        for (const name of names) full.delete(name);
      },
    });
    await retention.run(NOW_MS);
    expect(refusals).toEqual([]);
    expect(await objects()).toEqual([objectNames.deletedPacks(GENERATION)]);
  });

  test('merged packs have every commit in order, and the packs that they replace are deleted six hours later', async () => {
    saveStore('p_one', { lastPack: 32 });
    const numbers = Array.from({ length: 32 }, (_, index) => index + 1);
    const packs: string[] = [];
    const atMs = Date.now();
    for (const number of numbers) packs.push(await putPack(number, atMs + number));
    await archive.merger.run(33);
    const merged = objectNames.pack(GENERATION, { first: 1, last: 32, run: RUN });
    expect(await objects()).toEqual([...packs, merged].toSorted());
    const object = await archive.place.get(merged);
    const entries = [...readPack(merged, archive.sealer.open(merged, object ?? Buffer.alloc(0)))];
    const commits = entries.filter(({ kind }) => kind === 'commit').map((entry) => 'timeMs' in entry && entry.timeMs);
    expect(commits).toEqual(numbers.map((number) => atMs + number));

    await archive.retention.run(Date.now() + 5.9 * HOUR_MS);
    expect(await objects()).toHaveLength(33);
    await archive.retention.run(Date.now() + 6.1 * HOUR_MS);
    expect(await objects()).toEqual([merged]);
  });

  test('merged packs stay readable when small packs have much content', async () => {
    const numbers = Array.from({ length: 32 }, (_, index) => index + 1);
    for (const number of numbers) await putPack(number, Date.now() + number, 400);
    await archive.merger.run(33);
    const merged = (await objects()).find((name) => readPackName(name)?.last !== readPackName(name)?.first) ?? '';
    const last = readPackName(merged)?.last ?? 0;
    const content = archive.sealer.open(merged, (await archive.place.get(merged)) ?? Buffer.alloc(0));
    const pages = [...readPack(merged, content)]
      .map((entry) => (entry.kind === 'page' ? entry.page : 0))
      .filter(Boolean);
    expect(pages).toEqual(numbers.slice(0, last).flatMap((number) => pagesOf(number, 400)));
    expect(content.length).toBeLessThan(12 * MB);
    expect(last).toBeGreaterThan(1);
  });

  test('packs are not merged when one of them is damaged: a recovery must name it', async () => {
    const atMs = Date.now();
    for (let number = 1; number <= 32; number += 1) await putPack(number, atMs);
    const damaged = objectNames.pack(GENERATION, { first: 7, last: 7, run: RUN });
    await truncate(join(dataDir, 'place', damaged), 20);
    await archive.merger.run(33);
    const names = await objects();
    expect(names).toContain(damaged);
    expect(names.filter((name) => name === objectNames.pack(GENERATION, { first: 1, last: 32, run: RUN }))).toEqual([]);
  });
});

test('what names a run stays while a recovery may ask for it', async () => {
  const announced = [1, 2, 3].map((first) => objectNames.run(GENERATION, first));
  for (const [index, name] of announced.entries()) {
    await archive.place.put(name, archive.sealer.seal(name, Buffer.from(RUN)));
    state.db.prepare('INSERT INTO announced_runs (first) VALUES (?)').run(index + 1);
  }
  await archive.retention.run(NOW_MS);
  expect(await objects()).toEqual(announced);
  const pack = await putPack(2, NOW_MS);
  await archive.retention.run(NOW_MS);
  expect(await objects()).toEqual([pack, ...announced.slice(1)]);
  expect(state.db.prepare('SELECT first FROM announced_runs').all()).toMatchObject([{ first: 2 }, { first: 3 }]);
});

test('files stay while a row of a kept moment refers to their content', async () => {
  const kept = [
    await putFile('present', 'of a row', null),
    await putFile('recent', 'deleted a while ago', HORIZON_MS),
    await putFile('shared', 'of two rows', HORIZON_MS - 1),
  ];
  await putFile('other', 'of two rows', null);
  await putFile('old', 'deleted long ago', HORIZON_MS - 1);
  await archive.retention.run(NOW_MS);
  expect(await objects()).toEqual(kept.toSorted());
  expect(archive.errors).toEqual([]);
});

test('a changed store gets a new image after half of the days, or when its log is long, and an unchanged one never', async () => {
  const old = { imagedMs: NOW_MS - (DAYS * DAY_MS) / 2 - 1 };
  saveStore('p_unchanged', { ...old });
  saveStore('p_old', { ...old, commits: 2 });
  saveStore('p_recent', { commits: 2 });
  saveStore('p_long', { commits: 2, logBytes: 64 * MB });
  saveStore('p_large', { commits: 2, logBytes: 64 * MB });
  const path = archive.paths.store('p_large');
  mkdirSync(dirname(path), { recursive: true });
  await writeFile(path, '');
  await truncate(path, 33 * MB);
  await archive.retention.run(NOW_MS);
  expect(archive.stale.toSorted()).toEqual(['p_long', 'p_old']);
});
