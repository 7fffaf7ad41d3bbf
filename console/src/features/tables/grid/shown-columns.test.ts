import { expect, test } from 'vitest';
import type { Column } from '../column-types.ts';
import type { TableInfo } from '../table-types.ts';
import { moveColumn, shownColumns, usualOrder, withColumn } from './shown-columns.ts';

const column = (name: string, system = false) => ({ name, type: 'text', ...(system && { system }) }) as Column;
const COLUMNS = [column('id', true), column('created_at', true), column('a'), column('b'), column('c')];
const TABLE = { columns: COLUMNS } as unknown as TableInfo;
const namesOf = (columns: readonly Column[]) => columns.map(({ name }) => name);

test('columns appear in the chosen order; if none of the chosen names exists, all appear', () => {
  expect(namesOf(shownColumns(TABLE, ['c', 'gone', 'a']))).toEqual(['c', 'a']);
  expect(namesOf(shownColumns(TABLE, ['gone']))).toEqual(['id', 'a', 'b', 'c', 'created_at']);
  expect(namesOf(shownColumns(TABLE, undefined))).toEqual(['id', 'a', 'b', 'c', 'created_at']);
});

test('a column that is shown again appears after its usual neighbour', () => {
  const all = usualOrder(COLUMNS);
  expect(withColumn(['c', 'a'], all, 'b')).toEqual(['c', 'a', 'b']);
  expect(withColumn(['c'], all, 'id')).toEqual(['id', 'c']);
});

test('a column moves to the place of another column, left or right', () => {
  expect(moveColumn(['a', 'b', 'c'], 'a', 'c')).toEqual(['b', 'c', 'a']);
  expect(moveColumn(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b']);
});
