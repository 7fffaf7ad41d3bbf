import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { NewTables } from './opened-database.ts';
import { sampleId, sampleItem, sampleItems } from './sample-tables.ts';

export function describeLists(newTables: NewTables): void {
  describe('lists and counts', () => {
    test('a list gives a page of rows in order, and the count of all', async () => {
      const tables = await newTables();
      await tables.database.write(tables.store, [tables.insert(sampleItems(30))]);
      expect(await tables.listed(tables.listAll(3))).toEqual({ rows: sampleItems(3), count: 30 });
      expect(await tables.listed(tables.listFrom(10, 2))).toEqual({ rows: sampleItems(2, 10), count: 20 });
      expect(await tables.listed(tables.listFrom(99))).toEqual({ rows: [], count: 0 });
      expect(await tables.listed(tables.listAll(0))).toEqual({ rows: [], count: 30 });
    });

    test('a list without a requested count has none', async () => {
      const tables = await newTables();
      const { json, returned, count } = await tables.database.list(tables.store, {
        ...tables.listAll(),
        count: undefined,
      });
      expect({ json, returned, count }).toEqual({ json: '', returned: 0, count: undefined });
    });

    test('counts follow every kind of write, and every kind of rolled-back write', async () => {
      const tables = await newTables();
      const { database, store } = tables;
      const counts = async (): Promise<(number | undefined)[]> => [
        (await tables.listed(tables.listAll(1))).count,
        (await tables.listed(tables.listFrom(5, 1))).count,
      ];
      expect(await counts()).toEqual([0, 0]);
      await database.write(store, [tables.insert(sampleItems(10))]);
      expect(await counts()).toEqual([10, 5]);
      await database.write(store, [tables.add(sampleId(0), 100)]);
      expect(await counts()).toEqual([10, 6]);
      await database.write(store, [tables.upsert(sampleItem(20)), tables.upsert(sampleItem(20))]);
      expect(await counts()).toEqual([11, 7]);
      await database.write(store, [tables.insert([sampleItem(30), sampleItem(1)])]).catch(() => undefined);
      await database.write(store, [tables.insert([sampleItem(31)], { isAllowed: false })]).catch(() => undefined);
      expect(await counts()).toEqual([11, 7]);
      await database.write(store, [tables.deleteItems(9)]);
      expect(await counts()).toEqual([8, 4]);
      await database.write(store, [tables.deleteItems(0, 1)]);
      expect(await counts()).toEqual([0, 0]);
    });

    test('counts follow cascading deletes', async () => {
      const tables = await newTables();
      const { database, store } = tables;
      const groups = [randomUUID(), randomUUID()];
      await database.write(
        store,
        groups.map((group) => tables.insertGroup(group)),
      );
      await database.write(store, [
        tables.insert(sampleItems(12).map((item) => ({ ...item, group_id: groups[item.amount % 2] ?? null }))),
      ]);
      expect((await tables.listed(tables.listAll(1))).count).toBe(12);
      expect((await tables.listed(tables.listFrom(4, 1))).count).toBe(8);
      await database.write(store, [tables.deleteGroup(groups[0] ?? '')]);
      expect((await tables.listed(tables.listAll(1))).count).toBe(6);
      expect((await tables.listed(tables.listFrom(4, 1))).count).toBe(4);
      await database.write(store, [tables.insert([sampleItem(50)])]);
      expect((await tables.listed(tables.listAll(1))).count).toBe(7);
    });

    test('counts of filtered rows follow a table change', async () => {
      const tables = await newTables();
      const { database, store } = tables;
      await database.write(store, [tables.insert(sampleItems(10))]);
      expect((await tables.listed(tables.listFrom(5, 1))).count).toBe(5);
      const change = tables.plain(`UPDATE ${database.dialect.table('items')} SET amount = 0 WHERE amount < 8`);
      await database.write(store, [change], { exclusive: true, schemaVersion: 2, nextSchemaVersion: 3 });
      expect((await database.list(store, tables.listFrom(5, 1), 3)).count).toBe(2);
    });

    test('counts include rows inserted by a plain statement before the first counted write', async () => {
      const tables = await newTables();
      const { dialect } = tables.database;
      const text = `INSERT INTO ${dialect.table('items')} (id, amount) VALUES (${dialect.value(1, 'uuid')}, 1)`;
      await tables.database.write(tables.store, [
        tables.plain(text, [sampleId(70)]),
        tables.plain(text, [sampleId(71)]),
      ]);
      await tables.database.write(tables.store, [tables.insert([sampleItem(1)])]);
      expect((await tables.listed(tables.listAll(1))).count).toBe(3);
    });

    test('any text is stored and returned unchanged', async () => {
      const tables = await newTables();
      const titles = [
        '"quoted"',
        "it's",
        'back\\slash',
        'line\nbreak\ttab',
        '',
        'ümläut 漢字 🎉',
        '\u2028\u0001',
        '%_*?[a]',
      ];
      const items = titles.map((title, number) => sampleItem(number, { title }));
      await tables.database.write(tables.store, [tables.insert(items)]);
      expect((await tables.listed(tables.listAll())).rows).toEqual(items);
    });

    test('whole numbers are exact to the largest that JSON has', async () => {
      const tables = await newTables();
      const items = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 0].map((amount, number) =>
        sampleItem(number, { amount }),
      );
      await tables.database.write(tables.store, [tables.insert(items)]);
      expect((await tables.listed(tables.listAll())).rows).toEqual(items);
      expect((await tables.listed(tables.listFrom(Number.MAX_SAFE_INTEGER))).rows).toEqual([items[0]]);
    });
  });
}
