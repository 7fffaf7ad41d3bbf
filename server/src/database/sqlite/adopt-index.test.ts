import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adoptIndex } from './adopt-index.ts';
import { openConnection } from './connection.ts';
import { StoreHandle } from './store-handle.ts';

const INDEXES = "SELECT tbl_name FROM sqlite_schema WHERE type = 'index' AND name = ?";

test('a table never adopts an index that does not have all rows', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'adopt-'));
  const file = join(directory, 'control.db');
  const handle = new StoreHandle(file, { store: 'control', db: openConnection(file, 'write') });
  const adopt = () =>
    adoptIndex(handle, {
      id: 1,
      op: 'adopt_index',
      store: 'control',
      index: 'by_name',
      table: 'people',
      text: 'CREATE INDEX "by_name" ON "people" ("name")',
      from: 'side_by_name',
      triggers: [],
    });
  try {
    handle.db.exec(`CREATE TABLE people (id TEXT PRIMARY KEY, name TEXT) WITHOUT ROWID;
      CREATE TABLE side (id TEXT PRIMARY KEY, name TEXT) WITHOUT ROWID;
      INSERT INTO people VALUES ('1', 'Ann'); INSERT INTO side VALUES ('1', 'Ann');
      CREATE INDEX side_by_name ON side (name) WHERE id IS NULL`);
    expect(adopt).toThrow('does not have all rows');
    expect(handle.arrays(INDEXES, ['by_name'])).toEqual([]);
    handle.db.exec('DROP INDEX side_by_name; CREATE INDEX side_by_name ON side (name)');
    adopt();
    expect(handle.arrays(INDEXES, ['by_name'])).toEqual([['people']]);
    expect(handle.arrays('SELECT name FROM people INDEXED BY by_name', [])).toEqual([['Ann']]);
  } finally {
    handle.db.close();
    await rm(directory, { recursive: true });
  }
});
