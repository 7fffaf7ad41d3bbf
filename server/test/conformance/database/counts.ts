import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { NewTables } from './opened-database.ts';
import { SampleTables, sampleId, sampleItem, sampleItems } from './sample-tables.ts';

const CLIENTS = 64;

/** Reads the rows with every count, so that a stale count is noticed. */
async function counts(tables: SampleTables): Promise<(number | undefined)[]> {
  const found: (number | undefined)[] = [];
  for (const read of [tables.listAll(), tables.listFrom(5), tables.listFrom(1_000)]) {
    const { rows, count } = await tables.listed(read);
    expect(rows.length).toBe(count);
    found.push(count);
  }
  return found;
}

export function describeCounts(newTables: NewTables): void {
  describe('cached counts', () => {
    test('are exact at every moment while 64 clients write in every way and read', async () => {
      const tables = await newTables();
      const { database, store } = tables;
      const client = async (number: number): Promise<void> => {
        const first = number * 20;
        await database.write(store, [tables.insert([sampleItem(first)])]);
        await counts(tables);
        await database.write(store, [tables.insert(sampleItems(7, first + 1))]);
        await database.write(store, [tables.add(sampleId(first), 500)]);
        await counts(tables);
        const refused = [tables.insert([sampleItem(first + 9)]), tables.insert([sampleItem(first)])];
        await database.write(store, refused).catch(() => undefined);
        await database.write(store, [
          { kind: 'attempt', step: tables.insert([sampleItem(first)]) },
          { kind: 'attempt', step: tables.upsert(sampleItem(first + 10)) },
        ]);
        await database.write(store, [tables.insert([sampleItem(first + 11)])], { exclusive: number % 8 === 0 });
        await counts(tables);
      };
      await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
      expect((await counts(tables))[0]).toBe(CLIENTS * 10);
      await database.write(store, [tables.deleteItems(0, 1)]);
      expect(await counts(tables)).toEqual([0, 0, 0]);
    });

    test('are exact during cascading deletes', async () => {
      const tables = await newTables();
      const { database, store } = tables;
      const client = async (number: number): Promise<void> => {
        const group = randomUUID();
        await database.write(store, [tables.insertGroup(group)]);
        await database.write(store, [
          tables.insert(sampleItems(3, number * 10).map((item) => ({ ...item, group_id: group }))),
        ]);
        await counts(tables);
        if (number % 2 === 0) await database.write(store, [tables.deleteGroup(group)]);
        await counts(tables);
      };
      await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
      expect((await counts(tables))[0]).toBe((CLIENTS / 2) * 3);
      await database.write(store, [tables.insert([sampleItem(9_000)])]);
      expect((await counts(tables))[0]).toBe((CLIENTS / 2) * 3 + 1);
    });

    test('are right after a rolled-back write and after its repetition', async () => {
      const tables = await newTables();
      const { database, store } = tables;
      await database.write(store, [tables.insert(sampleItems(6))]);
      expect(await counts(tables)).toEqual([6, 1, 0]);
      const fails = tables.plain(`UPDATE ${database.dialect.table('items')} SET amount = 1`, [], { atMost: 0 });
      for (const exclusive of [false, true]) {
        await expect(
          database.write(store, [tables.insert([sampleItem(6)]), tables.deleteItems(3), fails], { exclusive }),
        ).rejects.toMatchObject({ kind: 'not_applied' });
        expect(await counts(tables)).toEqual([6, 1, 0]);
      }
      await database.write(store, [tables.insert([sampleItem(6)])]);
      expect(await counts(tables)).toEqual([7, 2, 0]);
    });

    test('of a table recreated under an old name start anew', async () => {
      const old = await newTables();
      const { database, store } = old;
      for (const number of [1, 2, 3]) await database.write(store, [old.insert([sampleItem(number + 10)])]);
      expect(await counts(old)).toEqual([3, 3, 0]);
      const drop = ['pins', 'items', 'groups'].map((name) => old.plain(`DROP TABLE ${database.dialect.table(name)}`));
      await database.write(store, drop, { exclusive: true });

      // Makes as many writes as on the old table, so that the new one goes through the same versions.
      const anew = await new SampleTables(database, store).create();
      for (let writes = 1; writes < 8; writes += 1) {
        await database.write(store, [anew.insert([sampleItem(writes * 2_000)])]);
        expect(await counts(anew)).toEqual([writes, writes, writes]);
      }
    });
  });
}
