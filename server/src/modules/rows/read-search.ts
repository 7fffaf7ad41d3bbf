import { and, type Condition } from '../../database/filter/index.ts';
import { parseSearch, SearchProblem, type SearchTerm } from '../../database/index.ts';
import { ServiceError, validationFailed } from '../../platform/errors.ts';
import type { OpenTable } from './on-table.ts';

const RETRY_AFTER_SECONDS = 2;

/** Throws `validation_failed`, and `unavailable` while the words of rows are still being indexed. */
export async function readSearchCondition(open: OpenTable, text: unknown): Promise<Condition | undefined> {
  if (text === undefined) return undefined;
  const { table, isSecret, context, target } = open;
  const terms = readTerms(text);
  const { search } = table;
  const columns = search?.columns.filter(({ column }) => isSecret || !column.hidden) ?? [];
  if (search === undefined || columns.length === 0) {
    throw validationFailed({ search: `is not possible: no column of "${table.name}" is searchable` });
  }
  if (!search.isWhole) throw notWhole(await context.tables.searchProgress(target.project, table));
  return { kind: 'search', table, key: search.key, indexed: search.columns, columns, terms };
}

export function withSearch(filter: Condition | undefined, search: Condition | undefined): Condition | undefined {
  if (filter === undefined || search === undefined) return filter ?? search;
  return and(filter, search);
}

function readTerms(text: unknown): readonly SearchTerm[] {
  try {
    return parseSearch(text);
  } catch (error) {
    throw error instanceof SearchProblem ? validationFailed({ search: error.message }) : error;
  }
}

function notWhole(progress: number): ServiceError {
  const percent = Math.round(progress * 100);
  return new ServiceError('unavailable', `The rows of this table are still being indexed (${percent} %). Try again.`, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    details: { progress },
  });
}
