import type { Column } from '../../database/schema/index.ts';
import { isCuttable } from '../../database/sql/index.ts';

/** Rows whose long values are cut, and which of them are. */
export interface CutRows {
  /** The rows as JSON text, joined by commas. */
  readonly json: string;
  /** The columns that are cut, by the ids of their rows. */
  readonly cut: Readonly<Record<string, readonly string[]>>;
}

export interface Cutting {
  /** The most characters that are left of a value. */
  readonly cutAt: number;
  /** The columns of the rows. The id comes with them in any case, to say which rows are cut. */
  readonly columns: readonly Pick<Column, 'name' | 'type'>[];
}

/**
 * The database gives one character more than is wanted, which tells the values that are longer. A JSON value that is not
 * too long is shown as it is: its text has two quotes where it is a string, so as a string it is never too long either.
 */
export function cutValues(json: string, { cutAt, columns }: Cutting): CutRows {
  const cuttable = columns.filter(isCuttable).map(({ name }) => name);
  const showsId = columns.some(({ name }) => name === 'id');
  const cut: Record<string, readonly string[]> = {};
  const rows = (JSON.parse(`[${json}]`) as Record<string, unknown>[]).map((row) => {
    const { id } = row;
    const long = cuttable.filter((name) => {
      const value = row[name];
      const short = typeof value === 'string' ? beginningOf(value, cutAt) : value;
      row[name] = short;
      return short !== value;
    });
    if (long.length > 0) cut[String(id)] = long;
    if (!showsId) delete row['id'];
    return JSON.stringify(row);
  });
  return { json: rows.join(','), cut };
}

/** In characters, not in the halves of which some of them are made. */
function beginningOf(text: string, characters: number): string {
  return text.length <= characters ? text : [...text].slice(0, characters).join('');
}
