import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { NewTables } from './opened-database.ts';
import { rejection } from './rejection.ts';
import { sampleId, sampleItem } from './sample-tables.ts';

export function describeFailures(newTables: NewTables): void {
  describe('failures', () => {
    test('a duplicate value names its unique columns', async () => {
      const tables = await newTables();
      await tables.database.write(tables.store, [tables.insert([sampleItem(1)])]);
      const sameTitle = tables.database.write(tables.store, [tables.insert([sampleItem(2, { title: 'item 1' })])]);
      expect(await rejection(sameTitle)).toMatchObject({ kind: 'unique_violation', columns: ['title'] });
      const sameId = tables.database.write(tables.store, [tables.insert([sampleItem(1, { title: 'other' })])]);
      expect(await rejection(sameId)).toMatchObject({ kind: 'unique_violation', columns: ['id'] });
    });

    test('a reference to a missing row and the deletion of a referenced row are foreign key violations', async () => {
      const tables = await newTables();
      const orphan = tables.database.write(tables.store, [tables.insert([sampleItem(1, { group_id: randomUUID() })])]);
      expect(await rejection(orphan)).toMatchObject({ kind: 'foreign_key_violation' });
      const group = randomUUID();
      await tables.database.write(tables.store, [tables.insertGroup(group), tables.pinGroup(group)]);
      const loss = tables.database.write(tables.store, [tables.deleteGroup(group)]);
      expect(await rejection(loss)).toMatchObject({ kind: 'foreign_key_violation' });
      expect(await tables.listed(tables.listAll())).toEqual({ rows: [], count: 0 });
    });

    test('a change of a missing row is distinguished from one that the rule forbids', async () => {
      const tables = await newTables();
      await tables.database.write(tables.store, [tables.insert([sampleItem(1)])]);
      const missing = tables.database.write(tables.store, [tables.add(sampleId(2), 1)]);
      expect(await rejection(missing)).toMatchObject({ kind: 'row_hidden' });
      const forbidden = { ...tables.add(sampleId(2), 1), onNoMatch: { ...tables.listAll(1).rows } };
      const error = await rejection(tables.database.write(tables.store, [forbidden]));
      expect(error).toMatchObject({ kind: 'rule_failed' });
    });

    test('an upsert on a row that it may not update is a duplicate', async () => {
      const tables = await newTables();
      await tables.database.write(tables.store, [tables.insert([sampleItem(1)])]);
      const upsert = tables.upsert(sampleItem(1));
      const [statement] = upsert.statements;
      if (statement === undefined) throw new Error('no statement');
      const text = statement.text.replace(
        'amount = excluded.amount',
        'amount = excluded.amount WHERE excluded.amount IS NULL',
      );
      const blocked = { ...upsert, statements: [{ ...statement, text }] };
      const error = await rejection(tables.database.write(tables.store, [blocked]));
      expect(error).toMatchObject({ kind: 'unique_violation', columns: [] });
    });

    test('a statement made for another catalogue version is refused, in reads and writes', async () => {
      const tables = await newTables();
      const { database, store } = tables;
      const write = database.write(store, [tables.insert([sampleItem(1)])], { schemaVersion: 1 });
      expect(await rejection(write)).toMatchObject({ kind: 'stale_schema' });
      expect(await rejection(database.list(store, tables.listAll(), 3))).toMatchObject({ kind: 'stale_schema' });
      expect(await rejection(database.list(store, tables.listFrom(0), 3))).toMatchObject({ kind: 'stale_schema' });
      await database.write(store, [tables.insert([sampleItem(1)])], { schemaVersion: 2 });
      await database.write(store, [], { exclusive: true, schemaVersion: 2, nextSchemaVersion: 3 });
      database.setSchemaVersion(store, 3);
      const late = database.write(store, [tables.insert([sampleItem(2)])], { schemaVersion: 2 });
      expect(await rejection(late)).toMatchObject({ kind: 'stale_schema' });
      expect(await rejection(database.list(store, tables.listAll(), 2))).toMatchObject({ kind: 'stale_schema' });
      expect((await database.list(store, tables.listAll(), 3)).count).toBe(1);
    });

    test('a statement on a dropped table or column is stale', async () => {
      const tables = await newTables();
      const { database, store } = tables;
      const column = tables.plain(`SELECT gone FROM ${database.dialect.table('items')}`);
      expect(await rejection(database.write(store, [column]))).toMatchObject({ kind: 'stale_schema' });
      const table = { text: `SELECT id FROM ${database.dialect.table('gone')}`, values: [] };
      expect(await rejection(database.query(store, table))).toMatchObject({ kind: 'stale_schema' });
    });

    test('a table change applies completely or not at all', async () => {
      const tables = await newTables();
      const { database, store } = tables;
      const add = tables.plain(
        `ALTER TABLE ${database.dialect.table('items')} ADD COLUMN extra ${database.dialect.types.text}`,
      );
      const fail = tables.plain(
        `ALTER TABLE ${database.dialect.table('gone')} ADD COLUMN extra ${database.dialect.types.text}`,
      );
      const change = database.write(store, [add, fail], { exclusive: true, schemaVersion: 2, nextSchemaVersion: 3 });
      await rejection(change);
      const extra = { text: `SELECT extra FROM ${database.dialect.table('items')}`, values: [] };
      expect(await rejection(database.query(store, extra))).toMatchObject({ kind: 'stale_schema' });
      await database.write(store, [add], { exclusive: true, schemaVersion: 2, nextSchemaVersion: 3 });
      expect(await database.query(store, extra)).toEqual([]);
    });
  });
}
