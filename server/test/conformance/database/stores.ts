import { describe, expect, test } from 'vitest';
import type { NewTables, OpenedDatabase } from './opened-database.ts';
import { SampleTables, sampleItem, sampleItems } from './sample-tables.ts';

export function describeStores(newTables: NewTables, open: () => Promise<OpenedDatabase>): void {
  describe('stores', () => {
    test('a store is created on first use, and is isolated from the others', async () => {
      const [one, other] = [await newTables(), await newTables()];
      await one.database.write(one.store, [one.insert(sampleItems(3))]);
      expect((await other.listed(other.listAll())).count).toBe(0);
      expect(await one.database.stores()).toEqual(expect.arrayContaining([one.store, other.store]));
    });

    test('the control store has its tables and no others', async () => {
      const { database } = await newTables();
      const statement = { text: 'SELECT name, value FROM _meta ORDER BY name', values: [] };
      const rows = await database.query('control', statement);
      expect(rows.map((row) => row['name'])).toEqual(['migration', 'readable_from']);
      expect(await database.stores()).not.toContain('control');
    });

    test('a dropped store is gone, and dropping a missing one is no error', async () => {
      const tables = await newTables();
      const { database, store } = tables;
      await database.write(store, [tables.insert([sampleItem(1)])]);
      await database.drop(store);
      expect(await database.stores()).not.toContain(store);
      await database.drop(store);
      await database.drop('p_00000000000000000000000000000000');
    });

    test('requests to a dropped store fail as dropped and do not recreate it', async () => {
      const tables = await newTables();
      const { database, store } = tables;
      await database.write(store, [tables.insert([sampleItem(1)])]);
      await database.drop(store);
      for (let again = 0; again < 2; again += 1) {
        await expect(database.write(store, [tables.insert([sampleItem(2)])])).rejects.toMatchObject({
          kind: 'dropped',
        });
        await expect(database.query(store, { text: 'SELECT 1', values: [] })).rejects.toMatchObject({
          kind: 'dropped',
        });
      }
      expect(await database.stores()).not.toContain(store);
    });

    test('a health check succeeds while the database is open', async () => {
      const { database } = await newTables();
      await database.ping();
    });

    test('written rows survive closing and reopening, including counts', async () => {
      const opened = await open();
      try {
        const tables = await new SampleTables(opened.database).create();
        await tables.database.write(tables.store, [tables.insert(sampleItems(5))]);
        await opened.database.close();
        const again = await opened.reopen();
        try {
          expect((await again.list(tables.store, tables.listAll(1), 2)).count).toBe(5);
          await again.write(tables.store, [tables.insert([sampleItem(9)])], { schemaVersion: 2 });
          expect((await again.list(tables.store, tables.listAll(1), 2)).count).toBe(6);
        } finally {
          await again.close();
        }
      } finally {
        await opened.dispose();
      }
    });

    test('a closed database refuses requests, and closing it twice is no error', async () => {
      const opened = await open();
      const tables = await new SampleTables(opened.database).create();
      const written = opened.database.write(tables.store, [tables.insert([sampleItem(1)])]);
      await Promise.all([written, opened.database.close()]);
      await opened.database.close();
      await expect(
        (async () => opened.database.query('control', { text: 'SELECT 1 AS one', values: [] }))(),
      ).rejects.toMatchObject({
        error: { kind: 'unavailable' },
      });
      await opened.dispose();
    });
  });
}
