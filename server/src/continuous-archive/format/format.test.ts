import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { applyDifferences } from './apply-differences.ts';
import { copyPack } from './copy-pack.ts';
import { createGeneration, openGeneration, readGeneration, WrongPassphrase } from './generation.ts';
import { objectNames, readImageName, readPackName } from './names.ts';
import { PackWriter } from './pack-writer.ts';
import { sumsOfPage } from './page-sums.ts';
import { type PackEntry, readPack } from './read-pack.ts';
import { createSealer, DamagedObject } from './sealer.ts';

const KEY = randomBytes(32);
const PAGE_SIZE = 4096;

test.each([
  ['encrypted', createSealer(KEY)],
  ['plain', createSealer(undefined)],
])('reading an %s object gives its content, and fails when a single byte or its name differs', (_, sealer) => {
  const content = Buffer.concat([randomBytes(500), Buffer.alloc(2000)]);
  for (const isCompressed of [true, false]) {
    const object = sealer.seal('packs/1', content, { isCompressed });
    expect(sealer.open('packs/1', object).equals(content)).toBe(true);
    expect(() => sealer.open('packs/2', object)).toThrow(DamagedObject);
    for (let at = 0; at < object.length; at += 1) {
      const changed = Buffer.from(object);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => sealer.open('packs/1', changed), `byte ${at}`).toThrow(DamagedObject);
    }
    for (const length of [0, 4, 5, 20, object.length - 1]) {
      expect(() => sealer.open('packs/1', object.subarray(0, length))).toThrow(DamagedObject);
    }
  }
});

test('an encrypted archive refuses unencrypted objects and objects under another key', () => {
  const object = createSealer(undefined).seal('a', Buffer.from('text'));
  expect(() => createSealer(KEY).open('a', object)).toThrow(DamagedObject);
  expect(() => createSealer(randomBytes(32)).open('a', createSealer(KEY).seal('a', Buffer.from('text')))).toThrow(
    DamagedObject,
  );
});

test('a later generation of the same second has the greater id, because a recovery takes the greatest', async () => {
  const nowMs = Date.UTC(2026, 1, 3);
  const made = [0, 1, 16, 255, 256, 999, 1000].map((ms) =>
    createGeneration({ machine: 'here', version: '1', nowMs: nowMs + ms, hasFiles: true, passphrase: undefined }),
  );
  const ids = (await Promise.all(made)).map(({ id }) => id);
  expect(ids.toSorted()).toEqual(ids);
});

test('a generation opens only with its passphrase, and anything that is not a generation is refused', async () => {
  const options = { machine: 'here', version: '1', nowMs: Date.UTC(2026, 1, 3), hasFiles: true };
  const generation = await createGeneration({ ...options, passphrase: 'a good passphrase' });
  expect(generation.id).toMatch(/^20260203T000000Z-[0-9a-f]{8}$/);
  const read = readGeneration('generation.json', Buffer.from(JSON.stringify(generation)));
  const object = (await openGeneration(read, 'a good passphrase')).seal('x', Buffer.from('text'));
  expect((await openGeneration(read, 'a good passphrase')).open('x', object).toString()).toBe('text');
  await expect(openGeneration(read, 'another passphrase')).rejects.toThrow(WrongPassphrase);
  await expect(openGeneration(read, undefined)).rejects.toThrow(WrongPassphrase);
  for (const text of ['', '{}', '[1]', 'null', JSON.stringify({ ...generation, format_version: 2 })]) {
    expect(() => readGeneration('generation.json', Buffer.from(text))).toThrow(DamagedObject);
  }
});

test('a generation with any wrong field is refused, also in its key, and one with further fields is read', async () => {
  const made = await createGeneration({ machine: 'a', version: '1', nowMs: 0, hasFiles: true, passphrase: 'a phrase' });
  const read = (value: unknown) => readGeneration('generation.json', Buffer.from(JSON.stringify(value)));
  expect(read({ ...made, more: 1 })).toEqual({ ...made, more: 1 });
  expect(read({ ...made, key: null })).toEqual({ ...made, key: null });
  for (const field of Object.keys(made)) expect(() => read({ ...made, [field]: 7 })).toThrow(DamagedObject);
  const { key } = made;
  const fields = Object.keys(key ?? {});
  expect(fields).toHaveLength(6);
  for (const field of fields) {
    expect(() => read({ ...made, key: { ...key, [field]: false } })).toThrow(DamagedObject);
  }
});

