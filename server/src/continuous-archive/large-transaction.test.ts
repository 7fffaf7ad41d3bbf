import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { recoverNewest } from '../../test/recover-newest.ts';
import { objectNames } from './format/names.ts';
import { createSealer } from './format/sealer.ts';
import { createFolderPlace } from './place/folder-place.ts';
import type { RecoveredStores } from './recover/recover-stores.ts';
import { createStorePaths } from './store-paths.ts';
import { PackSpool } from './thread/pack-spool.ts';
import { Spool } from './thread/spool.ts';
import { StateStore } from './thread/state-store.ts';
import { StoreFiles } from './thread/store-files.ts';
import { StoreLogs } from './thread/store-logs.ts';

const STORE = 'p_one';
const GENERATION = '20260501T093000Z-0123abcd';
const RUN = 'run';
/** With these rows a transaction needs several packs. */
const ROWS = 4000;

let root = '';
let db: DatabaseSync;
const sealer = createSealer(undefined);
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'large-transaction-'));
  mkdirSync(join(root, 'projects'));
  db = new DatabaseSync(createStorePaths(root).store(STORE));
  db.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (n INTEGER, bytes BLOB)');
  insertRows(1);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
});
afterEach(() => {
  db.close();
  rmSync(root, { recursive: true });
});

function insertRows(count: number): void {
  db.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    INSERT INTO t SELECT i, randomblob(3000) FROM n`);
}

/** One thread of the archiver after the other. */
function withArchiver(work: (logs: StoreLogs, packs: PackSpool) => void): void {
  const state = new StateStore(root);
  const spool = new Spool(state, sealer);
  const paths = createStorePaths(root);
  const files = new StoreFiles(paths);
  const logs = new StoreLogs({ paths, files, state, isUnsure: false });
  const packs = new PackSpool({ generation: GENERATION, run: RUN, sealer, state, spool, onLost: () => undefined });
  logs.begin(packs);
  try {
    work(logs, packs);
  } finally {
    logs.closeAll();
    state.close();
  }
}

function packName(number: number): string {
  return objectNames.pack(GENERATION, { first: number, last: number, run: RUN });
}

/** Archives an image of one row, and then a large transaction, during which the archiver ends after its first pack. */
async function archiveLargeTransaction(): Promise<number> {
  const place = createFolderPlace(join(root, 'place'));
  withArchiver((logs, packs) => {
    logs.restart(STORE);
    packs.flush();
  });
  const named = { store: STORE, untilMs: 1, from: 1, until: 1, firstPack: 1, parts: 0, run: RUN };
  const name = objectNames.image(GENERATION, named);
  await place.put(name, sealer.seal(name, readFileSync(createStorePaths(root).store(STORE))));
  insertRows(ROWS);
  const spooled = join(root, 'archive', 'spool');
  withArchiver((logs) => {
    // The disk refuses the second pack of the transaction. The first pack of all only names the store.
    mkdirSync(join(spooled, '3.part'));
    expect(() => logs.take(STORE, { isWhole: true })).toThrow('EISDIR');
    rmSync(join(spooled, '3.part'), { recursive: true });
  });
  expect(readdirSync(spooled).toSorted()).toEqual(['1', '2']);
  withArchiver((logs, packs) => {
    logs.take(STORE, { isWhole: true });
    packs.flush();
  });
  const numbers = readdirSync(spooled).map(Number);
  for (const number of numbers) {
    const path = join(root, 'place', packName(number));
    mkdirSync(join(path, '..'), { recursive: true });
    copyFileSync(join(spooled, String(number)), path);
  }
  return numbers.length;
}

function recover(): Promise<RecoveredStores> {
  const place = createFolderPlace(join(root, 'place'));
  return recoverNewest({ place, sealer, into: join(root, 'recovered') }, [STORE]);
}

function recoveredRows(): unknown {
  const recovered = new DatabaseSync(createStorePaths(join(root, 'recovered')).store(STORE));
  const row = recovered.prepare('SELECT count(*) AS count, sum(length(bytes)) AS bytes FROM t').get();
  recovered.close();
  return { ...row };
}

test('a transaction of several packs is archived as one, also when the archiver ends in the middle of it', async () => {
  expect(await archiveLargeTransaction()).toBeGreaterThan(3);
  const { stores, damage } = await recover();
  expect([stores[0]?.problem, damage.size]).toEqual([undefined, 0]);
  expect(recoveredRows()).toEqual({ count: ROWS + 1, bytes: 3000 * (ROWS + 1) });
});

test('without its first pack the store ends before the transaction', async () => {
  await archiveLargeTransaction();
  rmSync(join(root, 'place', packName(2)));
  const { stores } = await recover();
  expect(stores[0]).toEqual({ store: STORE, timeMs: 1, problem: expect.stringContaining('pages of its commit') });
  expect(recoveredRows()).toEqual({ count: 1, bytes: 3000 });
});
