import type { Column } from '../../database/schema/index.ts';
import type { OrderTerm } from '../../database/sql/index.ts';
import { ServiceError } from '../../platform/errors.ts';

const NAME_SHOWN_MAX = 64;

/** The columns the caller may see. Hidden columns are not among them, so to the caller they do not exist. */
export type VisibleColumns = ReadonlyMap<string, Column>;

export function requireColumn(columns: VisibleColumns, name: string): Column {
  const column = columns.get(name);
  if (column === undefined) throw unknownColumn(name);
  return column;
}

export function unknownColumn(name: string): ServiceError {
  const shown = name.slice(0, NAME_SHOWN_MAX);
  return new ServiceError('unknown_column', `There is no column "${shown}".`, { details: { column: shown } });
}

/** Reads `id,title`. Undefined means all columns. */
export function readSelect(columns: VisibleColumns, text: unknown): readonly Column[] | undefined {
  if (text === undefined) return undefined;
  const chosen = new Set<Column>();
  for (const name of names(text, 'invalid_select', 'select')) {
    const column = requireColumn(columns, name);
    if (chosen.has(column)) throw new ServiceError('invalid_select', `The column "${name}" is selected twice.`);
    chosen.add(column);
  }
  return [...chosen];
}

/** Reads `created_at:desc,title`. */
export function readOrder(columns: VisibleColumns, text: unknown): readonly OrderTerm[] {
  return readOrderTerms(text).map(({ name, direction }) => {
    const column = requireColumn(columns, name);
    if (column.type === 'json')
      throw new ServiceError('invalid_order', `The column "${name}" is JSON and has no order.`);
    return { column, direction };
  });
}

export interface NamedOrder {
  readonly name: string;
  readonly direction: 'asc' | 'desc';
}

export function readOrderTerms(text: unknown): readonly NamedOrder[] {
  if (text === undefined) return [];
  const seen = new Set<string>();
  return names(text, 'invalid_order', 'order').map((term) => {
    const colon = term.indexOf(':');
    const name = colon === -1 ? term : term.slice(0, colon);
    const direction = colon === -1 ? 'asc' : term.slice(colon + 1);
    if (direction !== 'asc' && direction !== 'desc') {
      throw new ServiceError('invalid_order', 'A direction of "order" must be asc or desc.');
    }
    if (name === '') throw new ServiceError('invalid_order', 'A name is missing in "order".');
    if (seen.has(name)) {
      throw new ServiceError('invalid_order', `"${name.slice(0, NAME_SHOWN_MAX)}" appears in "order" twice.`);
    }
    seen.add(name);
    return { name, direction };
  });
}

function names(text: unknown, code: 'invalid_select' | 'invalid_order', parameter: string): string[] {
  if (typeof text !== 'string') throw new ServiceError(code, `"${parameter}" must be text.`);
  const list = text.split(',');
  if (list.includes('')) throw new ServiceError(code, `A name is missing in "${parameter}".`);
  return list;
}
