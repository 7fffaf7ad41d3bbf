import { parseUuid } from '../../platform/ids.ts';
import { FieldProblem } from './field-problem.ts';
import { checkText, jsonText } from './json-text.ts';
import type { StoredType } from './table.ts';
import { parseDate, parseTimestamp } from './timestamps.ts';

export type Scalar = string | number | boolean;

const INTEGER = /^-?(?:0|[1-9]\d*)$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Converts a value of a JSON body, not null, whose JSON type must match the column. Throws `FieldProblem`. */
export function typedValue(type: StoredType, value: unknown): Scalar {
  switch (type) {
    case 'json':
      return jsonText(value);
    case 'boolean':
      if (typeof value !== 'boolean') throw new FieldProblem('must be true or false');
      return value;
    case 'integer':
    case 'number':
      if (typeof value !== 'number')
        throw new FieldProblem(`must be ${type === 'integer' ? 'an integer' : 'a number'}`);
      return type === 'integer' ? requireInteger(value) : requireFinite(value);
    default:
      if (typeof value !== 'string') throw new FieldProblem(`must be ${STRING_FORMS[type]}`);
      return typedString(type, value);
  }
}

/** Converts a value written as text, as in a filter or a CSV cell, to the column's type. Throws `FieldProblem`. */
export function typedText(type: StoredType, text: string): Scalar {
  switch (type) {
    case 'json':
      return jsonText(parseJsonText(text));
    case 'boolean':
      if (text !== 'true' && text !== 'false') throw new FieldProblem('must be true or false');
      return text === 'true';
    case 'integer':
      if (!INTEGER.test(text)) throw new FieldProblem('must be an integer');
      return requireInteger(Number(text));
    case 'number':
      if (!NUMBER.test(text)) throw new FieldProblem('must be a number');
      return requireFinite(Number(text));
    default:
      return typedString(type, text);
  }
}

type StringType = Exclude<StoredType, 'json' | 'boolean' | 'integer' | 'number'>;

const STRING_FORMS: Readonly<Record<StringType, string>> = {
  text: 'text',
  timestamp: 'a time in RFC 3339 with a zone, such as 2026-01-31T12:00:00Z',
  date: 'a date such as 2026-01-31',
  uuid: 'a UUID',
  reference: 'the id of a row (a UUID)',
  file: 'the id of a file (a UUID)',
};

function typedString(type: StringType, text: string): string {
  if (type === 'text') return checkText(text);
  const value = type === 'timestamp' ? parseTimestamp(text) : type === 'date' ? parseDate(text) : parseUuid(text);
  if (value === undefined) throw new FieldProblem(`must be ${STRING_FORMS[type]}`);
  return value;
}

function requireInteger(value: number): number {
  if (!Number.isSafeInteger(value)) throw new FieldProblem('must be an integer between -(2^53-1) and 2^53-1');
  return withoutNegativeZero(value);
}

function requireFinite(value: number): number {
  if (!Number.isFinite(value)) throw new FieldProblem('must be a finite number');
  return withoutNegativeZero(value);
}

/** Engines differ in whether they keep the sign of zero. */
function withoutNegativeZero(value: number): number {
  return value + 0;
}

function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FieldProblem('must be JSON');
  }
}
