import { describe, expect, test } from 'vitest';
import { sampleColumn, sampleId, sampleTable } from '../../../../test/conformance/database/sample-table.ts';
import { bindFilter, type Condition, parseFilter } from '../../filter/index.ts';
import { createPostgresDialect } from '../../postgres/dialect.ts';
import { visibleColumns } from '../../schema/index.ts';
import { sqliteDialect } from '../../sqlite/dialect.ts';
import { compileList, compileRow } from './compile-list.ts';
import type { RowSelection } from './list-compiler.ts';

const table = sampleTable(
  't',
  [
    sampleColumn('email', 'text', { unique: true }),
    sampleColumn('rank', 'integer', { indexed: true }),
    sampleColumn('note', 'text'),
  ],
  [{ columns: ['created_at'] }, { columns: ['email'], unique: true }, { columns: ['rank'] }],
);
const always: Condition = { kind: 'always' };
const bind = (filter: string): Condition => bindFilter(parseFilter(filter), table.columnByName);
const order = (text: string): RowSelection['order'] =>
  text.split(',').flatMap((term) => {
    const [name = '', direction] = term.split(':');
    const column = table.columnByName.get(name);
    return column === undefined ? [] : [{ column, direction: direction === 'desc' ? 'desc' : 'asc' }];
  });
const scoped = (condition: Condition) => ({ table, columns: visibleColumns(table, false), condition });
const select = (selection: Partial<RowSelection>) =>
  compileList(sqliteDialect, { scope: scoped(always), order: [], limit: 20, offset: 0, count: true, ...selection });

describe('the cost of a list', () => {
  test.each<[string, Partial<RowSelection>, 'key' | 'open']>([
    ['everything by id', {}, 'key'],
    ['everything by id, downwards', { order: order('id:desc') }, 'key'],
    ['an indexed order downwards', { order: order('rank:desc') }, 'key'],
    ['the newest rows', { order: order('created_at:desc') }, 'key'],
    ['a unique order downwards', { order: order('email:desc,note:asc') }, 'key'],
    ['the first thousand rows', { offset: 1000 }, 'key'],
    ['an id', { filter: bind(`id:in:(${sampleId(1)},${sampleId(2)}),note:like:*x*`) }, 'key'],
    ['a unique value within a rule', { filter: bind('email:eq:x'), scope: scoped(bind('rank:gt:1')) }, 'key'],
    ['a large offset', { offset: 1001 }, 'open'],
    ['an indexed order upwards, where ties are sorted', { order: order('rank:asc') }, 'open'],
    ['an order without an index', { order: order('note:asc') }, 'open'],
    ['an index and more', { order: order('rank:asc,note:asc') }, 'open'],
    ['one value of an index', { filter: bind('rank:eq:1') }, 'key'],
    ['a rule on an index', { scope: scoped(bind('rank:eq:1')) }, 'key'],
    ['a filter besides an index', { filter: bind('rank:eq:1,note:eq:x') }, 'open'],
    ['one value of an index in another order', { filter: bind('rank:eq:1'), order: order('note') }, 'open'],
    ['some values of an index', { filter: bind('rank:in:(1,2)') }, 'open'],
    ['a filter', { filter: bind('note:eq:x') }, 'open'],
    ['no rows of a filter', { filter: bind('note:eq:x'), limit: 0 }, 'key'],
    ['an id or something else', { filter: bind(`or(id:eq:${sampleId(1)},note:eq:x)`) }, 'open'],
    ['all but an id', { filter: bind(`not(id:eq:${sampleId(1)})`) }, 'open'],
  ])('%s has the right cost', (_, selection, cost) => {
    expect(select(selection).cost).toBe(cost);
  });

  test('the count covers the whole table only without a filter', () => {
    expect(select({}).count).toMatchObject({ whole: true, tableId: table.id });
    expect(select({ filter: bind('rank:eq:1') }).count).toMatchObject({ whole: false });
    expect(select({ scope: scoped(bind('rank:eq:1')) }).count).toMatchObject({ whole: false });
    expect(select({ count: false }).count).toBeUndefined();
  });
});

