import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import { Settings } from 'typebox/system';
import { validationFailed } from '../../platform/errors.ts';
import { sentenceOfForm } from './text-of-form.ts';

const FIELDS_MAX = 50;
const LOOKED_AT_MAX = 5000;
/** The field name for errors that concern the whole value. */
const WHOLE = 'body';

/** Throws `validation_failed` with every invalid field. Compiles the schema on first use: a process never calls most of its routes. */
export function createValidator(schema: TSchema): (value: unknown) => void {
  let validator: Validator | undefined;
  return (value) => {
    validator ??= Compile(closed(schema));
    if (!validator.Check(value)) throw validationFailed(fieldsOf(allErrors(validator, value)));
  };
}

/** TypeBox stops at eight errors unless a global setting is raised. It checks the whole value, so huge ones are cut. */
function allErrors(validator: Validator, value: unknown): TLocalizedValidationError[] {
  const { maxErrors } = Settings.Get();
  Settings.Set({ maxErrors: 4 * FIELDS_MAX });
  try {
    return validator.Errors(beginningOf(value, { left: LOOKED_AT_MAX }));
  } finally {
    Settings.Set({ maxErrors });
  }
}

function beginningOf(value: unknown, budget: { left: number }): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const copy: unknown[] = [];
    for (let at = 0; at < value.length && budget.left-- > 0; at += 1) copy.push(beginningOf(value[at], budget));
    return copy;
  }
  const copy: [string, unknown][] = [];
  for (const key in value) {
    if (budget.left-- <= 0) break;
    copy.push([key, beginningOf((value as Record<string, unknown>)[key], budget)]);
  }
  return Object.fromEntries(copy);
}

/** Forbids additional properties on every object that lists properties or patterns for them, unless the schema itself says otherwise. */
export function closed<S extends TSchema>(schema: S): S {
  return close(schema) as S;
}

function close(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(close);
  if (typeof node !== 'object' || node === null) return node;
  const copy: Record<string, unknown> = {};
  // TypeBox marks kinds and modifiers with non-enumerable properties, which must survive the copy.
  for (const key of Reflect.ownKeys(node)) {
    const property = Object.getOwnPropertyDescriptor(node, key);
    if (property === undefined) continue;
    const value = key === 'default' || key === 'enum' || key === 'const' ? property.value : close(property.value);
    Object.defineProperty(copy, key, { ...property, value });
  }
  const namesFields = 'properties' in node || 'patternProperties' in node;
  if (namesFields && !('additionalProperties' in node)) copy['additionalProperties'] = false;
  return copy;
}

function fieldsOf(errors: readonly TLocalizedValidationError[]): Record<string, string> {
  const fields = new Map<string, string>();
  const allowed = new Map<string, string[]>();
  for (const error of errors) {
    const path = error.instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
    for (const [name, problem] of problemsOf(error)) {
      const field = [path, name].filter((part) => part !== '').join('.') || WHOLE;
      if (error.keyword === 'const') allowed.set(field, [...(allowed.get(field) ?? []), problem]);
      if (!fields.has(field)) fields.set(field, problem);
    }
  }
  // Each branch of a choice of values fails separately; the caller needs all allowed values.
  for (const [field, values] of allowed) fields.set(field, `must be ${values.join(' or ')}`);
  if (fields.size === 0) fields.set(WHOLE, 'does not fit');
  // `fromEntries` also handles a field called `__proto__`.
  return Object.fromEntries([...fields].slice(0, FIELDS_MAX));
}

function problemsOf(error: TLocalizedValidationError): (readonly [string, string])[] {
  switch (error.keyword) {
    case 'required':
      return error.params.requiredProperties.map((name) => [name, 'is required']);
    case 'additionalProperties':
      return error.params.additionalProperties.map((name) => [name, 'is not known']);
    case 'type':
      return [['', `must be ${[error.params.type].flat().map(wordOfType).join(' or ')}`]];
    case 'minimum':
      return [['', `must be at least ${error.params.limit}`]];
    case 'maximum':
      return [['', `must be at most ${error.params.limit}`]];
    case 'minLength':
      return [['', `must have at least ${several(error.params.limit, 'character')}`]];
    case 'maxLength':
      return [['', `must have at most ${several(error.params.limit, 'character')}`]];
    case 'minItems':
      return [['', `must have at least ${several(error.params.limit, 'item')}`]];
    case 'maxItems':
      return [['', `must have at most ${several(error.params.limit, 'item')}`]];
    case 'enum':
      return [['', `must be one of ${error.params.allowedValues.map((value) => JSON.stringify(value)).join(', ')}`]];
    case 'const':
      return [['', JSON.stringify(error.params.allowedValue)]];
    case 'exclusiveMinimum':
      return [['', `must be more than ${error.params.limit}`]];
    case 'format':
      return [['', error.params.format === 'date-time' ? TIME : error.message]];
    case 'pattern':
      return [['', sentenceOfForm(String(error.params.pattern)) ?? error.message]];
    case 'boolean':
      return [['', 'is not known']];
    default:
      return [['', error.message]];
  }
}

const TIME = 'must be a time with its zone, such as 2026-05-01T09:30:00.250Z';

const WORDS_OF_TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
};

function wordOfType(type: string): string {
  return WORDS_OF_TYPES[type] ?? type;
}

function several(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
