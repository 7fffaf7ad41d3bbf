import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DatabaseFailure } from '../errors.ts';
import { commitGroup } from './commit-group.ts';
import { openConnection } from './connection.ts';
import type { RequestOf } from './protocol.ts';
import { StoreHandle } from './store-handle.ts';

const INSERT = 'INSERT INTO notes (text) VALUES (?)';

test('a group of writes on a full disk fails as a whole, and the next one works once there is room', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'full-'));
  const file = join(directory, 'control.db');
  const handle = new StoreHandle(file, { store: 'control', db: openConnection(file, 'write') });
  try {
    handle.db.exec('CREATE TABLE notes (text TEXT); PRAGMA max_page_count = 10');
    const context = { handle, textOf: () => INSERT };
    const write = (id: number, length: number): RequestOf<'write'> => ({
      id,
      op: 'write',
      store: 'control',
      schemaVersion: 0,
      nextSchemaVersion: 0,
      steps: [{ kind: 'plain', statement: { text: 1, values: ['x'.repeat(length)] } }],
      idempotency: null,
    });
    expect(() => commitGroup(context, [write(1, 10), write(2, 100_000), write(3, 10)])).toThrow(DatabaseFailure);
    expect(handle.rows('SELECT count(*) AS count FROM notes', [])[0]?.['count']).toBe(0);
    expect(failureOf(() => commitGroup(context, [write(1, 100_000)]))).toMatchObject({ kind: 'storage_full' });
    handle.db.exec('PRAGMA max_page_count = 10000');
    expect(commitGroup(context, [write(1, 100_000)])).toMatchObject([{ id: 1, value: { replayed: false } }]);
    expect(handle.rows('SELECT count(*) AS count FROM notes', [])[0]?.['count']).toBe(1);
  } finally {
    handle.close();
    await rm(directory, { recursive: true, force: true });
  }
});

function failureOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}
