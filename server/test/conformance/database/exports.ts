import { describe, expect, test } from 'vitest';
import type { ExportFormat, ExportRead } from '../../../src/database/database.ts';
import type { NewTables } from './opened-database.ts';
import type { Item, SampleTables } from './sample-tables.ts';
import { sampleId, sampleItem, sampleItems } from './sample-tables.ts';

const CSV: ExportFormat = {
  kind: 'csv',
  raw: false,
  columns: ['id', 'title', 'amount'].map((name) => ({ name, json: false })),
};

export function describeExports(newTables: NewTables): void {
  describe('exports', () => {
    test.each(['id', 'amount'] as const)('every row comes once, in the order of %s', async (order) => {
      const tables = await filled(await newTables(), 2_500);
      const pages = await collect(tables, tables.exportAll(order));
      expect(pages.length).toBeGreaterThan(1);
      expect(pages.every(({ rows }) => rows > 0)).toBe(true);
      const items = JSON.parse(`[${pages.map(({ text }) => text).join(',')}]`) as Item[];
      const expected = sampleItems(2_500);
      expect(items).toEqual(order === 'id' ? expected : expected.toReversed());
      expect(pages.reduce((sum, { rows }) => sum + rows, 0)).toBe(2_500);
    });

    test.each(['id', 'amount'] as const)('an empty table gives no page, in the order of %s', async (order) => {
      const tables = await newTables();
      expect(await collect(tables, tables.exportAll(order))).toEqual([]);
    });

    test('CSV distinguishes null from empty text and escapes formulas', async () => {
      const tables = await newTables();
      const titles = [null, '', '=1+1', 'a,"b"\r\nc', '-5'];
      const items = titles.map((title, number) => sampleItem(number, { title, amount: -number }));
      await tables.database.write(tables.store, [tables.insert(items)]);
      const [page] = await collect(tables, tables.exportAll('id', CSV));
      expect(page?.text).toBe(
        `${sampleId(0)},,0\r\n${sampleId(1)},"",-1\r\n${sampleId(2)},'=1+1,-2\r\n${sampleId(3)},"a,""b""\r\nc",-3\r\n${sampleId(4)},'-5,-4\r\n`,
      );
    });

    test.each(['id', 'amount'] as const)('a consumer may stop early, in the order of %s', async (order) => {
      const tables = await filled(await newTables(), 2_500);
      for await (const page of tables.database.pages(tables.store, tables.exportAll(order))) {
        expect(page.rows).toBeGreaterThan(0);
        break;
      }
      // The stopped export must leave nothing open that would block a schema change.
      const text = `ALTER TABLE ${tables.database.dialect.table('items')} ADD COLUMN extra ${tables.database.dialect.types.text}`;
      await tables.database.write(tables.store, [tables.plain(text)], { exclusive: true });
    });

    test('rows written during an export do not affect the rows that existed before', async () => {
      const tables = await filled(await newTables(), 2_500);
      const ids = new Set<string>();
      let next = 10_000;
      for await (const { text } of tables.database.pages(tables.store, tables.exportAll('amount'))) {
        for (const { id } of JSON.parse(`[${text}]`) as Item[]) {
          expect(ids.has(id)).toBe(false);
          ids.add(id);
        }
        next += 1;
        await tables.database.write(tables.store, [tables.insert([sampleItem(next)])]);
      }
      expect(sampleItems(2_500).every(({ id }) => ids.has(id))).toBe(true);
    });
  });
}

async function filled(tables: SampleTables, count: number): Promise<SampleTables> {
  await tables.database.write(tables.store, [tables.insert(sampleItems(count))]);
  return tables;
}

async function collect(tables: SampleTables, read: ExportRead): Promise<{ text: string; rows: number }[]> {
  return await Array.fromAsync(tables.database.pages(tables.store, read));
}
