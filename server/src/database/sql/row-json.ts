import type { Column } from '../schema/table.ts';
import type { Dialect } from './dialect.ts';

interface Made {
  readonly dialect: Dialect;
  readonly row: string;
  readonly text: string;
}

const madeFor = new WeakMap<readonly Column[], Made[]>();

/** The SQL of a row as JSON text; made once for the same array of columns, as it is most of a statement's text. */
export function rowJson(dialect: Dialect, columns: readonly Column[], row: string): string {
  let made = madeFor.get(columns);
  if (made === undefined) {
    made = [];
    madeFor.set(columns, made);
  }
  for (const known of made) if (known.row === row && known.dialect === dialect) return known.text;
  const text = dialect.rowJson(columns, row);
  made.push({ dialect, row, text });
  return text;
}
