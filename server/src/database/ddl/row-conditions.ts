import { defaultValue, indexedBytesMax } from '../schema/index.ts';
import type { Bindings } from '../sql/bindings.ts';
import { columnOf } from './column.ts';
import type { ColumnDefinition, ColumnLimit, TableDefinition } from './definition.ts';
import { onDeleteOf } from './foreign-key.ts';
import type { Index } from './indexes.ts';
import { quoted } from './names.ts';

export interface RowCondition {
  /** Names the problem, such as `required:title`. */
  readonly name: string;
  readonly where: (into: Bindings) => string;
  /** The limit that makes new values fit; undefined when a foreign key may still change them. */
  readonly limit: ColumnLimit | undefined;
}

export interface CheckedChange {
  readonly before: TableDefinition;
  readonly after: TableDefinition;
  readonly added: readonly Index[];
  readonly physicalOf: (key: string) => string;
}

export function rowConditions({ before, after, added, physicalOf }: CheckedChange): readonly RowCondition[] {
  const old = new Map(before.columns.map((column) => [column.key, column]));
  const options = after.columns.flatMap((column) => optionConditions(column, old.get(column.key), physicalOf));
  const lengths = added.flatMap(({ columns }) => {
    const texts = columns.filter(({ type }) => type === 'text');
    const bytesMax = indexedBytesMax(texts.length);
    return texts.map(
      ({ key, name }): RowCondition => ({
        name: `length:${name}`,
        where: () => `octet_length(${quoted(physicalOf(key))}) > ${bytesMax}`,
        limit: { key, bytesMax },
      }),
    );
  });
  return [...options, ...lengths];
}

function optionConditions(
  column: ColumnDefinition,
  from: ColumnDefinition | undefined,
  physicalOf: CheckedChange['physicalOf'],
): RowCondition[] {
  const { key, enum: words } = column;
  const name = quoted(physicalOf(key));
  const found: RowCondition[] = [];
  const isFilled = from === undefined && defaultValue(columnOf(column)) !== null;
  if (column.required && !from?.required && !isFilled) {
    const losesValues = from !== undefined && onDeleteOf(from) === 'set_null';
    found.push({
      name: `required:${column.name}`,
      where: () => `${name} IS NULL`,
      limit: losesValues ? undefined : { key, required: true },
    });
  }
  if (from !== undefined && words !== undefined && losesWords(from.enum, words)) {
    found.push({
      name: `enum:${column.name}`,
      where: (into) => `${name} IS NOT NULL AND NOT (${into.bindAmong(name, words, 'text')})`,
      limit: { key, enum: words },
    });
  }
  return found;
}

/** Whether a value that was allowed may be outside the new words; `before` is undefined where every text was allowed. */
export function losesWords(before: readonly string[] | undefined, words: readonly string[]): boolean {
  const allowed = new Set(words);
  return before === undefined || !before.every((word) => allowed.has(word));
}
