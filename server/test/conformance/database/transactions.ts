import { describe, expect, test } from 'vitest';
import type { NewTables } from './opened-database.ts';
import { rejection } from './rejection.ts';
import { sampleId, sampleItem, sampleItems } from './sample-tables.ts';

export function describeTransactions(newTables: NewTables): void {
  describe('transactions', () => {
    test('a write returns its rows as JSON text, and the next read sees them', async () => {
      const tables = await newTables();
      const { results, replayed } = await tables.database.write(tables.store, [tables.insert(sampleItems(2))]);
      expect(replayed).toBe(false);
      expect(results).toHaveLength(1);
      const [result] = results;
      if (result?.kind !== 'rows') throw new Error('no rows');
      expect(result.rows?.map((row) => JSON.parse(row ?? 'null'))).toEqual(sampleItems(2));
      expect(result).toMatchObject({ touched: 2, created: 2 });
      expect(await tables.listed(tables.listAll())).toEqual({ rows: sampleItems(2), count: 2 });
    });

    test('later steps see the changes of earlier ones', async () => {
      const tables = await newTables();
      const { results } = await tables.database.write(tables.store, [
        tables.insert([sampleItem(1)]),
        tables.add(sampleId(1), 10),
      ]);
      expect(results[1]).toMatchObject({ kind: 'rows', touched: 1, created: 0 });
      expect((await tables.listed(tables.listAll())).rows).toEqual([sampleItem(1, { amount: 11 })]);
    });

    test('a failing step rolls back the steps before it', async () => {
      const tables = await newTables();
      const steps = [tables.insert([sampleItem(1)]), tables.insert([sampleItem(2), sampleItem(1)])];
      const error = await rejection(tables.database.write(tables.store, steps));
      expect(error).toMatchObject({ kind: 'unique_violation', step: 1, statement: 1 });
      expect(await tables.listed(tables.listAll())).toEqual({ rows: [], count: 0 });
    });

    test('a failed attempt is a value, and the rest continues', async () => {
      const tables = await newTables();
      const { results } = await tables.database.write(tables.store, [
        { kind: 'attempt', step: tables.insert([sampleItem(1)]) },
        { kind: 'attempt', step: tables.insert([sampleItem(2), sampleItem(3, { title: 'item 1' })]) },
        { kind: 'attempt', step: tables.add(sampleId(9), 1) },
        { kind: 'attempt', step: tables.insert([sampleItem(4)]) },
      ]);
      expect(results.map((result) => (result.kind === 'failed' ? result.error.kind : result.touched))).toEqual([
        1,
        'unique_violation',
        'row_hidden',
        1,
      ]);
      expect(await tables.listed(tables.listAll())).toEqual({ rows: [sampleItem(1), sampleItem(4)], count: 2 });
    });

    test('a new row that fails the rule changes nothing', async () => {
      const tables = await newTables();
      const insert = tables.insert([sampleItem(1)], { isAllowed: false });
      expect(await rejection(tables.database.write(tables.store, [insert]))).toMatchObject({ kind: 'rule_failed' });
      await tables.database.write(tables.store, [tables.insert([sampleItem(2)])]);
      const update = tables.add(sampleId(2), 5, { isAllowed: false });
      expect(await rejection(tables.database.write(tables.store, [update]))).toMatchObject({ kind: 'rule_failed' });
      expect(await tables.listed(tables.listAll())).toEqual({ rows: [sampleItem(2)], count: 1 });
    });

    test('a write refused by a rule does not affect writes that share its transaction', async () => {
      const tables = await newTables();
      const writes = sampleItems(40).map((item) =>
        tables.database
          .write(tables.store, [tables.insert([item], { isAllowed: item.amount % 4 !== 0 })])
          .then(() => item.amount),
      );
      const done = (await Promise.allSettled(writes)).flatMap((each) =>
        each.status === 'fulfilled' ? each.value : [],
      );
      expect(done).toEqual(sampleItems(40).flatMap(({ amount }) => (amount % 4 === 0 ? [] : amount)));
      const { rows, count } = await tables.listed(tables.listAll());
      expect(rows.map(({ amount }) => amount)).toEqual(done);
      expect(count).toBe(30);
    });

    test('an upsert reports whether it created the row', async () => {
      const tables = await newTables();
      const first = await tables.database.write(tables.store, [tables.upsert(sampleItem(1))]);
      const second = await tables.database.write(tables.store, [tables.upsert({ ...sampleItem(2), title: 'item 1' })]);
      expect(first.results[0]).toMatchObject({ touched: 1, created: 1 });
      const sameId = await tables.database.write(tables.store, [tables.upsert(sampleItem(1, { amount: 3 }))]);
      expect(second.results[0]).toMatchObject({ touched: 1, created: 0 });
      expect(sameId.results[0]).toMatchObject({ touched: 1, created: 0 });
      expect(await tables.listed(tables.listAll())).toEqual({ rows: [sampleItem(1, { amount: 3 })], count: 1 });
    });

    test('a change of more rows than the limit returns only their count', async () => {
      const tables = await newTables();
      await tables.database.write(tables.store, [tables.insert(sampleItems(20))]);
      const few = await tables.database.write(tables.store, [tables.deleteItems(15, 5)]);
      expect(few.results[0]).toMatchObject({ kind: 'rows', touched: 5, created: 0 });
      expect(few.results[0]).toHaveProperty('rows.length', 5);
      const many = await tables.database.write(tables.store, [tables.deleteItems(5, 5)]);
      expect(many.results[0]).toEqual({ kind: 'rows', rows: undefined, touched: 10, created: 0 });
      expect((await tables.listed(tables.listAll())).count).toBe(5);
    });

    test('a plain step that affects too few or too many rows fails with its name', async () => {
      const tables = await newTables();
      await tables.database.write(tables.store, [tables.insert(sampleItems(3))]);
      const text = `UPDATE ${tables.database.dialect.table('items')} SET amount = 100`;
      const many = tables.plain(text, [], { atMost: 2, name: 'many' });
      const error = await rejection(tables.database.write(tables.store, [many]));
      expect(error).toMatchObject({ kind: 'not_applied', name: 'many', step: 0 });
      const few = tables.plain(`${text} WHERE amount > 50`, [], { atLeast: 1, name: 'few' });
      expect(await rejection(tables.database.write(tables.store, [few]))).toMatchObject({
        kind: 'not_applied',
        name: 'few',
      });
      expect((await tables.listed(tables.listAll())).rows).toEqual(sampleItems(3));
    });

    test('a write without steps succeeds', async () => {
      const tables = await newTables();
      expect(await tables.database.write(tables.store, [])).toEqual({ results: [], replayed: false });
    });
  });
}
