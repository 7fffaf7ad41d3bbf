import type { Column } from '../../schema/table.ts';
import type { Bindings } from '../bindings.ts';
import { columnOf, ROW } from '../names.ts';
import { orderBy, reversed } from '../order-by.ts';
import type { OrderTerm } from '../scope.ts';
import { columnList, type ListSource, sliceText, testedText } from './list-source.ts';

/** A position in a total order, and the side of it on which the page lies. */
export interface Place {
  readonly side: 'after' | 'before';
  /** One value for each term of the total order. They need not belong to an existing row. */
  readonly values: readonly (string | number | boolean | null)[];
}

export interface PageFrom {
  readonly source: ListSource;
  readonly budget: string | undefined;
  readonly order: readonly OrderTerm[];
  readonly place: Place;
  readonly limit: number;
}

/** After this many terms the rest is one condition: each further part would repeat the filter once more. */
const SPLIT_TERMS_MAX = 3;

/**
 * "After (a, b, id)" is the same a and b and a greater id; the same a and a greater b; a greater a. Each part is one
 * range of an index, so a page costs the same anywhere; one OR would be read from the start of the ties.
 */
export function pageFrom(into: Bindings, { source, budget, order, place, limit }: PageFrom): string {
  const { dialect } = into;
  const towards = place.side === 'after' ? order : reversed(order);
  const page = ` LIMIT ${into.bind(limit, 'integer')}`;
  const parts = partsOf(into, towards, place);
  const read = budget === undefined ? page : ` LIMIT ${budget}`;
  const texts = parts.map(({ where, from }) =>
    sliceText(into, source, { where, order: towards.slice(from), limit: read }),
  );
  const [only] = texts;
  if (only !== undefined && texts.length === 1 && place.side === 'after' && budget === undefined) return only;
  const columns = columnList(source);
  const all = texts.map((text, index) => `SELECT * FROM (SELECT ${columns}${text}) AS _p${index}`).join(' UNION ALL ');
  const nearest =
    budget === undefined
      ? ` FROM (${all}) AS ${ROW}${orderBy(dialect, towards)}${page}`
      : // A part only returns rows when the parts before it have ended within the budget.
        testedText(into, source, { read: all + read, page });
  return place.side === 'after' ? nearest : ` FROM (SELECT *${nearest}) AS ${ROW}${orderBy(dialect, order)}`;
}

interface PagePart {
  readonly where: string;
  readonly from: number;
}

/** Nearest part first. */
function partsOf(into: Bindings, order: readonly OrderTerm[], { values }: Place): PagePart[] {
  const places = order.map(({ column }, index) => {
    const value = values[index] ?? null;
    return value === null ? null : into.bind(value, column.type);
  });
  const distinct = order.findIndex(({ column }) => isDistinct(column));
  const split = Math.min(distinct < 0 ? order.length - 1 : distinct, SPLIT_TERMS_MAX);
  const parts: PagePart[] = [];
  for (let index = split; index >= 0; index -= 1) {
    const same = order.slice(0, index).map((term, at) => isSame(term, places[at] ?? null));
    const behind =
      index === split ? [rest(order, places, index)] : conditionsBeyond(order[index], places[index] ?? null);
    for (const where of behind) {
      if (where !== undefined) parts.push({ where: [...same, where].join(' AND '), from: index });
    }
  }
  return parts;
}

/** Whether so few rows share a value that reading all that equal the position is cheap. */
function isDistinct({ name, required, system, type, unique }: Column): boolean {
  return name === 'id' || (required && (unique || (system && type === 'timestamp')));
}

type PlaceValue = string | null;

function rest(order: readonly OrderTerm[], places: readonly PlaceValue[], index: number): string | undefined {
  const behind = nested(order, places, index);
  const term = order[index];
  const place = places[index] ?? null;
  const isRange = term !== undefined && term.column.name !== 'id' && isDistinct(term.column) && place !== null;
  if (!isRange) return behind;
  return `${columnOf(ROW, term.column)} ${term.direction === 'asc' ? '>=' : '<='} ${place} AND ${behind}`;
}

/** The order from a term on, as one condition; undefined when no row can lie beyond the position. */
function nested(order: readonly OrderTerm[], places: readonly PlaceValue[], index: number): string | undefined {
  const term = order[index];
  if (term === undefined) return undefined;
  const place = places[index] ?? null;
  const deeper = nested(order, places, index + 1);
  const alternatives = [
    ...conditionsBeyond(term, place),
    ...(deeper === undefined ? [] : [`(${isSame(term, place)} AND ${deeper})`]),
  ];
  return alternatives.length === 0 ? undefined : `(${alternatives.join(' OR ')})`;
}

/** Conditions for values of one column beyond the given one; null sorts below every value. */
function conditionsBeyond(term: OrderTerm | undefined, place: PlaceValue): string[] {
  if (term === undefined) return [];
  const { column, direction } = term;
  const operand = columnOf(ROW, column);
  if (place === null) return direction === 'asc' ? [`${operand} IS NOT NULL`] : [];
  if (direction === 'asc') return [`${operand} > ${place}`];
  return column.required ? [`${operand} < ${place}`] : [`${operand} < ${place}`, `${operand} IS NULL`];
}

function isSame({ column }: OrderTerm, place: PlaceValue): string {
  const operand = columnOf(ROW, column);
  return place === null ? `${operand} IS NULL` : `${operand} = ${place}`;
}
