import { splitFilter } from '../grid/filter-text.ts';

export type Condition =
  | { readonly kind: 'compare'; readonly column: string; readonly op: string; readonly values: readonly string[] }
  | { readonly kind: 'exists'; readonly table: string; readonly terms: readonly Condition[] }
  | { readonly kind: 'and' | 'or' | 'not'; readonly terms: readonly Condition[] };

/** The terms, all of which must hold; undefined for invalid text, which the service explains. */
export function readCondition(where: unknown): readonly Condition[] | undefined {
  try {
    if (typeof where !== 'string') return where === undefined || where === null ? [] : termsOfJson(where);
    const text = where.trim();
    return text.startsWith('{') ? termsOfJson(JSON.parse(text)) : splitFilter(text).map(termOf);
  } catch {
    return undefined;
  }
}

export function printCondition(terms: readonly Condition[]): string {
  return terms.map(printTerm).join(',');
}

export function printTerm(term: Condition): string {
  if (term.kind === 'compare') {
    const values = term.values.map(printValue);
    return `${term.column}:${term.op}:${LISTS.has(term.op) ? `(${values.join(',')})` : values.join()}`;
  }
  if (term.kind === 'exists') return `exists(${[term.table, ...term.terms.map(printTerm)].join(',')})`;
  return `${term.kind}(${term.terms.map(printTerm).join(',')})`;
}

const LISTS = new Set(['in', 'nin', 'between']);
const CALL = /^\s*(exists|or|and|not)\((.*)\)\s*$/s;
const COMPARISON = /^\s*([a-z_][a-z0-9_]*):([a-z_]+):(.*)$/s;
const NEEDS_QUOTES = /[,()"\\]|^\s|\s$|^$/;

function termOf(text: string): Condition {
  const [, call, inner = ''] = CALL.exec(text) ?? [];
  if (call === 'exists') {
    const [table = '', ...terms] = splitFilter(inner);
    return { kind: 'exists', table: table.trim(), terms: terms.map(termOf) };
  }
  if (call === 'or' || call === 'and' || call === 'not') return { kind: call, terms: splitFilter(inner).map(termOf) };
  const [, column, op, value = ''] = COMPARISON.exec(text) ?? [];
  if (column === undefined || op === undefined) throw new Error('no condition');
  const list = LISTS.has(op) ? /^\((.*)\)$/s.exec(value.trim())?.[1] : undefined;
  return {
    kind: 'compare',
    column,
    op,
    values: list === undefined ? [unquote(value)] : splitFilter(list).map(unquote),
  };
}

function unquote(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith('"')) return trimmed;
  return trimmed.slice(1, -1).replace(/\\(.)/g, '$1');
}

function printValue(value: string): string {
  return NEEDS_QUOTES.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : value;
}

function termsOfJson(where: unknown): readonly Condition[] {
  return Object.entries(recordOf(where)).flatMap(([name, value]): readonly Condition[] => {
    if (name === 'or' || name === 'and') return [{ kind: name, terms: listOf(value).map(allOf) }];
    if (name === 'not') return [{ kind: name, terms: termsOfJson(value) }];
    if (name === 'exists') {
      const { table, where: inner } = recordOf(value);
      return [{ kind: 'exists', table: String(table), terms: termsOfJson(inner) }];
    }
    if (typeof value !== 'object' || value === null) return [comparison(name, 'eq', value)];
    return Object.entries(value).map(([op, operand]) => comparison(name, op, operand));
  });
}

function allOf(where: unknown): Condition {
  const terms = termsOfJson(where);
  const [only] = terms;
  return terms.length === 1 && only !== undefined ? only : { kind: 'and', terms };
}

function comparison(column: string, op: string, value: unknown): Condition {
  return { kind: 'compare', column, op, values: (Array.isArray(value) ? value : [value]).map(String) };
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('no condition');
  return { ...value };
}

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error('no condition');
  return value;
}
