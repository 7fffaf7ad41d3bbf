import type { ColumnDefinition, SearchDefinition, TableDefinition } from '../../../database/index.ts';
import { WORD_RULES } from '../../../database/index.ts';
import { newKey } from '../new-key.ts';
import type { Problems } from '../problems.ts';

export const SEARCHABLE_MAX = 10;

/** The index stays when the same columns are searchable by the same rules; otherwise it must be filled again. */
export function planSearch(
  columns: readonly ColumnDefinition[],
  before: SearchDefinition | undefined,
  ids: () => string,
): Pick<TableDefinition, 'search'> {
  const wanted = columns.filter(({ searchable }) => searchable === true).map(({ key }) => key);
  if (wanted.length === 0) return {};
  const known = before?.rules === WORD_RULES ? before : undefined;
  if (known?.columns.length === wanted.length && known.columns.every(({ key }) => wanted.includes(key))) {
    return { search: known };
  }
  const wordsKeys = new Map(known?.columns.map(({ key, wordsKey }) => [key, wordsKey]));
  return {
    search: {
      key: newKey(ids),
      rules: WORD_RULES,
      isWhole: false,
      columns: wanted.map((key) => ({ key, wordsKey: wordsKeys.get(key) ?? newKey(ids) })),
    },
  };
}

/** `planSearch` for a table without rows, whose index is complete at once. */
export function planEmptySearch(
  columns: readonly ColumnDefinition[],
  ids: () => string,
): Pick<TableDefinition, 'search'> {
  const { search } = planSearch(columns, undefined, ids);
  return search === undefined ? {} : { search: { ...search, isWhole: true } };
}

export function withinSearch(definition: TableDefinition): TableDefinition {
  const { search, ...others } = definition;
  const keys = new Set(definition.columns.map(({ key }) => key));
  const columns = search?.columns.filter(({ key }) => keys.has(key)) ?? [];
  return search === undefined || columns.length === 0 ? others : { ...definition, search: { ...search, columns } };
}

export function checkSearchable(columns: readonly ColumnDefinition[], path: string, problems: Problems): void {
  const searchable = columns.filter((column) => column.searchable === true);
  if (searchable.length > SEARCHABLE_MAX) {
    problems.add(path, `would exceed the limit of ${SEARCHABLE_MAX} searchable columns`);
  }
}
