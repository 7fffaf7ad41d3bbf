import type { Static } from 'typebox';
import type { ColumnDefinition, IndexDefinition, TableDefinition } from '../../database/index.ts';
import { SYSTEM_INDEXABLE } from '../../database/index.ts';
import { indexedBytesMax } from '../../database/schema/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import { newKey } from './new-key.ts';
import type { Problems } from './problems.ts';
import { INDEXES_MAX, type indexInput } from './table-schemas.ts';

type IndexInput = Static<typeof indexInput>;

interface NewIndexes {
  readonly inputs: readonly IndexInput[];
  readonly path: string;
  readonly columns: readonly ColumnDefinition[];
  readonly others: readonly IndexDefinition[];
  readonly problems: Problems;
  readonly ids: () => string;
}

/** All indexes of the table after the change. Throws `unknown_column`, and `duplicate` when an index already exists. */
export function planIndexes({ inputs, path, columns, others, problems, ids }: NewIndexes): readonly IndexDefinition[] {
  const indexes = [...others];
  for (const [at, input] of inputs.entries()) {
    const index = readIndex(input, { path: `${path}.${at}`, columns, problems, ids });
    if (indexes.some((other) => isSame(other.columns, index.columns))) throw indexTaken(`${path}.${at}`, input);
    indexes.push(index);
  }
  if (indexes.length > INDEXES_MAX) problems.add(path, `would exceed the limit of ${INDEXES_MAX} indexes`);
  checkDefaults(indexes, columns, problems);
  return indexes;
}

interface ReadIndex extends Pick<NewIndexes, 'path' | 'columns' | 'problems' | 'ids'> {}

function readIndex(
  { columns: names, unique = false }: IndexInput,
  { path, columns, problems, ids }: ReadIndex,
): IndexDefinition {
  const keys = names.map((name, at) => {
    const column = columns.find((each) => each.name === name);
    if (names.indexOf(name) !== at) problems.add(`${path}.columns.${at}`, 'is named twice');
    if (name === 'id') problems.add(`${path}.columns.${at}`, 'is already the end of every index');
    else if (column === undefined && !SYSTEM_INDEXABLE.has(name)) throw unknownColumn(`${path}.columns.${at}`, name);
    if (column?.type === 'json') problems.add(`${path}.columns.${at}`, 'is JSON, which has no order');
    return column?.key ?? name;
  });
  return { key: newKey(ids), columns: keys, unique };
}

/** The indexes that are not dropped. Throws `in_use` when one of them uses a column that is dropped. */
export function keepIndexes(
  before: TableDefinition,
  {
    columns,
    dropped,
    problems,
  }: Pick<NewIndexes, 'columns' | 'problems'> & { dropped: readonly (readonly string[])[] },
): readonly IndexDefinition[] {
  const gone = new Set<IndexDefinition>();
  for (const [at, names] of dropped.entries()) {
    const index = before.indexes.find((each) => isSame(indexNames(before, each), names));
    if (index === undefined) problems.add(`drop_indexes.${at}`, 'is not an index of this table');
    else gone.add(index);
  }
  const kept = before.indexes.filter((index) => !gone.has(index));
  for (const index of kept) requireColumns(before, index, columns);
  return kept;
}

function requireColumns(before: TableDefinition, index: IndexDefinition, columns: readonly ColumnDefinition[]): void {
  const going = before.columns.find(
    ({ key }) => index.columns.includes(key) && !columns.some((column) => column.key === key),
  );
  if (going === undefined) return;
  const names = indexNames(before, index).join(', ');
  throw new ServiceError('in_use', `The column '${going.name}' is part of the index (${names}): drop that too.`, {
    details: { fields: { [going.name]: `is part of the index (${names})` }, index: indexNames(before, index) },
  });
}

export function indexNames({ columns }: TableDefinition, index: IndexDefinition): readonly string[] {
  return index.columns.map((key) => columns.find((column) => column.key === key)?.name ?? key);
}

/** A default too long for the index would fail every insert that does not send the column. */
function checkDefaults(
  indexes: readonly IndexDefinition[],
  columns: readonly ColumnDefinition[],
  problems: Problems,
): void {
  for (const index of indexes) {
    const texts = columns.filter(({ key, type }) => type === 'text' && index.columns.includes(key));
    const bytesMax = indexedBytesMax(texts.length);
    for (const { name, default: value } of texts) {
      if (typeof value !== 'string' || Buffer.byteLength(value) <= bytesMax) continue;
      problems.add(name, `has a default of more than ${bytesMax} bytes, too long for an index`);
    }
  }
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((name, at) => name === right[at]);
}

function unknownColumn(field: string, name: string): ServiceError {
  return new ServiceError('unknown_column', `There is no column '${name.slice(0, 80)}' for an index.`, {
    details: { fields: { [field]: 'is not a column of this table' } },
  });
}

function indexTaken(field: string, { columns }: IndexInput): ServiceError {
  return new ServiceError('duplicate', `There is an index on (${columns.join(', ')}) already.`, {
    details: { fields: { [field]: 'already exists' } },
  });
}
