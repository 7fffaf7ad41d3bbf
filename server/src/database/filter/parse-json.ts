import { type Filter, isListOperator, isOperator, type Operator, type RawValue } from '../schema/filter.ts';
import { invalidFilter, shown } from './filter-error.ts';
import { allOf, DEPTH_MAX, LIST_MAX, spendTerm, type TermBudget } from './limits.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Parses the JSON form: an object whose members must all hold. A member is one of
 * - `column: scalar`: equality; null is `is:null`,
 * - `column: {op: value, …}`,
 * - `and`, `or` or `not` with a list of such objects (`not` also with one), `not` negating them as a whole,
 * - `exists` with `{table, where}`.
 * With any other kind of value, `and`, `or`, `not` and `exists` are columns of these names.
 */
export function parseJson(json: unknown, budget: TermBudget): Filter {
  return readObject(requireObject(json, 'A filter'), budget, 0);
}

export function parseJsonText(text: string, budget: TermBudget): Filter {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw invalidFilter('A filter that starts with "{" must be valid JSON.');
  }
  return parseJson(json, budget);
}

function readObject(object: JsonObject, budget: TermBudget, depth: number): Filter {
  const terms: Filter[] = [];
  // Own keys only: a key such as "__proto__" is an ordinary name that no column has.
  for (const key of Object.keys(object)) {
    const value = object[key];
    if ((key === 'and' || key === 'or') && Array.isArray(value)) terms.push(readGroup(key, value, budget, depth));
    else if (key === 'not' && (isObject(value) || Array.isArray(value))) {
      terms.push(readNegation(Array.isArray(value) ? value : [value], budget, depth));
    } else if (key === 'exists' && isObject(value) && Object.hasOwn(value, 'table')) {
      terms.push(readLookup(value, budget, depth));
    } else readColumn(terms, key, value, budget);
  }
  if (terms.length === 0) throw invalidFilter('A filter must not be empty.');
  return allOf(terms);
}

function readGroup(kind: 'and' | 'or', items: readonly unknown[], budget: TermBudget, depth: number): Filter {
  return { kind, terms: readTerms(kind, items, budget, depth) };
}

function readNegation(items: readonly unknown[], budget: TermBudget, depth: number): Filter {
  return { kind: 'not', term: allOf(readTerms('not', items, budget, depth)) };
}

function readLookup(lookup: JsonObject, budget: TermBudget, depth: number): Filter {
  const { table, where, ...others } = lookup;
  if (typeof table !== 'string') throw invalidFilter('The table of "exists" must be the name of a table.');
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw invalidFilter(`"exists" takes table and where, not ${shown(unknown)}.`);
  const term = allOf(readTerms('exists', [where], budget, depth));
  return { kind: 'exists', table, term, form: 'json', written: where };
}

function readTerms(kind: string, items: readonly unknown[], budget: TermBudget, depth: number): Filter[] {
  if (depth === DEPTH_MAX) throw invalidFilter(`Groups may be nested at most ${DEPTH_MAX} levels deep.`);
  if (items.length === 0) throw invalidFilter(`The group "${kind}" is empty.`);
  return items.map((item) => readObject(requireObject(item, `Each term of "${kind}"`), budget, depth + 1));
}

function readColumn(terms: Filter[], field: string, value: unknown, budget: TermBudget): void {
  if (!isObject(value)) {
    spendTerm(budget);
    terms.push(
      value === null
        ? { kind: 'compare', field, op: 'is', value: null, form: 'json' }
        : { kind: 'compare', field, op: 'eq', value: requireScalar(field, value), form: 'json' },
    );
    return;
  }
  const operators = Object.keys(value);
  if (operators.length === 0) throw invalidFilter(`The condition on ${shown(field)} is empty.`);
  for (const op of operators) {
    if (!isOperator(op)) throw invalidFilter(`There is no operator ${shown(op)}, as used for ${shown(field)}.`);
    spendTerm(budget);
    terms.push({ kind: 'compare', field, op, value: readValue(field, op, value[op]), form: 'json' });
  }
}

function readValue(field: string, op: Operator, value: unknown): RawValue | readonly RawValue[] {
  if (op === 'is') return value === null ? null : requireScalar(field, value);
  if (!isListOperator(op)) return requireScalar(field, value);
  if (!Array.isArray(value)) throw invalidFilter(`${op} for ${shown(field)} takes a list.`);
  if (value.length === 0) throw invalidFilter(`The list of ${op} for ${shown(field)} is empty.`);
  if (value.length > LIST_MAX) throw invalidFilter(`A list may have at most ${LIST_MAX} values.`);
  if (op === 'between' && value.length !== 2) throw invalidFilter(`between for ${shown(field)} takes two values.`);
  return value.map((item) => requireScalar(field, item));
}

function requireScalar(field: string, value: unknown): string | number | boolean {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  throw value === null
    ? invalidFilter(`null can only be compared with "is": {${shown(field)}: {"is": null}}.`)
    : invalidFilter(`The value of ${shown(field)} must be text, a number, true or false.`);
}

function requireObject(json: unknown, what: string): JsonObject {
  if (!isObject(json)) throw invalidFilter(`${what} must be an object.`);
  return json;
}

function isObject(json: unknown): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
