import type { Operation, Parameter } from './description.ts';

/** The values entered for an operation: parameters under `in.name`, the body under `body`, form fields under `form.name`. */
export type EnteredValues = Readonly<Record<string, string>>;

export interface ApiCall {
  readonly method: string;
  /** Relative to the project's address, including the query. */
  readonly path: string;
  /** Undefined for calls without a body, and for forms with files. */
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly form: readonly (readonly [name: string, value: string])[] | undefined;
}

export function keyOf({ in: place, name }: Parameter): string {
  return `${place}.${name}`;
}

export const FORM = 'multipart/form-data';

export function bodyTypeOf({ requestBody }: Operation): string | undefined {
  const types = Object.keys(requestBody?.content ?? {});
  const type = types.find((one) => one === 'application/json') ?? types[0];
  // If the operation accepts any type, assume JSON, the most common.
  return type === '*/*' ? 'application/json' : type;
}

export function callOf(operation: Operation, entered: EnteredValues): ApiCall {
  const valuesIn = (place: Parameter['in']): readonly (readonly [string, string])[] =>
    (operation.parameters ?? []).flatMap((parameter) => {
      const value = entered[keyOf(parameter)] ?? '';
      return parameter.in === place && value !== '' ? [[parameter.name, value] as const] : [];
    });
  const inPath = new Map(valuesIn('path'));
  const path = operation.path.replace(/\{([^}]+)\}/g, (whole, name: string) => {
    const value = inPath.get(name);
    return value === undefined ? whole : encodeURIComponent(value);
  });
  const query = new URLSearchParams(valuesIn('query').map(([name, value]) => [name, value])).toString();
  const type = bodyTypeOf(operation);
  const text = entered['body'] ?? '';
  const isForm = type === FORM;
  return {
    method: operation.method,
    path: `${path}${query === '' ? '' : `?${query}`}`,
    body: type === undefined || isForm || text === '' ? undefined : text,
    headers: {
      ...(type !== undefined && !isForm && text !== '' && { 'Content-Type': type }),
      ...Object.fromEntries(valuesIn('header')),
    },
    form: isForm
      ? Object.entries(entered).flatMap(([key, value]) =>
          key.startsWith('form.') && value !== '' ? [[key.slice('form.'.length), value] as const] : [],
        )
      : undefined,
  };
}

export function missingOf(operation: Operation, entered: EnteredValues): readonly string[] {
  return (operation.parameters ?? [])
    .filter((parameter) => parameter.required === true && (entered[keyOf(parameter)] ?? '') === '')
    .map(({ name }) => name);
}
