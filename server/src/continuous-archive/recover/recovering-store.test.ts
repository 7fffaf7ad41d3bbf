import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PackWriter, type StorePart } from '../format/pack-writer.ts';
import { readPack } from '../format/read-pack.ts';
import { DamagedObject } from '../format/sealer.ts';
import { PageBuffers } from './page-buffers.ts';
import { RecoveringStore } from './recovering-store.ts';

const PAGE_BYTES = 512;
const PAGES = 200;
/** More than a transaction keeps in memory. */
const LARGE_PAGES = 5000;

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'recovering-store-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

function partOf(pagesBefore: number, commits = 0): StorePart {
  return { store: 'p_1', commits, pagesBefore, pageSize: PAGE_BYTES };
}

interface RecoverOptions {
  readonly from?: number;
  readonly until?: number;
  readonly atMs?: number;
  readonly checksCommits?: boolean;
}

/** A store, and a pack of its changes. */
class Changes {
  readonly pages = new Map<number, Uint8Array>();
  readonly #writer = new PackWriter();

  constructor() {
    this.#writer.beginStore(partOf(0));
  }

  /** Changes a byte, or writes a new page. */
  write(page: number): void {
    this.#write(page, this.pages.get(page));
  }

  /** As `write`, but archives the difference from another version. */
  writeWrongly(page: number): void {
    const before = new Uint8Array(this.pages.get(page) ?? new Uint8Array(PAGE_BYTES));
    before[PAGE_BYTES - 1] = Number(before[PAGE_BYTES - 1]) ^ 1;
    this.#write(page, before);
  }

