import { describe, expect, test } from 'vitest';
import { sampleColumn, sampleRow, sampleTable } from '../../../test/conformance/database/sample-table.ts';
import { sqliteDialect } from '../sqlite/dialect.ts';
import { insertRows } from './insert-rows.ts';

const ALWAYS = { kind: 'always' } as const;

function statementSizes(columns: number, reference?: string): number[] {
  const owner = Array.from({ length: columns }, (_, index) => sampleColumn(`c${index}`, 'text'));
  const pointing = sampleColumn('parent', 'reference', {
    ...(reference && { reference: { table: reference, onDelete: 'restrict' } }),
  });
  const table = sampleTable('things', [...owner, pointing]);
  const rows = Array.from({ length: 123 }, (_, index) => sampleRow(table, index, {}));
  const { statements } = insertRows(sqliteDialect, { table, rows, check: ALWAYS, shown: undefined });
  return statements.map(({ values }) => values.length / table.columns.length);
}

describe('insertRows', () => {
  test('writes up to a hundred rows per statement, and the rest with few shapes', () => {
    expect(statementSizes(5)).toEqual([100, 10, 10, 1, 1, 1]);
  });

  test('writes fewer rows per statement for wide tables, so that prepared statements stay small', () => {
    expect(new Set(statementSizes(100))).toEqual(new Set([10, 1]));
  });

  test('writes rows that may refer to each other one by one', () => {
    expect(new Set(statementSizes(5, 'things'))).toEqual(new Set([1]));
    expect(new Set(statementSizes(5, 'others'))).toEqual(new Set([100, 10, 1]));
  });
});
