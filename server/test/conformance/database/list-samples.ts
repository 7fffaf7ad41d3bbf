import type { Condition, Exists } from '../../../src/database/filter/condition.ts';
import { bindFilter, parseFilter } from '../../../src/database/filter/index.ts';
import type { Table } from '../../../src/database/schema/table.ts';
import type { OrderTerm } from '../../../src/database/sql/index.ts';
import { LOOKUP_TABLES, MEMBER_ROWS, PEOPLE } from './member-samples.ts';
import { sampleColumn, sampleId, sampleTable } from './sample-table.ts';

/** A generated list: its filter, order and page. */
export interface SampleList {
  readonly filter: Condition | undefined;
  readonly order: readonly OrderTerm[];
  readonly limit: number;
  readonly offset: number;
  readonly label: string;
}

export type SampleRow = Readonly<Record<string, string | number | boolean | null>>;

const COLUMNS = [
  sampleColumn('category', 'text'),
  sampleColumn('state', 'text'),
  sampleColumn('rank', 'integer'),
  sampleColumn('flag', 'boolean'),
  sampleColumn('note', 'text'),
];
const FIRST_MS = Date.UTC(2026, 0, 1);
const OWNERS_MAX = 1000;

/** Indexes as options of columns create them, and as owners declare them. */
export const INDEX_SETS: readonly (readonly (readonly string[])[])[] = [
  [['created_at'], ['rank']],
  [['created_at'], ['owner_id'], ['owner_id', 'created_at'], ['rank']],
  [['created_at'], ['category', 'created_at'], ['state', 'created_at'], ['rank']],
  [['created_at'], ['owner_id', 'created_at'], ['owner_id'], ['category', 'rank'], ['flag', 'created_at']],
];

export function listTable(name: string, indexes: readonly (readonly string[])[]): Table {
  return sampleTable(
    name,
    COLUMNS,
    indexes.map((columns) => ({ columns })),
  );
}

export function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/**
 * Rows with uneven values: a few owners have most rows, some categories occur at one end of time only, most rows have
 * the same state.
 */
export function listRowsOf(count: number, seed: number): SampleRow[] {
  const pick = numbersFrom(seed);
  const owners = [10, 100, OWNERS_MAX][seed % 3] ?? 10;
  return Array.from({ length: count }, (_, at) => ({
    id: sampleId(at + 1),
    created_at: new Date(FIRST_MS + at * 1000).toISOString(),
    owner_id: sampleId(1_000_000 + Math.min(pick(owners), pick(owners))),
    category: at < count / 10 ? 'old' : at > count * 0.95 ? 'new' : `c${pick(20)}`,
    state: pick(200) === 0 ? 'rare' : pick(10) === 0 ? 'some' : 'usual',
    rank: pick(3) === 0 ? 0 : pick(count),
    flag: pick(4) === 0 ? null : pick(2) === 0,
    note: `n${pick(50)}`,
  }));
}

const FILTERS: readonly ((pick: (below: number) => number) => string)[] = [
  (pick) => `category:eq:${['old', 'new', 'c1', 'c2', 'none'][pick(5)]}`,
  (pick) => `state:eq:${['rare', 'some', 'usual'][pick(3)]}`,
  (pick) => `owner_id:eq:${sampleId(1_000_000 + pick(OWNERS_MAX))}`,
  (pick) => `owner_id:eq:${sampleId(1_000_000 + pick(10))}`,
  (pick) => `rank:gte:${pick(4000)}`,
  () => 'flag:is:true',
  () => 'rank:eq:0',
  (pick) => `category:in:(c1,c${pick(20)},old)`,
  (pick) => memberOf(pick),
  (pick) => `or(owner_id:eq:${sampleId(1_000_000 + pick(OWNERS_MAX))},${memberOf(pick)})`,
  (pick) => `or(and(state:eq:rare,${memberOf(pick)}),rank:eq:${pick(4000)})`,
  (pick) => `not(${memberOf(pick)})`,
];

function memberOf(pick: (below: number) => number): string {
  return `exists(members,category:eq:$row.category,person:eq:${PEOPLE[pick(PEOPLE.length)]})`;
}

const ORDERS = ['', 'created_at:desc', 'created_at', 'rank:desc', 'rank', 'state:desc,created_at:desc', 'id:desc'];

export function sampleLists(table: Table, count: number, seed: number): SampleList[] {
  const pick = numbersFrom(seed + 7);
  return Array.from({ length: count }, () => {
    const terms = FILTERS.map((make) => make(pick)).filter(() => pick(6) === 0);
    const order = ORDERS[pick(ORDERS.length)] ?? '';
    const limit = [1, 20, 100][pick(3)] ?? 20;
    const offset = pick(5) === 0 ? pick(50) : 0;
    const text = terms.join(',');
    return {
      filter:
        text === ''
          ? undefined
          : bindFilter(parseFilter(text), table.columnByName, { variables: true, tables: LOOKUP_TABLES }),
      order: orderOf(table, order),
      limit,
      offset,
      label: `filter=${text} order=${order} limit=${limit} offset=${offset}`,
    };
  });
}

function orderOf(table: Table, text: string): readonly OrderTerm[] {
  return text.split(',').flatMap((term) => {
    const [name = '', direction] = term.split(':');
    const column = table.columnByName.get(name);
    return column === undefined ? [] : [{ column, direction: direction === 'desc' ? 'desc' : 'asc' }];
  });
}

export function holds(condition: Condition, row: SampleRow): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.terms.every((term) => holds(term, row));
    case 'or':
      return condition.terms.some((term) => holds(term, row));
    case 'not':
      return !holds(condition.term, row);
    case 'exists':
      return MEMBER_ROWS.some((member) => isLookedUp(condition, member, row));
    case 'always':
      return true;
    case 'is':
      return row[condition.column.name] === (condition.value === 'true');
    case 'compare': {
      const value = row[condition.column.name] ?? null;
      if (value === null) return false;
      return condition.op === 'gte' ? Number(value) >= Number(condition.values[0]) : condition.values.includes(value);
    }
    default:
      throw new Error(`the lists of these samples have no ${condition.kind}`);
  }
}

function isLookedUp({ where, among }: Exists, member: SampleRow, row: SampleRow): boolean {
  if (among !== undefined && member[among.column.name] !== row[among.rowColumn.name]) return false;
  const terms = where.kind === 'and' ? where.terms : [where];
  return terms.every((term) =>
    term.kind === 'compare_row' ? member[term.column.name] === row[term.rowColumn.name] : holds(term, member),
  );
}

export function compareBy(order: readonly OrderTerm[]): (a: SampleRow, b: SampleRow) => number {
  return (a, b) => {
    for (const { column, direction } of order) {
      const [left, right] = [a[column.name] ?? null, b[column.name] ?? null];
      if (left === right) continue;
      const isLess = left === null || (right !== null && left < right);
      return isLess === (direction === 'asc') ? -1 : 1;
    }
    return 0;
  };
}
