import type { BoundValue, Condition, Exists } from '../filter/condition.ts';
import type { Bindings } from './bindings.ts';
import { afterPrefix, readLikePattern } from './like-pattern.ts';
import { LOOKUP } from './names.ts';

type Compare = Extract<Condition, { kind: 'compare' }>;
type Scalar = Exclude<BoundValue, object>;

const COMPARISONS = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/**
 * The only way from a condition to SQL. Null counts as false: `not` makes it false before negating, so that `not(x)` is
 * the exact complement of `x`. In `exists(…)`, `outer` is the row that the rule is about.
 */
export function compileCondition(condition: Condition, into: Bindings, row: string, outer = row): string {
  switch (condition.kind) {
    case 'always':
      return into.dialect.true;
    case 'never':
      return into.dialect.never;
    case 'and':
      return compileAll(condition.terms, into, row, outer);
    case 'or':
      return `(${condition.terms.map((term) => compileCondition(term, into, row, outer)).join(' OR ')})`;
    case 'not':
      return `NOT coalesce(${compileCondition(condition.term, into, row, outer)}, ${into.dialect.false})`;
    case 'is':
      return compileIs(condition, into, row);
    case 'compare':
      return compileComparison(condition, into, row);
    case 'compare_row':
      return into.dialect.sameInRows(
        { operand: into.operand(row, condition.column), type: condition.column.type },
        { operand: into.operand(outer, condition.rowColumn), type: condition.rowColumn.type },
        condition.op === 'eq' ? '=' : '<>',
      );
    case 'exists':
      return compileExists(condition, into, row);
    case 'search':
      return into.dialect.search.matches(condition, into.bind, row);
  }
}

function compileExists(exists: Exists, into: Bindings, row: string): string {
  // A nested look-up gets its own alias. Only the service itself nests look-ups; rules cannot.
  const looked = row.startsWith(LOOKUP) ? `${row}e` : LOOKUP;
  const from = compileLookedUp(exists, into, looked, row);
  const { among } = exists;
  if (among === undefined) return `EXISTS (SELECT 1${from})`;
  const { column, rowColumn } = among;
  return into.dialect.amongLookedUp(
    { operand: into.operand(row, rowColumn), type: rowColumn.type },
    { operand: into.operand(looked, column), type: column.type },
    from,
  );
}

/** ` FROM … WHERE …` of the rows that a look-up finds. */
export function compileLookedUp({ table, where }: Exists, into: Bindings, looked: string, row: string): string {
  const from = ` FROM ${into.dialect.table(table.physical)} AS ${looked}`;
  return where.kind === 'always' ? from : `${from} WHERE ${compileCondition(where, into, looked, row)}`;
}

export function compileWhere(condition: Condition, into: Bindings, row: string): string {
  return condition.kind === 'always' ? '' : ` WHERE ${compileCondition(condition, into, row)}`;
}

/** 1 when the condition holds, else 0. */
export function compileCheck(condition: Condition, into: Bindings, row: string): string {
  return condition.kind === 'always' ? '1' : `CASE WHEN ${compileCondition(condition, into, row)} THEN 1 ELSE 0 END`;
}

/** Citus fails on a change when its planner sees two values for one column, so `IS TRUE` hides the second. */
function compileAll(terms: readonly Condition[], into: Bindings, row: string, outer: string): string {
  const compared = new Set<string>();
  const texts = flat(terms).map((term) => {
    const text = compileCondition(term, into, row, outer);
    if (term.kind !== 'compare' || (term.op !== 'eq' && term.op !== 'like')) return text;
    if (compared.has(term.column.physical)) return `(${text}) IS TRUE`;
    compared.add(term.column.physical);
    return text;
  });
  return `(${texts.join(' AND ')})`;
}

function flat(terms: readonly Condition[]): readonly Condition[] {
  if (terms.every(({ kind }) => kind !== 'and')) return terms;
  return terms.flatMap((term) => (term.kind === 'and' ? flat(term.terms) : [term]));
}

function compileIs({ column, value }: Extract<Condition, { kind: 'is' }>, into: Bindings, row: string): string {
  const operand = into.operand(row, column);
  if (value === 'null') return `${operand} IS NULL`;
  if (value === 'not_null') return `${operand} IS NOT NULL`;
  return `${operand} = ${into.dialect[value]}`;
}

function compileComparison(condition: Compare, into: Bindings, row: string): string {
  const { column, op } = condition;
  const { type } = column;
  const operand = into.operand(row, column);
  const values = condition.values.map(requireKnown);
  const [first, second] = values;
  if (first === undefined) return op === 'nin' ? into.dialect.true : into.dialect.never;
  switch (op) {
    case 'neq':
      return into.dialect.differs(operand, into.bind(first, type), type);
    case 'in':
      return into.bindAmong(operand, values, type);
    case 'nin':
      return `(${operand} IS NULL OR NOT ${into.bindAmong(operand, values, type)})`;
    case 'between':
      return `(${operand} >= ${into.bind(first, type)} AND ${operand} <= ${into.bind(second ?? first, type)})`;
    case 'like':
      return compileLike(operand, String(first), into);
    case 'ilike':
      return into.dialect.ilike(operand, String(first), into.bind);
    case 'starts_with':
      return compilePrefix(operand, String(first), into);
    case 'ends_with':
      return into.dialect.endsWith(operand, into.bind(first, type));
    case 'contains':
      return type === 'json'
        ? into.dialect.jsonIncludes(operand, first, into.bind)
        : into.dialect.includes(operand, into.bind(first, type));
    default:
      return `${operand} ${COMPARISONS[op]} ${into.bind(first, type)}`;
  }
}

function requireKnown(value: BoundValue): Scalar {
  // A rule with unresolved variables would otherwise compare with nothing.
  if (typeof value === 'object') throw new Error(`$${value.variable} has no value yet`);
  return value;
}

function compileLike(operand: string, text: string, into: Bindings): string {
  const like = readLikePattern(text);
  switch (like.kind) {
    case 'equals':
      return `${operand} = ${into.bind(like.text, 'text')}`;
    case 'starts':
      return compilePrefix(operand, like.text, into);
    case 'ends':
      return into.dialect.endsWith(operand, into.bind(like.text, 'text'));
    case 'includes':
      return into.dialect.includes(operand, into.bind(like.text, 'text'));
    case 'pattern': {
      const match = into.dialect.like(operand, like.pattern, into.bind);
      return like.prefix === '' ? match : `(${compilePrefix(operand, like.prefix, into)} AND ${match})`;
    }
  }
}

/** A range, which an index on the column can answer. */
function compilePrefix(operand: string, prefix: string, into: Bindings): string {
  const after = afterPrefix(prefix);
  const from = `${operand} >= ${into.bind(prefix, 'text')}`;
  return after === undefined ? from : `(${from} AND ${operand} < ${into.bind(after, 'text')})`;
}
