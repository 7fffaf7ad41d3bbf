import type { Dialect, WordColumn } from '../dialect.ts';
import type { Column, Table } from '../schema/table.ts';
import type { Value } from '../statement.ts';
import type { Bindings } from './bindings.ts';

/** A searchable column and the columns that keep its words, where the service must write them. */
export interface KeptWords {
  readonly column: Column;
  readonly kept: readonly WordColumn[];
}

const NONE: readonly KeptWords[] = [];
const keptFor = new WeakMap<Table, { readonly dialect: Dialect; readonly words: readonly KeptWords[] }>();

export function keptWords(dialect: Dialect, table: Table): readonly KeptWords[] {
  if (table.search === undefined) return NONE;
  const known = keptFor.get(table);
  if (known?.dialect === dialect) return known.words;
  const words = table.search.columns
    .map(({ column, wordsKey }) => ({ column, kept: dialect.search.wordColumns(wordsKey) }))
    .filter(({ kept }) => kept.length > 0);
  keptFor.set(table, { dialect, words });
  return words;
}

export function wordSets(into: Bindings, { kept }: KeptWords, text: Value): readonly string[] {
  const values = wordValues(into.dialect, text);
  return kept.map(
    ({ physical, stored }, index) => `"${physical}" = ${stored(into.bind(values[index] ?? null, 'text'))}`,
  );
}

export function wordValues({ search }: Dialect, text: Value): readonly Value[] {
  return search.wordValues(text === null ? null : String(text));
}
