import type { Dialect, JsonFrame } from '../dialect.ts';
import type { Column } from '../schema/table.ts';
import { columnOf, ROW } from './names.ts';

/** The SQL of a row as JSON text, cached per array of columns because it is most of a statement's text. */
export function rowJson(dialect: Dialect, columns: readonly Column[], row: string): string {
  const made = madeOf(dialect, columns);
  let text = made.objects.get(row);
  if (text === undefined) {
    text = dialect.rowJson(columns, row);
    made.objects.set(row, text);
  }
  return text;
}

export function selectRowJson(dialect: Dialect, columns: readonly Column[]): JsonFrame {
  const made = madeOf(dialect, columns);
  made.frame ??= dialect.selectJson(
    columns.map((column) => ({ name: column.name, sql: dialect.jsonValue(columnOf(ROW, column), column.type) })),
    ROW,
  );
  return made.frame;
}

/** As `selectRowJson`, with long values cut as in `Dialect.cutJsonValue`. */
export function selectCutRowJson(dialect: Dialect, columns: readonly Column[], most: string): JsonFrame {
  return dialect.selectJson(
    columns.map((column) => ({
      name: column.name,
      sql: dialect.cutJsonValue(columnOf(ROW, column), column.type, most),
    })),
    ROW,
  );
}

interface MadeJson {
  readonly dialect: Dialect;
  readonly objects: Map<string, string>;
  frame: JsonFrame | undefined;
}

const madeFor = new WeakMap<readonly Column[], MadeJson>();

function madeOf(dialect: Dialect, columns: readonly Column[]): MadeJson {
  const known = madeFor.get(columns);
  if (known?.dialect === dialect) return known;
  const made: MadeJson = { dialect, objects: new Map(), frame: undefined };
  madeFor.set(columns, made);
  return made;
}