  #write(page: number, before: Uint8Array | undefined): void {
    const bytes = new Uint8Array(before ?? randomBytes(PAGE_BYTES));
    bytes[page % PAGE_BYTES] = Number(bytes[page % PAGE_BYTES]) ^ 1;
    this.#writer.page(page, bytes, before);
    this.pages.set(page, bytes);
  }

  commit(pages: number, timeMs = 1): void {
    this.#writer.commit(pages, timeMs);
    for (const page of this.pages.keys()) if (page > pages) this.pages.delete(page);
  }

  bytes(): Buffer {
    return Buffer.concat([...this.pages].sort(([a], [b]) => a - b).map(([, bytes]) => bytes));
  }

  recover(
    image: Uint8Array,
    { from = 0, until = from, atMs = Number.POSITIVE_INFINITY, checksCommits = false }: RecoverOptions = {},
  ): RecoveringStore {
    const path = join(root, 'p_1.db');
    writeFileSync(path, image);
    const named = { store: 'p_1', name: 'image', untilMs: 0, from, until, firstPack: 1, parts: 0, run: 'run' };
    const store = new RecoveringStore(path, named, { atMs, checksCommits, buffers: new PageBuffers() });
    for (const entry of readPack('pack', Buffer.from(this.#writer.take()))) {
      if (entry.kind === 'store') store.begin(entry.part, 'pack');
      else if (entry.kind === 'page') store.page(entry.page, entry.bytes);
      else if (entry.kind === 'change') store.change(entry.page, entry.change);
      else if (entry.kind === 'commit') store.commit(entry.pages, entry.timeMs);
    }
    return store;
  }
}

function newStore(pages = PAGES): Changes {
  const changes = new Changes();
  for (let page = 1; page <= pages; page += 1) changes.pages.set(page, randomBytes(PAGE_BYTES));
  return changes;
}

test('changes make any image between the first and the last commit the store after the last', () => {
  const changes = newStore();
  const images = [changes.bytes()];
  for (let commit = 1; commit <= 10; commit += 1) {
    for (let write = 0; write < 40; write += 1) changes.write(1 + Math.floor(Math.random() * PAGES));
    changes.commit(PAGES);
    images.push(changes.bytes());
  }
  // A copy that was made during the writes has parts of pages from different commits.
  const torn = Buffer.alloc(PAGES * PAGE_BYTES);
  for (let at = 0; at < torn.length; at += 64) images[Math.floor(Math.random() * 11)]?.copy(torn, at, at, at + 64);
  const store = changes.recover(torn, { until: 10 });
  expect(store.finish()).toEqual({ kind: 'whole' });
  expect(readFileSync(store.path).equals(changes.bytes())).toBe(true);
});

test('a transaction that is too large for memory changes pages as often as it likes', () => {
  const changes = newStore(LARGE_PAGES);
  const image = changes.bytes();
  for (let round = 0; round < 3; round += 1) {
    for (let page = 1 + round; page <= LARGE_PAGES + 1000; page += 1 + round) changes.write(page);
  }
  changes.commit(LARGE_PAGES + 1000);
  const committed = changes.bytes();
  changes.write(1);
  const store = changes.recover(image);
  expect(store.finish()).toEqual({ kind: 'whole' });
  expect(readFileSync(store.path).equals(committed)).toBe(true);
});

test('changes after the moment do not touch the pages before it', () => {
  const changes = newStore();
  const image = changes.bytes();
  changes.write(3);
  changes.commit(PAGES, 10);
  const before = changes.bytes();
  changes.write(3);
  changes.write(4);
  changes.commit(PAGES, 20);
  const store = changes.recover(image, { atMs: 10 });
  expect(store.finish()).toEqual({ kind: 'whole' });
  expect(readFileSync(store.path).equals(before)).toBe(true);
});

test('a store is wrong when a changed page was another one before: its checksum differs', () => {
  const changes = newStore();
  const image = changes.bytes();
  changes.write(7);
  changes.commit(PAGES);
  image[7 * PAGE_BYTES - 1] = Number(image[7 * PAGE_BYTES - 1]) ^ 1;
  expect(changes.recover(image).finish()).toEqual({
    kind: 'wrong',
    reason: 'page 7 does not have its checksum',
  });
});

test.each([PAGES, LARGE_PAGES])(
  'of %i pages, a check of each commit ends the store before the first wrong change',
  (pages) => {
    const changes = newStore(pages);
    const image = changes.bytes();
    for (let page = 1; page <= pages; page += 1) changes.write(page);
    changes.commit(pages, 10);
    const before = changes.bytes();
    for (let page = 1; page < pages; page += 1) changes.write(page);
    changes.writeWrongly(pages);
    changes.commit(pages, 20);
    changes.write(1);
    changes.commit(pages, 30);
    const store = changes.recover(image, { checksCommits: true });
    expect(store.finish()).toEqual({
      kind: 'cut',
      reason: `the change of page ${pages} in pack does not result in its checksum`,
    });
    expect(store.timeMs).toBe(10);
    expect(readFileSync(store.path).equals(before)).toBe(true);
  },
);

test('a page that an image lacks because the store became shorter does not matter', () => {
  const changes = newStore();
  const image = changes.bytes();
  changes.write(PAGES);
  changes.commit(PAGES);
  changes.write(1);
  changes.commit(PAGES - 1);
  const store = changes.recover(image.subarray(0, (PAGES - 1) * PAGE_BYTES));
  expect(store.finish()).toEqual({ kind: 'whole' });
  expect(readFileSync(store.path).equals(changes.bytes())).toBe(true);
});

test('a change that does not fit into its page damages its pack', () => {
  const store = newStore().recover(Buffer.alloc(PAGES * PAGE_BYTES));
  store.begin(partOf(0), 'pack');
  expect(() => store.change(1, { sums: [0, 0], differences: Uint8Array.from([255, 127, 1, 1]) })).toThrow(
    DamagedObject,
  );
});

test.each([
  { moment: 'before the lost commits', from: 0, atMs: 14, end: { kind: 'whole' } },
  {
    moment: 'since the lost commits',
    from: 0,
    atMs: 15,
    end: { kind: 'cut', reason: 'its commits in pack 2 are missing' },
  },
  { moment: 'of an image that has the lost commits', from: 2, atMs: 15, end: { kind: 'whole' } },
])('a gap in the archive cuts the store at a moment $moment: $end.kind', ({ from, atMs, end }) => {
  const store = newStore().recover(Buffer.alloc(PAGES * PAGE_BYTES), { from, atMs });
  store.begin(partOf(0), 'pack 1');
  store.page(1, Buffer.alloc(PAGE_BYTES, 1));
  store.commit(PAGES, 10);
  store.begin({ ...partOf(0, 2), pageSize: 0 }, 'pack 2');
  store.gap(15);
  // After the moment, so that without the gap nothing would show that commits are missing.
  store.begin(partOf(0, 3), 'pack 3');
  store.page(1, Buffer.alloc(PAGE_BYTES, 3));
  store.commit(PAGES, 30);
  expect(store.finish()).toEqual(end);
  expect(readFileSync(store.path)[0]).toBe(from === 0 ? 1 : 0);
});

describe('a transaction that several packs have', () => {
  const start = (options: RecoverOptions = {}) => {
    const image = Buffer.alloc(PAGES * PAGE_BYTES);
    return { image, store: newStore().recover(image, options) };
  };
  const write = (store: RecoveringStore, page: number): void => store.page(page, Buffer.alloc(PAGE_BYTES, page));
  const writtenPages = (...pages: readonly number[]): Buffer =>
    Buffer.concat(
      Array.from({ length: PAGES }, (_, at) => Buffer.alloc(PAGE_BYTES, pages.includes(at + 1) ? at + 1 : 0)),
    );

  test('is applied when all its pages are there', () => {
    const { store } = start();
    store.begin(partOf(0), 'pack 1');
    write(store, 1);
    write(store, 1);
    store.begin(partOf(2), 'pack 2');
    write(store, 2);
    store.commit(PAGES, 1);
    expect(store.finish()).toEqual({ kind: 'whole' });
    expect(readFileSync(store.path)).toEqual(writtenPages(1, 2));
  });

  const INCOMPLETE = [
    { missing: 'first', parts: [{ from: 1, page: 2 }] },
    {
      missing: 'second',
      parts: [
        { from: 0, page: 1 },
        { from: 2, page: 3 },
      ],
    },
  ];
  const writeParts = (store: RecoveringStore, parts: (typeof INCOMPLETE)[number]['parts']): void => {
    for (const { from, page } of parts) {
      store.begin(partOf(from), `pack ${page}`);
      write(store, page);
    }
  };

  test.each(INCOMPLETE)('is not applied in part when the $missing pack is missing', ({ parts }) => {
    const { store, image } = start();
    writeParts(store, parts);
    store.commit(PAGES, 1);
    expect(store.finish()).toEqual({
      kind: 'cut',
      reason: `pages of its commit in pack ${parts.at(-1)?.page} are missing`,
    });
    expect(readFileSync(store.path)).toEqual(image);
  });

  test.each(INCOMPLETE)('does not matter after the moment when its $missing pack is missing', ({ parts }) => {
    const { store, image } = start({ atMs: 10 });
    writeParts(store, parts);
    store.commit(PAGES, 20);
    expect(store.finish()).toEqual({ kind: 'whole' });
    expect(readFileSync(store.path)).toEqual(image);
  });

  test.each(INCOMPLETE)('does not matter without its commit when its $missing pack is missing', ({ parts }) => {
    const { store, image } = start();
    writeParts(store, parts);
    expect(store.finish()).toEqual({ kind: 'whole' });
    expect(readFileSync(store.path)).toEqual(image);
  });

  test('ends at a gap, after which the store begins with a new number and another transaction', () => {
    const { store } = start({ from: 1 });
    store.begin(partOf(0, 0), 'pack 1');
    write(store, 1);
    store.begin(partOf(0, 1), 'pack 2');
    write(store, 2);
    store.commit(PAGES, 1);
    expect(store.finish()).toEqual({ kind: 'whole' });
    expect(readFileSync(store.path)).toEqual(writtenPages(2));
  });
});
