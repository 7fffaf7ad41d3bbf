import { ServiceError, validationFailed } from '../../platform/errors.ts';

const NAME_SHOWN_MAX = 64;

export interface SearchParameters<Name extends string> {
  readonly values: Readonly<Partial<Record<Name, string>>>;
  readonly filters: readonly string[];
}

/** `+` is a blank. Throws `unknown_parameter` for unknown or repeated names, `validation_failed` for bad encoding. */
export function readSearch<Name extends string>(
  search: string,
  allowed: readonly (Name | 'filter')[],
): SearchParameters<Name> {
  const values: Partial<Record<Name, string>> = {};
  const filters: string[] = [];
  let start = 0;
  while (start < search.length) {
    const ampersand = search.indexOf('&', start);
    const end = ampersand === -1 ? search.length : ampersand;
    if (end > start) {
      const equals = search.indexOf('=', start);
      const nameEnd = equals === -1 || equals > end ? end : equals;
      const name = requireKnown(decode(search.slice(start, nameEnd), 'parameters'), allowed);
      const value = decode(search.slice(nameEnd + 1, end), name);
      if (isFilter(name)) filters.push(value);
      else if (values[name] !== undefined) throw refused(name, 'may be sent only once');
      else values[name] = value;
    }
    start = end + 1;
  }
  return { values, filters };
}

function isFilter(name: string): name is 'filter' {
  return name === 'filter';
}

function requireKnown<Name extends string>(name: string, allowed: readonly Name[]): Name {
  for (const known of allowed) if (known === name) return known;
  throw refused(name, allowed.length === 0 ? 'is not known here' : `is not one of ${allowed.join(', ')}`);
}

function refused(name: string, problem: string): ServiceError {
  const shown = name.slice(0, NAME_SHOWN_MAX);
  return new ServiceError('unknown_parameter', `The parameter "${shown}" ${problem}.`, {
    details: { parameter: shown },
  });
}

function decode(text: string, name: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw validationFailed({ [name]: 'is not percent-encoded UTF-8' });
  }
}
