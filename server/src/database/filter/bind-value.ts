import { FieldProblem } from '../schema/field-problem.ts';
import type { Operator, RawValue, Variable } from '../schema/filter.ts';
import { checkText } from '../schema/json-text.ts';
import type { Column, StoredType } from '../schema/table.ts';
import { typedText, typedValue } from '../schema/typed-value.ts';
import type { BoundValue } from './condition.ts';
import { invalidFilter, shown } from './filter-error.ts';
import { PART_MAX, PATTERN_MAX } from './limits.ts';

const VARIABLE_NAMES = ['user.id', 'user.email', 'user.role', 'now'] as const;

interface UnboundComparison {
  readonly column: Column;
  readonly op: Operator;
  readonly raw: RawValue;
  readonly variables: boolean;
}

/** Converts a value to its column's stored form, or to the variable that it names. Throws `invalid_filter`. */
export function bindValue({ column, op, raw, variables }: UnboundComparison): BoundValue {
  const variable = variables ? readVariable(raw) : undefined;
  if (variable !== undefined) return requireVariableFits(column, op, variable);
  if (raw === null || typeof raw === 'object') throw invalidFilter(`The value of "${column.name}" must be a scalar.`);
  const max = op === 'like' || op === 'ilike' ? PATTERN_MAX : op === 'contains' ? PART_MAX : undefined;
  if (max !== undefined && String(raw).length > max) {
    throw invalidFilter(`${op} for "${column.name}" takes at most ${max} characters.`);
  }
  try {
    return column.type === 'json' ? typedElement(raw) : typedScalar(column.type, raw);
  } catch (error) {
    throw error instanceof FieldProblem ? invalidFilter(`The value of "${column.name}" ${error.message}.`) : error;
  }
}

/** Both forms accept text. A number is not converted to text and back. */
function typedScalar(type: StoredType, raw: string | number | boolean): BoundValue {
  const isNumeric = type === 'integer' || type === 'number';
  return isNumeric && typeof raw === 'number' ? typedValue(type, raw) : typedText(type, String(raw));
}

/** An element of a JSON array: the text form looks for text, the JSON form for exactly this value. */
function typedElement(raw: string | number | boolean): BoundValue {
  if (typeof raw === 'string') return checkText(raw);
  if (typeof raw === 'number' && !Number.isFinite(raw)) throw new FieldProblem('must be a finite number');
  return raw;
}

function readVariable(raw: RawValue): Variable | undefined {
  if (typeof raw === 'object' && raw !== null) return raw;
  if (typeof raw !== 'string' || !/^\$[a-z]/.test(raw)) return undefined;
  const variable = VARIABLE_NAMES.find((name) => raw === `$${name}`);
  // A typo must not become text that no row equals, or that every row differs from.
  if (variable === undefined && raw.startsWith('$row.')) {
    throw invalidFilter(`${shown(raw)} can only be compared with eq, and not in a list.`);
  }
  if (variable === undefined) {
    throw invalidFilter(
      `There is no variable ${shown(raw)}. The variables are $user.id, $user.email, $user.role and $now.`,
    );
  }
  return { variable };
}

function requireVariableFits(column: Column, op: Operator, variable: Variable): Variable {
  // A user's own address may contain "*", which would widen a pattern.
  if (op === 'like' || op === 'ilike') throw invalidFilter(`${op} does not take a variable ("${column.name}").`);
  const { type } = column;
  const fits =
    variable.variable === 'now'
      ? type === 'timestamp' || type === 'date'
      : type === 'text' || type === 'json' || (variable.variable === 'user.id' && isId(type));
  if (!fits) {
    throw invalidFilter(`$${variable.variable} does not fit the column "${column.name}", which is of type ${type}.`);
  }
  return variable;
}

function isId(type: StoredType): boolean {
  return type === 'uuid' || type === 'reference' || type === 'file';
}
