import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import { validationFailed } from '../platform/errors.ts';

const FIELDS_MAX = 50;
/** The name of the whole value where no field of it is to blame. */
const WHOLE = 'body';

/** Throws `validation_failed` with every field that does not fit. Compiled when it is first used: most routes of a process are never called. */
export function createValidator(schema: TSchema): (value: unknown) => void {
  let validator: Validator | undefined;
  return (value) => {
    validator ??= Compile(closed(schema));
    if (!validator.Check(value)) throw validationFailed(fieldsOf(validator.Errors(value)));
  };
}

/** The schema with every object that lists its properties closed to others, unless it says so itself. */
export function closed<S extends TSchema>(schema: S): S {
  return close(schema) as S;
}

function close(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(close);
  if (typeof node !== 'object' || node === null) return node;
  const copy: Record<string, unknown> = {};
  // TypeBox marks kinds and modifiers with properties that are not enumerable, which must survive.
  for (const key of Reflect.ownKeys(node)) {
    const property = Object.getOwnPropertyDescriptor(node, key);
    if (property === undefined) continue;
    const value = key === 'default' || key === 'enum' || key === 'const' ? property.value : close(property.value);
    Object.defineProperty(copy, key, { ...property, value });
  }
  if ('properties' in node && !('additionalProperties' in node)) copy['additionalProperties'] = false;
  return copy;
}

function fieldsOf(errors: readonly TLocalizedValidationError[]): Record<string, string> {
  const fields: [string, string][] = [];
  for (const error of errors) {
    const path = error.instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
    for (const [name, problem] of problemsOf(error)) {
      const field = [path, name].filter((part) => part !== '').join('.') || WHOLE;
      if (fields.length < FIELDS_MAX && !fields.some(([known]) => known === field)) fields.push([field, problem]);
    }
  }
  // From entries, so that a field called `__proto__` is a field like any other.
  return Object.fromEntries(fields.length > 0 ? fields : [[WHOLE, 'does not fit']]);
}

function problemsOf(error: TLocalizedValidationError): (readonly [string, string])[] {
  switch (error.keyword) {
    case 'required':
      return error.params.requiredProperties.map((name) => [name, 'is required']);
    case 'additionalProperties':
      return error.params.additionalProperties.map((name) => [name, 'is not known']);
    case 'type':
      return [['', `must be ${[error.params.type].flat().join(' or ')}`]];
    case 'enum':
      return [['', `must be one of ${error.params.allowedValues.map((value) => JSON.stringify(value)).join(', ')}`]];
    case 'const':
      return [['', `must be ${JSON.stringify(error.params.allowedValue)}`]];
    case 'boolean':
      return [];
    default:
      return [['', error.message]];
  }
}
