import type { PlainStep } from '../database.ts';
import type { Dialect, WordIndex } from '../dialect.ts';
import type { TableDefinition } from './definition.ts';
import { physicalColumn, physicalTable } from './names.ts';
import { step } from './step.ts';

export function createSearchSteps(
  { search }: Dialect,
  table: TableDefinition,
  before: TableDefinition | undefined,
): PlainStep[] {
  const index = wordIndex(table);
  if (index === undefined) return [];
  return [...search.create(index, before && wordIndex(before)), ...search.createTriggers(index)].map((text) =>
    step(text),
  );
}

export function dropSearchSteps(
  { search }: Dialect,
  table: TableDefinition,
  after: TableDefinition | undefined,
): PlainStep[] {
  const index = wordIndex(table);
  if (index === undefined) return [];
  return [...search.dropTriggers(index), ...search.drop(index, after && wordIndex(after))].map((text) => step(text));
}

export function wordIndex(table: TableDefinition): WordIndex | undefined {
  if (table.search === undefined) return undefined;
  const { key, columns } = table.search;
  return {
    tableId: table.id,
    table: physicalTable(table),
    key,
    columns: columns.map(({ key: columnKey, wordsKey }) => {
      const column = table.columns.find((one) => one.key === columnKey);
      if (column === undefined) throw new Error(`a searchable column of ${table.name} is gone`);
      return { physical: physicalColumn(column), wordsKey };
    }),
  };
}