test('names parse into the parts they were built from', () => {
  const pack = { first: 3, last: 70, run: 'abc1' };
  expect(readPackName(objectNames.pack('g', pack))).toEqual(pack);
  const image = { store: 'p_1', untilMs: 1_700_000_000_000, from: 2, until: 9, firstPack: 3, parts: 4, run: 'abc1' };
  expect(readImageName(objectNames.image('g', image))).toEqual(image);
  expect(readImageName(objectNames.pack('g', pack))).toBeUndefined();
  expect(readPackName('generations/g/packs/other')).toBeUndefined();
});

test('pages and commits of many stores round-trip, for any change between two versions of a page', () => {
  const writer = new PackWriter();
  const expected: PackEntry[] = [];
  const pages = new Map<string, Uint8Array>();
  for (let round = 0; round < 200; round += 1) {
    const store = `p_${round % 3}`;
    const part = { store, commits: round, pagesBefore: 3 * (round % 2), pageSize: PAGE_SIZE };
    writer.beginStore(part);
    expected.push({ kind: 'store', part });
    for (const page of [1, 1 + (round % 7), 100_000 + round]) {
      const before = pages.get(`${store} ${page}`);
      const bytes = new Uint8Array(before ?? randomBytes(PAGE_SIZE));
      const changes = round % 20 === 0 ? PAGE_SIZE : round % 5;
      for (let change = 0; change < changes; change += 1) bytes[Math.floor(Math.random() * PAGE_SIZE)] = change;
      pages.set(`${store} ${page}`, bytes);
      writer.page(page, bytes, before);
      expected.push({ kind: 'page', page, bytes });
    }
    writer.commit(100_000 + round, 1_700_000_000_000 + round + 0.5);
    expected.push({ kind: 'commit', pages: 100_000 + round, timeMs: 1_700_000_000_000 + round + 0.5 });
  }
  writer.drop(5);
  writer.gap(6);
  expected.push({ kind: 'drop', timeMs: 5 }, { kind: 'gap', timeMs: 6 });
  const content = Buffer.from(writer.take());
  expect(writer.isEmpty).toBe(true);
  expect(readWhole(content)).toEqual(expected);
  expect(readWhole(copyOf(content))).toEqual(expected);
  expect(content.length).toBeLessThan(200 * 2 * PAGE_SIZE);
  expect(() => [...readPack('pack', content.subarray(0, content.length - 1))]).toThrow(DamagedObject);
});

test.each([
  { content: [9, 1], reason: 'a newer release made it' },
  { content: [0, 1], reason: 'its entries cannot be read' },
  { content: [], reason: 'its entries cannot be read' },
])('a pack of the bytes $content is damaged: $reason', ({ content, reason }) => {
  expect(() => [...readPack('pack', Buffer.from(content))]).toThrow(new DamagedObject('pack', reason));
});

test('a change that does not fit into its page is refused', () => {
  const page = new Uint8Array(8);
  for (const differences of [
    [6, 3, 1, 1, 1],
    [0, 2, 1],
    [0x88, 0x88, 1, 1, 1],
    Array.from({ length: 200 }, () => 0x80),
    [0x80],
  ]) {
    expect(applyDifferences(Uint8Array.from(differences), page)).toBe(false);
  }
  expect(applyDifferences(Uint8Array.from([6, 2, 1, 1]), page)).toBe(true);
  expect([...page]).toEqual([0, 0, 0, 0, 0, 0, 1, 1]);
});

/** The entries of a pack, with whole pages instead of changes. */
function readWhole(content: Buffer): readonly PackEntry[] {
  const entries: PackEntry[] = [];
  const pages = new Map<string, Uint8Array>();
  let store = '';
  for (const entry of readPack('pack', Buffer.from(content))) {
    if (entry.kind === 'store') store = entry.part.store;
    if (entry.kind !== 'page' && entry.kind !== 'change') {
      entries.push(entry);
      continue;
    }
    const bytes = new Uint8Array(entry.kind === 'page' ? entry.bytes : (pages.get(`${store} ${entry.page}`) ?? []));
    if (entry.kind === 'change') {
      expect(applyDifferences(entry.change.differences, bytes)).toBe(true);
      expect(sumsOfPage(bytes)).toEqual(entry.change.sums);
    }
    pages.set(`${store} ${entry.page}`, bytes);
    entries.push({ kind: 'page', page: entry.page, bytes });
  }
  return entries;
}

function copyOf(content: Buffer): Buffer {
  const writer = new PackWriter();
  copyPack('pack', Buffer.from(content), writer);
  return Buffer.from(writer.take());
}
