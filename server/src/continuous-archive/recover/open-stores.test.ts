import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { KEPT_PAGES_MAX, OpenStores } from './open-stores.ts';
import { PageBuffers } from './page-buffers.ts';
import { RecoveringStore } from './recovering-store.ts';
import { PAGES_MAX as STORE_PAGES_MAX } from './settled-pages.ts';

const PAGE_BYTES = 512;
const STORES = 24;
const PAGES = 5000;
const ROUNDS = 2;
const PAGES_IN_COMMIT = 100;
/** The transaction that is being read has these in addition. */
const PAGES_MAX = KEPT_PAGES_MAX + PAGES_IN_COMMIT;

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'open-stores-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

function createStore(name: string, buffers: PageBuffers): RecoveringStore {
  const path = join(root, `${name}.db`);
  writeFileSync(path, '');
  const image = { store: name, name, untilMs: 0, from: 0, until: 0, firstPack: 1, parts: 0, run: 'run' };
  return new RecoveringStore(path, image, { atMs: Number.POSITIVE_INFINITY, checksCommits: false, buffers });
}

test('a recovery of many stores has at most 64 MB of pages in memory, and writes them all', () => {
  const buffers = new PageBuffers();
  const open = new OpenStores(buffers);
  const stores = Array.from({ length: STORES }, (_, index) => createStore(`p_${index}`, buffers));
  let [most, commits] = [0, 0];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const startCommits = commits;
    const bytes = Buffer.alloc(PAGE_BYTES, round);
    for (const store of stores) {
      store.begin({ store: 'p_1', commits: startCommits, pagesBefore: 0, pageSize: PAGE_BYTES }, 'pack');
      open.use(store);
      commits = startCommits;
      for (let page = 1; page <= PAGES; page += 1) {
        store.page(page, bytes);
        most = Math.max(most, buffers.inUse);
        if (page % PAGES_IN_COMMIT > 0) continue;
        store.commit(PAGES, 1);
        commits += 1;
        open.limit();
      }
    }
  }
  expect(most).toBeLessThanOrEqual(PAGES_MAX);
  expect(most).toBeGreaterThan(KEPT_PAGES_MAX / 2);
  expect(stores.map((store) => store.finish())).toEqual(stores.map(() => ({ kind: 'whole' })));
  expect(buffers.inUse).toBe(0);
  const expected = Buffer.alloc(PAGES * PAGE_BYTES, ROUNDS);
  expect(stores.filter(({ path }) => !readFileSync(path).equals(expected))).toEqual([]);
});

test('stores that have written their pages leave their buffers to the next store', () => {
  const buffers = new PageBuffers();
  const before = process.memoryUsage().arrayBuffers;
  const stores = Array.from({ length: STORES }, (_, index) => createStore(`p_${index}`, buffers));
  const bytes = new Uint8Array(PAGE_BYTES);
  for (const store of stores) {
    store.begin({ store: 'p_1', commits: 0, pagesBefore: 0, pageSize: PAGE_BYTES }, 'pack');
    for (let page = 1; page <= STORE_PAGES_MAX; page += 1) {
      store.page(page, bytes);
      if (page % 4096 === 0) store.commit(page, 1);
    }
  }
  const grown = process.memoryUsage().arrayBuffers - before;
  expect(grown).toBeLessThan(2 * STORE_PAGES_MAX * PAGE_BYTES);
});
