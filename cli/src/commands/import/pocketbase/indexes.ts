import type { LeftOut, SourceTable } from '../source.ts';
import type { PlannedCollection } from './columns.ts';

const INDEX =
  /^\s*CREATE\s+(UNIQUE\s+)?INDEX\s+(?:IF\s+NOT\s+EXISTS\s+)?[^(]*?\sON\s+[^(]+\(([^()]*)\)\s*(WHERE\b.*)?$/is;
const COLUMNS_MAX = 5;

interface ReadIndex {
  readonly columns: readonly string[];
  readonly unique: boolean;
}

export function uniqueColumns(planned: PlannedCollection): Set<string> {
  const single = readAll(planned).flatMap(({ index }) =>
    index?.unique === true && index.columns.length === 1 ? index.columns : [],
  );
  return new Set(single);
}

export function indexesOf(planned: PlannedCollection, leftOut: LeftOut[]): SourceTable['indexes'] {
  const indexes: ReadIndex[] = [];
  for (const { sql, index } of readAll(planned)) {
    if (index === undefined)
      leftOut.push({ kind: 'index', name: planned.tableName, reason: `It has no counterpart: ${sql}` });
    else if (index.columns.length > 1) indexes.push(index);
    else if (!index.unique && index.columns.length === 1) {
      leftOut.push({
        kind: 'index',
        name: `${planned.tableName}.${index.columns[0]}`,
        reason: 'Make the column indexed if lists need it.',
      });
    }
  }
  return indexes;
}

function readAll({ collection, columns }: PlannedCollection) {
  const names = new Map(columns.map(({ field, column }) => [field.name, column]));
  return collection.indexes.map((sql) => {
    const [, unique, list = '', condition] = INDEX.exec(sql) ?? [];
    const indexed = list.split(',').map((part) =>
      part
        .trim()
        .replace(/\s+(asc|desc|collate\s+\w+)$/i, '')
        .replaceAll(/[`"[\]]/g, ''),
    );
    const found = indexed.map((name) => names.get(name));
    const fitting = found
      .filter((column) => column !== undefined && column.type !== 'json')
      .map((column) => column?.name ?? '');
    const fits =
      list !== '' && condition === undefined && fitting.length === indexed.length && fitting.length <= COLUMNS_MAX;
    return { sql, index: fits ? { columns: fitting, unique: unique !== undefined } : undefined };
  });
}
