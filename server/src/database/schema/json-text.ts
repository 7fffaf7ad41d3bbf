import { FieldProblem } from './field-problem.ts';

/** Maximum nesting of lists and objects. */
export const JSON_DEPTH_MAX = 64;

/** Refuses what some engine cannot store: NUL, lone surrogates, numbers too large for a double, deep nesting. */
export function jsonText(value: unknown): string {
  check(value, 0);
  return JSON.stringify(value);
}

export function checkText(text: string): string {
  if (text.includes('\0')) throw new FieldProblem('must not contain the character NUL');
  if (!text.isWellFormed()) throw new FieldProblem('must be well-formed Unicode, without lone surrogates');
  return text;
}

function check(value: unknown, depth: number): void {
  if (typeof value === 'string') checkText(value);
  else if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new FieldProblem('must contain only finite numbers');
  } else if (typeof value === 'object' && value !== null) {
    if (depth === JSON_DEPTH_MAX) throw new FieldProblem(`must not be nested deeper than ${JSON_DEPTH_MAX} levels`);
    if (Array.isArray(value)) for (const item of value) check(item, depth + 1);
    else checkMembers(value, depth + 1);
  } else if (typeof value !== 'boolean' && value !== null) throw new FieldProblem('must be JSON');
}

function checkMembers(object: object, depth: number): void {
  for (const [key, member] of Object.entries(object)) {
    checkText(key);
    check(member, depth);
  }
}
