import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createPostgresDatabase } from '../../../test/engines/postgres-database.ts';
import { ENGINES, type Engine } from '../../../test/index.ts';
import { type BlobKey, type BlobStore, createBlobStore } from '../../blobs/index.ts';
import type { StoreName } from '../../database/database.ts';
import { createDatabase } from '../../database/index.ts';
import { insertRows } from '../../database/sql/index.ts';
import { systemClock } from '../../platform/clock.ts';
import { createIds } from '../../platform/ids.ts';
import { createFilesStore } from './files-store.ts';
import { FILE_COLUMNS, uploadTable } from './files-table.ts';
import { sweepOrphans } from './sweep-orphans.ts';

const STORE: StoreName = 'p_0199aaaabbbb7ccc8dddeeeeeeeeeee0';
const GONE: StoreName = 'p_0199aaaabbbb7ccc8dddeeeeeeeeeee1';

const ids = createIds(systemClock);

async function openGround(engine: Engine) {
  const cleanUp = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'sweep-'));
  cleanUp.defer(() => rm(directory, { recursive: true, force: true }));
  const postgres = engine === 'postgres' ? cleanUp.use(await createPostgresDatabase()) : undefined;
  const database = await createDatabase({ url: postgres?.url, directory, clock: systemClock });
  cleanUp.defer(() => database.close());
  const openBlobs = (): BlobStore => {
    const blobs = createBlobStore({ config: { kind: 'disk' }, dataDir: directory });
    cleanUp.defer(() => blobs.close());
    return blobs;
  };
  const blobs = openBlobs();
  // A store without the memory of this one, as after a restart.
  const earlier = openBlobs();
  const filesStore = createFilesStore(database);

  const putBlob = async (by: BlobStore, group: StoreName = STORE): Promise<BlobKey> => {
    const key = { group, id: ids() };
    await by.put(key, bytes());
    return key;
  };
  const putFile = async (): Promise<BlobKey> => {
    const key = await putBlob(earlier);
    const texts = { id: key.id, created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };
    const values: Record<string, string | number> = { ...texts, size: 1, metadata: '{}' };
    const row = new Map(FILE_COLUMNS.map((column) => [column, values[column.name] ?? (column.required ? 'x' : null)]));
    const table = uploadTable('private');
    await database.write(STORE, [
      insertRows(database.dialect, { table, rows: [row], check: { kind: 'always' }, shown: undefined }),
    ]);
    return key;
  };
  const context = { database, blobs, filesStore };
  return { context, earlier, putBlob, putFile, [Symbol.asyncDispose]: () => cleanUp.disposeAsync() };
}

async function* bytes(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('x');
}

async function isThere(blobs: BlobStore, key: BlobKey): Promise<boolean> {
  const reading = await blobs.read(key);
  await reading?.close();
  return reading !== undefined;
}

const NOTHING_ELSE = { keptElsewhere: async () => [] };

describe.each(ENGINES)('orphans on %s', (engine) => {
  test.each(['recent', 'all'] as const)(
    'a sweep of %s blobs deletes unreferenced ones, also of deleted projects, and keeps files and running uploads',
    async (scope) => {
      await using ground = await openGround(engine);
      const { context, earlier, putBlob, putFile } = ground;
      const file = await putFile();
      const upload = await putBlob(context.blobs);
      const orphan = await putBlob(earlier);
      const ofGone = await putBlob(earlier, GONE);
      await sweepOrphans({ ...context, ...NOTHING_ELSE, isShared: false }, scope);
      const there = await Promise.all([file, upload, orphan, ofGone].map((key) => isThere(context.blobs, key)));
      expect(there).toEqual([true, true, false, false]);
      expect(await context.database.stores()).not.toContain(GONE);
    },
  );

  test.each(['recent', 'all'] as const)(
    'a sweep of %s blobs keeps those that other parts of the service refer to',
    async (scope) => {
      await using ground = await openGround(engine);
      await ground.putFile();
      const [kept, orphan] = [await ground.putBlob(ground.earlier), await ground.putBlob(ground.earlier)];
      const keptElsewhere = async () => [kept.id];
      await sweepOrphans({ ...ground.context, keptElsewhere, isShared: false }, scope);
      const there = await Promise.all([kept, orphan].map((key) => isThere(ground.context.blobs, key)));
      expect(there).toEqual([true, false]);
    },
  );

  test('a process among several keeps blobs that another process may be uploading', async () => {
    await using ground = await openGround(engine);
    const recent = await ground.putBlob(ground.earlier);
    await sweepOrphans({ ...ground.context, ...NOTHING_ELSE, isShared: true }, 'recent');
    expect(await isThere(ground.context.blobs, recent)).toBe(true);
  });
});
