import type { TSchema } from 'typebox';
import { ServiceError, validationFailed } from '../../platform/errors.ts';
import { createValidator } from './validator.ts';

const NAME_SHOWN_MAX = 64;

type Properties = Readonly<Record<string, TSchema>>;

/** Refuses unknown and repeated parameters, and converts numbers and booleans. */
export function createQueryReader(schema: TSchema): (search: string) => unknown {
  const properties: Properties = 'properties' in schema ? (schema.properties as Properties) : {};
  const check = createValidator(schema);
  return (search) => {
    const query: Record<string, unknown> = {};
    for (const [name, property] of Object.entries(properties)) {
      if ('default' in property) query[name] = property.default;
    }
    const seen = new Set<string>();
    for (const [name, text] of parameters(search)) {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (property === undefined) throw unknownParameter(name, Object.keys(properties));
      if (seen.has(name)) throw repeatedParameter(name);
      seen.add(name);
      // NUL is the one character that not every database can compare or store.
      if (text.includes('\0')) throw validationFailed({ [name]: 'must not contain NUL' });
      query[name] = convert(property, text);
    }
    checkQuery(check, query);
    return query;
  };
}

export function refuseParameters(search: string): void {
  const [first] = parameters(search);
  if (first !== undefined) throw unknownParameter(first[0]);
}

/** Names and values in order, decoded (`+` becomes a space). A malformed percent sign is answered with 400. */
export function parameters(search: string): (readonly [string, string])[] {
  if (search === '') return [];
  return search
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const equals = part.indexOf('=');
      return equals === -1 ? [decode(part), ''] : [decode(part.slice(0, equals)), decode(part.slice(equals + 1))];
    });
}

/** Takes one parameter out of the text. Throws `unknown_parameter` when it is repeated. */
export function takeParameter(
  search: string,
  name: string,
): { readonly value: string | undefined; readonly rest: string } {
  let value: string | undefined;
  const others: string[] = [];
  for (const part of search.split('&')) {
    const equals = part.indexOf('=');
    if (decode(equals === -1 ? part : part.slice(0, equals)) !== name) others.push(part);
    else if (value !== undefined) throw repeatedParameter(name);
    else value = equals === -1 ? '' : decode(part.slice(equals + 1));
  }
  return { value, rest: value === undefined ? search : others.join('&') };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.includes('+') ? text.replaceAll('+', ' ') : text);
  } catch {
    throw new ServiceError('validation_failed', 'The query contains a malformed percent sign.');
  }
}

function unknownParameter(name: string, known: readonly string[] = []): ServiceError {
  return refused(name, known.length === 0 ? 'is not known here' : `is not one of ${known.join(', ')}`);
}

function repeatedParameter(name: string): ServiceError {
  return refused(name, 'may be sent only once');
}

function refused(name: string, problem: string): ServiceError {
  const shown = name.slice(0, NAME_SHOWN_MAX);
  return new ServiceError('unknown_parameter', `The parameter "${shown}" ${problem}.`, {
    details: { parameter: shown },
  });
}

const NUMBER = /^-?(0|[1-9]\d{0,15})(\.\d{1,15})?$/;

function convert(property: TSchema, text: string): unknown {
  const type = 'type' in property ? property.type : undefined;
  if ((type === 'integer' || type === 'number') && NUMBER.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

const LIMITS = ['limit', 'offset'];

function checkQuery(check: (value: unknown) => void, query: Record<string, unknown>): void {
  try {
    check(query);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'validation_failed') throw error;
    const fields = (error.details?.['fields'] ?? {}) as Record<string, string>;
    const isLimit = Object.keys(fields).every((name) => LIMITS.includes(name));
    throw isLimit
      ? new ServiceError('invalid_limit', error.message, { details: { fields } })
      : validationFailed(fields);
  }
}
