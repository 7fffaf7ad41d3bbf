import type { Value } from '../statement.ts';
import { FieldProblem } from './field-problem.ts';
import type { Column } from './table.ts';
import { type Scalar, typedText, typedValue } from './typed-value.ts';

/** Bytes of all texts in an index, in UTF-8: entries of PostgreSQL's indexes end at 2,704 bytes. */
const INDEXED_BYTES_MAX = 2_500;

export function indexedBytesMax(texts: number): number {
  return Math.floor(INDEXED_BYTES_MAX / texts);
}

/** Whether a write must give the column a value. Existing rows may have none while `soon.required` is checked. */
export function mustHaveValue({ required, soon }: Column): boolean {
  return required || soon?.required === true;
}

/** Converts a value of a JSON body, whose JSON type must fit exactly, to the stored form. Throws `FieldProblem`. */
export function bodyValue(column: Column, value: unknown): Value {
  if (value === null) {
    if (mustHaveValue(column)) throw new FieldProblem('must not be null');
    return null;
  }
  return requireFit(column, typedValue(column.type, value));
}

/** Converts a text, such as a CSV cell, to the type of its column. Throws `FieldProblem`. */
export function textValue(column: Column, text: string): Value {
  // JSON's null is the column's null, as it is in a body.
  if (column.type === 'json' && text.trim() === 'null') return bodyValue(column, null);
  return requireFit(column, typedText(column.type, text));
}

const defaults = new WeakMap<Column, Value>();

/** The value that an insert stores when the column is not sent. Null also for a required column without a default. */
export function defaultValue(column: Column): Value {
  if (column.default === undefined || column.default === null) return null;
  let value = defaults.get(column);
  if (value === undefined) {
    value = typedValue(column.type, column.default);
    defaults.set(column, value);
  }
  return value;
}

function requireFit(column: Column, value: Scalar): Scalar {
  requireWord(column.enum, value);
  requireWord(column.soon?.enum, value);
  if (typeof value === 'string' && column.type === 'text') {
    const bytesMax = column.bytesMax ?? (column.unique || column.indexed ? INDEXED_BYTES_MAX : undefined);
    if (bytesMax !== undefined) requireIndexable(value, bytesMax);
  }
  return value;
}

function requireWord(words: readonly string[] | undefined, value: Scalar): void {
  if (words === undefined || words.includes(String(value))) return;
  throw new FieldProblem(`must be one of ${words.slice(0, 10).join(', ')}${words.length > 10 ? ', …' : ''}`);
}

function requireIndexable(text: string, bytesMax: number): void {
  // No character takes more than three bytes per UTF-16 unit.
  if (text.length * 3 <= bytesMax || Buffer.byteLength(text) <= bytesMax) return;
  throw new FieldProblem(`must be at most ${bytesMax} bytes, because the column is unique or indexed`);
}
