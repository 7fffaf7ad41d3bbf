import type { Column } from '../../database/schema/index.ts';
import { isCuttable } from '../../database/sql/index.ts';

export interface CutRows {
  readonly json: string;
  readonly cut: Readonly<Record<string, readonly string[]>>;
}

export interface CutOptions {
  readonly cutAt: number;
  readonly columns: readonly Pick<Column, 'name' | 'type'>[];
}

/** The database returns one character more than requested, which reveals the longer values. */
export function cutValues(json: string, { cutAt, columns }: CutOptions): CutRows {
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

function beginningOf(text: string, characters: number): string {
  return text.length <= characters ? text : [...text].slice(0, characters).join('');
}
