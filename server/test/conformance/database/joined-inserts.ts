import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Step, WriteOptions } from '../../../src/database/database.ts';
import { joinInserts } from '../../../src/database/join-inserts.ts';
import type { Table } from '../../../src/database/schema/table.ts';
import { insertRows, type NewRow } from '../../../src/database/sql/index.ts';
import { withWrite } from '../../../src/database/with-write.ts';
import type { NewTables } from './opened-database.ts';
import { rejection } from './rejection.ts';
import { sampleColumn, sampleTable } from './sample-table.ts';
import { type Item, type SampleTables, sampleItem, sampleItems } from './sample-tables.ts';

const CURRENT = { schemaVersion: 2 };

export function describeJoinedInserts(newTables: NewTables): void {
  describe('concurrent inserts', () => {
    test('share statements, and each returns its own row', async () => {
      const { tables, insert, writes } = joinedTo(await newTables());
      const items = sampleItems(64);
      const written = await Promise.all(items.map((item) => insert(item)));
      expect(written.map(shownItem)).toEqual(items);
      expect(await tables.listed(tables.listAll())).toEqual({ rows: items, count: 64 });
      expect(writes.length).toBeLessThan(10);
    });

    test('fail individually: the others are written', async () => {
      const { tables, insert } = joinedTo(await newTables());
      const taken = sampleItem(5, { title: 'item 3' });
      const orphan = sampleItem(40, { group_id: randomUUID() });
      const items = sampleItems(50).map((item) => [taken, orphan].find(({ id }) => id === item.id) ?? item);
      const outcomes = await Promise.all(
        items.map((item) =>
          item === taken || item === orphan
            ? rejection(insert(item)).then(({ kind, columns }) => ({ kind, columns }))
            : insert(item).then(shownItem),
        ),
      );
      const good = items.filter((item) => item !== taken && item !== orphan);
      expect(outcomes.filter((_, index) => good.includes(items[index] ?? taken))).toEqual(good);
      expect(outcomes[5]).toEqual({ kind: 'unique_violation', columns: ['title'] });
      expect(outcomes[40]).toMatchObject({ kind: 'foreign_key_violation' });
      expect(await tables.listed(tables.listAll())).toEqual({ rows: good, count: 48 });
      // Later rows must succeed too.
      const later = sampleItems(30, 100);
      expect((await Promise.all(later.map((item) => insert(item)))).map(shownItem)).toEqual(later);
    });

    test('made for another catalogue version are refused, and the others are written', async () => {
      const { tables, insert } = joinedTo(await newTables());
      const outcomes = await Promise.all(
        sampleItems(40).map((item, index) =>
          index % 8 === 7
            ? rejection(insert(item, { schemaVersion: 1 })).then(({ kind }) => kind)
            : insert(item).then(() => 'written'),
        ),
      );
      expect(outcomes.filter((outcome) => outcome === 'stale_schema')).toHaveLength(5);
      expect((await tables.listed(tables.listAll())).count).toBe(35);
    });

    test('with their own idempotency keys are replayed', async () => {
      const { tables, insert } = joinedTo(await newTables());
      const idempotency = { key: randomUUID(), fingerprint: 'a', nowMs: Date.now(), expiresAtMs: Date.now() + 60_000 };
      const written = await Promise.all(
        sampleItems(20).map((item, index) => insert(item, index < 2 ? { ...CURRENT, idempotency } : CURRENT)),
      );
      expect(written.filter(({ replayed }) => replayed)).toHaveLength(1);
      expect(written[0]?.results).toEqual(written[1]?.results);
      expect((await tables.listed(tables.listAll())).count).toBe(19);
    });
  });
}

/** The database with joined inserts, and the writes that reach the engine. */
function joinedTo(tables: SampleTables) {
  const writes: (readonly Step[])[] = [];
  const engine = withWrite(tables.database, (...asked) => {
    writes.push(asked[1]);
    return tables.database.write(...asked);
  });
  const database = joinInserts(engine);
  const table = itemsTable(tables);
  const insert = (item: Item, options: WriteOptions = CURRENT) => {
    const step = insertRows(database.dialect, {
      table,
      rows: [rowOf(table, item)],
      check: { kind: 'always' },
      shown: table.columns,
    });
    return database.write(tables.store, [step], options);
  };
  return { tables, insert, writes };
}

function itemsTable({ items }: SampleTables): Table {
  const columns = [
    sampleColumn('id', 'uuid', { unique: true }),
    sampleColumn('title', 'text', { unique: true }),
    sampleColumn('amount', 'integer'),
    sampleColumn('group_id', 'reference', { reference: { table: 'groups', onDelete: 'cascade' } }),
  ];
  const columnByName = new Map(columns.map((column) => [column.name, column]));
  return { ...sampleTable('items', []), ...items, columns, columnByName };
}

function rowOf({ columns }: Table, item: Item): NewRow {
  const values = new Map(Object.entries(item));
  return new Map(columns.map((column) => [column, values.get(column.name) ?? null]));
}

function shownItem({ results }: { readonly results: readonly unknown[] }): unknown {
  const [result] = results as readonly { readonly rows?: readonly string[] }[];
  return JSON.parse(result?.rows?.[0] ?? 'null');
}
