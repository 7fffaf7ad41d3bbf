import { ServiceError } from '../core/service-error.ts';

export interface ListParameters {
  readonly select?: readonly string[] | undefined;
  readonly filter?: string | object | undefined;
  readonly order?: string | readonly string[] | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly count?: boolean | undefined;
  readonly after?: readonly unknown[] | undefined;
  readonly before?: readonly unknown[] | undefined;
  readonly search?: string | undefined;
  readonly prefix?: string | undefined;
  readonly format?: string | undefined;
}

export function listPath(path: string, { select, filter, order, count, ...plain }: ListParameters): string {
  const search = new URLSearchParams();
  if (select?.length) search.set('select', select.join());
  const text = filterText(filter);
  if (text !== '' && text !== '{}') search.set('filter', text);
  if (order?.length) search.set('order', String(order));
  if (count === false) search.set('count', 'none');
  for (const [name, value] of Object.entries(plain)) {
    if (value !== undefined) search.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  const found = search.toString();
  return (found && `${path}?${found}`) || path;
}

export function dataPath(table: string, rest = ''): string {
  return `/data/${encodeURIComponent(table)}${rest && `/${encodeURIComponent(rest)}`}`;
}

/** Throws for a condition on undefined. JSON would silently omit it, and more rows would match than the caller intended. */
export function filterText(filter: string | object | undefined): string {
  if (typeof filter !== 'object') return filter ?? '';
  return JSON.stringify(filter, (name, value) => {
    if (value !== undefined) return value;
    throw new ServiceError(`The filter on ${name} is undefined. Use null, or \`enabled: false\`.`, {
      code: 'validation_failed',
      details: { fields: { [name]: 'is undefined' } },
    });
  });
}