describe('the text of a statement', () => {
  test('is the same for other values, list lengths and orders of the named columns', () => {
    const texts = [
      select({ filter: bind('note:eq:a,rank:in:(1,2,3),note:like:a*'), limit: 1, offset: 7 }),
      select({ filter: bind('note:eq:b,rank:in:(5),note:like:b*') }),
    ].map(({ rows, count }) => [rows.text, count?.statement.text]);
    expect(texts[0]).toEqual(texts[1]);
    const columns = visibleColumns(table, false).slice(4, 6);
    expect(select({ columns }).rows.text).toBe(select({ columns: columns.toReversed() }).rows.text);
  });

  test('never contains input of a caller', () => {
    const hostile = `'"; DROP TABLE t; --`;
    for (const dialect of [sqliteDialect, createPostgresDialect({ foldCollation: undefined })]) {
      for (const op of ['eq', 'neq', 'like', 'ilike', 'contains', 'starts_with', 'ends_with', 'gt']) {
        const filter = bindFilter(parseFilter({ note: { [op]: `${hostile}*x*y` } }), table.columnByName);
        const read = compileList(dialect, { scope: scoped(filter), order: [], limit: 1, offset: 0, count: true });
        expect(read.rows.text).not.toContain('DROP');
        expect(read.count?.statement.text).not.toContain('DROP');
      }
      expect(compileRow(dialect, scoped(always), hostile).rows.text).not.toContain('DROP');
    }
  });

  test('uses the id once as a tie-breaker, and not after the id itself', () => {
    const orderOf = (text: string): string =>
      select({ order: order(text) }).rows.text.replace(/.* ORDER BY | LIMIT.*/g, '');
    expect(orderOf('')).toBe('_t."id"');
    expect(orderOf('rank:desc')).toBe('_t."rank" DESC, _t."id"');
    expect(orderOf('id:desc,rank:asc')).toBe('_t."id" DESC');
    expect(orderOf('rank:asc,id:desc')).toBe('_t."rank", _t."id" DESC');
  });

  test('orders by the plain id so that the primary key serves it, and by other columns with explicit nulls first', () => {
    const dialect = createPostgresDialect({ foldCollation: undefined });
    const textOf = (by: string): string =>
      compileList(dialect, { scope: scoped(always), order: order(by), limit: 1, offset: 0, count: false }).rows.text;
    expect(textOf('')).toContain(' ORDER BY _t."id" LIMIT');
    expect(textOf('rank:asc')).toContain(' ORDER BY _t."rank" ASC NULLS FIRST, _t."id" LIMIT');
    expect(textOf('rank:desc')).toContain(' ORDER BY _t."rank" DESC NULLS LAST, _t."id" LIMIT');
  });

  test('sorts ids instead of whole rows where no index has the order', () => {
    const sortsIds = (selection: Partial<RowSelection>): boolean => {
      const { rows } = select(selection);
      return /WHERE _t\."id" IN \(SELECT _t\."id".* ORDER BY .* LIMIT .*\) ORDER BY /.test(rows?.text ?? '');
    };
    expect(sortsIds({ order: order('note:desc') })).toBe(true);
    expect(sortsIds({ order: order('note'), filter: bind('rank:gt:5') })).toBe(true);
    for (const by of ['id', 'rank', 'created_at:desc']) expect(sortsIds({ order: order(by) }), by).toBe(false);
    expect(sortsIds({ order: order('note'), limit: 0 })).toBe(false);
    const id = '01970000-0000-7000-8000-000000000001';
    for (const filter of [`id:eq:${id}`, `id:in:(${id})`])
      expect(sortsIds({ order: order('note'), filter: bind(filter) }), filter).toBe(false);
  });

  test('refuses a rule with unbound variables', () => {
    const rule = bindFilter(parseFilter('owner_id:eq:$user.id'), table.columnByName, { variables: true });
    expect(() => select({ scope: scoped(rule) })).toThrow('$user.id');
  });
});
