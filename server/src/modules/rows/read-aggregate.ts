import type { Column } from '../../database/schema/index.ts';
import type { Aggregate, Grouping } from '../../database/sql/index.ts';
import { ServiceError, validationFailed } from '../../platform/errors.ts';
import { type NamedOrder, readOrderTerms, requireColumn, unknownColumn, type VisibleColumns } from './read-columns.ts';
import { requireLimit } from './read-list-parameters.ts';
import { isRecord } from './row-body.ts';

const AGGREGATES_MAX = 20;
const GROUPINGS_MAX = 5;
const NAME = /^[a-z][a-z0-9_]{0,62}$/;

const OPS = ['count', 'sum', 'avg', 'min', 'max'] as const;
const BUCKETS = ['day', 'week', 'month', 'year'] as const;
const BODY_FIELDS = ['aggregates', 'op', 'field', 'as', 'distinct', 'group_by', 'filter', 'search', 'order', 'limit'];
const ITEM_FIELDS = ['op', 'field', 'as', 'distinct'];

const SUMMABLE: ReadonlySet<string> = new Set(['integer', 'number']);
const COMPARABLE: ReadonlySet<string> = new Set(['integer', 'number', 'text', 'timestamp', 'date']);

export interface AggregateRequest {
  readonly aggregates: readonly Aggregate[];
  readonly groupBy: readonly Grouping[];
  readonly filters: readonly unknown[];
  readonly search: unknown;
  readonly order: readonly NamedOrder[];
  readonly limit: number;
}

export function readAggregate(visible: VisibleColumns, body: unknown): AggregateRequest {
  if (!isRecord(body)) throw validationFailed({ body: 'must be an object' });
  requireKnownFields(body, BODY_FIELDS, 'body');
  const aggregates = readItems(body).map((item) => readItem(visible, item));
  const groupBy = readGroupings(visible, body['group_by']);
  const names = requireDistinctNames([...groupBy, ...aggregates]);
  return {
    aggregates,
    groupBy,
    filters: body['filter'] === undefined ? [] : [body['filter']],
    search: body['search'],
    order: readNamedOrder(names, body['order']),
    limit: requireLimit(body['limit']),
  };
}

function readItems(body: Readonly<Record<string, unknown>>): readonly unknown[] {
  const { aggregates, op, field, as, distinct } = body;
  const isShort = op !== undefined || field !== undefined || as !== undefined || distinct !== undefined;
  if (aggregates === undefined) return [{ op, field, as, distinct }];
  if (isShort) throw validationFailed({ aggregates: 'cannot be combined with op, field, as or distinct' });
  if (!Array.isArray(aggregates)) throw validationFailed({ aggregates: 'must be an array' });
  if (aggregates.length === 0 || aggregates.length > AGGREGATES_MAX) {
    throw invalid(`Send 1 to ${AGGREGATES_MAX} aggregates.`);
  }
  return aggregates;
}

function readItem(visible: VisibleColumns, item: unknown): Aggregate {
  if (!isRecord(item)) throw validationFailed({ aggregates: 'must hold objects' });
  requireKnownFields(item, ITEM_FIELDS, 'aggregates');
  const op = OPS.find((known) => known === item['op']);
  if (op === undefined) throw invalid(`"op" must be one of ${OPS.join(', ')}.`);
  const { field, as, distinct = false } = item;
  if (typeof distinct !== 'boolean') throw validationFailed({ distinct: 'must be true or false' });
  if (distinct && (op !== 'count' || field === undefined))
    throw invalid('"distinct" is supported with a count of a field only.');
  if (field !== undefined && typeof field !== 'string')
    throw validationFailed({ field: 'must be the name of a column' });
  const name = readName(as, field === undefined ? op : `${op}_${field}`);
  if (field === undefined) {
    if (op !== 'count') throw invalid(`"${op}" needs a field.`);
    return { op, distinct, as: name };
  }
  const column = requireColumn(visible, field);
  requireFit(op, column, distinct);
  return { op, column, distinct, as: name };
}

function requireFit(op: (typeof OPS)[number], column: Column, distinct: boolean): void {
  const fits =
    op === 'count'
      ? !(distinct && column.type === 'json')
      : (op === 'sum' || op === 'avg' ? SUMMABLE : COMPARABLE).has(column.type);
  if (!fits)
    throw invalid(`"${distinct ? 'count distinct' : op}" does not fit the ${column.type} column "${column.name}".`);
}

function readName(as: unknown, fallback: string): string {
  if (as === undefined) return fallback;
  if (typeof as !== 'string' || !NAME.test(as)) {
    throw validationFailed({ as: 'must be lower-case letters, digits and _, starting with a letter, at most 63' });
  }
  return as;
}

function readGroupings(visible: VisibleColumns, groupBy: unknown): readonly Grouping[] {
  if (groupBy === undefined) return [];
  if (!Array.isArray(groupBy) || groupBy.some((one) => typeof one !== 'string')) {
    throw validationFailed({ group_by: 'must be an array of columns, such as "status" or "created_at:day"' });
  }
  if (groupBy.length > GROUPINGS_MAX) throw invalid(`There may be at most ${GROUPINGS_MAX} groupings.`);
  return groupBy.map((text: string) => readGrouping(visible, text));
}

function readGrouping(visible: VisibleColumns, text: string): Grouping {
  const colon = text.indexOf(':');
  const column = requireColumn(visible, colon === -1 ? text : text.slice(0, colon));
  if (column.type === 'json') throw invalid(`The JSON column "${column.name}" cannot be grouped by.`);
  if (colon === -1) return { column, as: column.name };
  const bucket = BUCKETS.find((known) => known === text.slice(colon + 1));
  if (bucket === undefined) throw invalid(`A bucket must be one of ${BUCKETS.join(', ')}.`);
  if (column.type !== 'timestamp' && column.type !== 'date') {
    throw invalid(`The ${column.type} column "${column.name}" has no ${bucket}.`);
  }
  return { column, bucket, as: `${column.name}_${bucket}` };
}

function requireDistinctNames(results: readonly { readonly as: string }[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { as } of results) {
    if (names.has(as)) throw invalid(`Two results are called "${as}". Name one with "as".`);
    names.add(as);
  }
  return names;
}

function readNamedOrder(names: ReadonlySet<string>, order: unknown): readonly NamedOrder[] {
  const terms = readOrderTerms(order);
  for (const { name } of terms) if (!names.has(name)) throw unknownColumn(name);
  return terms;
}

function requireKnownFields(body: Readonly<Record<string, unknown>>, known: readonly string[], where: string): void {
  for (const name of Object.keys(body)) {
    if (!known.includes(name)) throw validationFailed({ [name.slice(0, 64)]: `is not known in ${where}` });
  }
}

function invalid(sentence: string): ServiceError {
  return new ServiceError('invalid_aggregate', sentence);
}
