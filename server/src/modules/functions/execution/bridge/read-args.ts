import { ServiceError, validationFailed } from '../../../../platform/errors.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** An object with known fields only; absent counts as empty. */
export function readFields(value: unknown, known: readonly string[]): Fields {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw validationFailed({ options: `must be an object with ${known.join(', ')}` });
  }
  for (const name of Object.keys(value)) {
    if (!known.includes(name)) throw validationFailed({ [name.slice(0, 64)]: `is not one of ${known.join(', ')}` });
  }
  return value as Fields;
}

/** Options that are query parameters over HTTP: unknown ones fail with the same code as unknown parameters. */
export function readOptions(value: unknown, known: readonly string[]): Fields {
  const unknown = Object.keys(Object(value)).find((name) => !known.includes(name));
  if (unknown === undefined || typeof value !== 'object') return readFields(value, known);
  throw new ServiceError(
    'unknown_parameter',
    `The option '${unknown.slice(0, 64)}' is not one of ${known.join(', ')}.`,
  );
}

export function readFilters(filter: unknown): readonly unknown[] | undefined {
  if (filter === undefined || filter === null) return undefined;
  return Array.isArray(filter) ? filter : [filter];
}

export function readNames(option: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((name) => typeof name === 'string')) return value.join(',');
  throw validationFailed({ [option]: 'must be text or an array of texts' });
}

export function requireText(option: string, value: unknown): string {
  if (typeof value === 'string') return value;
  throw validationFailed({ [option]: 'must be text' });
}

export function readText(option: string, value: unknown): string | undefined {
  return value === undefined ? undefined : requireText(option, value);
}

/** A number for the action to validate; anything else becomes NaN, which every action rejects. */
export function readNumber(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'number' ? value : Number.NaN;
}
