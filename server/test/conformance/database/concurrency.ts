import { describe, expect, test } from 'vitest';
import type { NewTables } from './opened-database.ts';
import { rejection } from './rejection.ts';
import { sampleId, sampleItem, sampleItems } from './sample-tables.ts';

const CLIENTS = 64;

export function describeConcurrency(newTables: NewTables): void {
  describe('concurrency', () => {
    test('of 64 clients that insert one unique value, exactly one wins', async () => {
      const tables = await newTables();
      const outcomes = await Promise.allSettled(
        sampleItems(CLIENTS).map((item) =>
          tables.database.write(tables.store, [tables.insert([{ ...item, title: 'wanted' }])]),
        ),
      );
      const failures = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.error.kind] : []));
      expect(failures).toEqual(Array.from({ length: CLIENTS - 1 }, () => 'unique_violation'));
      expect((await tables.listed(tables.listAll())).count).toBe(1);
    });

    test('64 clients that change one row lose no change', async () => {
      const tables = await newTables();
      await tables.database.write(tables.store, [tables.insert([sampleItem(0)])]);
      const client = async (): Promise<void> => {
        for (let turn = 0; turn < 5; turn += 1) await tables.database.write(tables.store, [tables.add(sampleId(0), 1)]);
      };
      await Promise.all(Array.from({ length: CLIENTS }, client));
      expect((await tables.listed(tables.listAll())).rows).toEqual([sampleItem(0, { amount: CLIENTS * 5 })]);
    });

    test('a list and its count agree while 64 clients insert and delete', async () => {
      const tables = await newTables();
      const { database, store } = tables;
      const client = async (number: number): Promise<void> => {
        for (let turn = 0; turn < 6; turn += 1) {
          await database.write(store, [tables.insert(sampleItems(3, number * 100 + turn * 3))]);
          for (const read of [tables.listAll(), tables.listFrom(3_000), tables.listFrom(0)]) {
            const { rows, count } = await tables.listed(read);
            expect(rows.length).toBe(count);
          }
          if (turn % 3 === 2) await database.write(store, [tables.deleteItems(number * 100)]);
        }
      };
      await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
      const { rows, count } = await tables.listed(tables.listAll());
      expect(rows.length).toBe(count);
    });

    test('a writer finds its own row at once', async () => {
      const tables = await newTables();
      const client = async (number: number): Promise<void> => {
        await tables.database.write(tables.store, [tables.insert([sampleItem(number)])]);
        const { rows } = await tables.listed(tables.listFrom(number));
        expect(rows[0]).toEqual(sampleItem(number));
      };
      await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
    });

    test('ordinary writes continue alongside exclusive ones, and none sees half of one', async () => {
      const tables = await newTables();
      const { database, store } = tables;
      await database.write(store, [tables.insert([sampleItem(0, { amount: 0 })])]);
      const exclusive = async (): Promise<void> => {
        const steps = [tables.add(sampleId(0), 1), tables.add(sampleId(0), 1)];
        for (let turn = 0; turn < 5; turn += 1) await database.write(store, steps, { exclusive: true });
      };
      const ordinary = async (number: number): Promise<void> => {
        for (let turn = 0; turn < 5; turn += 1) {
          await database.write(store, [tables.insert([sampleItem(number * 10 + turn)])]);
          const { rows } = await tables.listed(tables.listAll(1));
          expect((rows[0]?.amount ?? 1) % 2).toBe(0);
        }
      };
      await Promise.all([exclusive(), exclusive(), ...[1, 2, 3, 4].map(ordinary)]);
      const { rows, count } = await tables.listed(tables.listAll(1));
      expect({ amount: rows[0]?.amount, count }).toEqual({ amount: 20, count: 21 });
    });

    test('of several table changes made for one version, exactly one is applied', async () => {
      const tables = await newTables();
      const { database, store } = tables;
      const options = { exclusive: true, schemaVersion: 2, nextSchemaVersion: 3 };
      const outcomes = await Promise.allSettled([0, 1, 2, 3].map(() => database.write(store, [], options)));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const late = database.write(store, [], options);
      expect(await rejection(late)).toMatchObject({ kind: 'stale_schema' });
    });
  });
}
