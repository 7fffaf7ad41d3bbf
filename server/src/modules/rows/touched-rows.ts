import { and, type Condition } from '../../database/filter/index.ts';
import { visibleMap } from '../../database/schema/index.ts';
import type { Scope } from '../../database/sql/index.ts';
import { ServiceError, validationFailed } from '../../platform/errors.ts';
import { readFilters } from './list-rows.ts';
import type { OpenTable } from './on-table.ts';

/** An answer with more rows than this contains only their number. */
export const SHOWN_MAX = 1000;

export interface Touch {
  readonly filters?: readonly unknown[] | undefined;
  /** Explicitly selects every row; for secret callers only. */
  readonly isAll?: boolean | undefined;
}

export function readTouched(
  open: OpenTable,
  touch: Touch,
  scopes: { read: Scope | undefined; action: Scope },
): Condition {
  const filter = readFilters(visibleMap(open.table, open.isSecret), touch.filters);
  if (filter !== undefined && touch.isAll === true) throw validationFailed({ all: 'cannot be combined with a filter' });
  if (filter === undefined && !(touch.isAll === true && open.isSecret)) throw filterRequired(touch.isAll === true);
  if (scopes.read === undefined) return { kind: 'never' };
  return and(...(filter === undefined ? [] : [filter]), scopes.read.condition, scopes.action.condition);
}

function filterRequired(isAll: boolean): ServiceError {
  const sentence = isAll
    ? 'Only a secret key may use all=true; name the rows with a filter.'
    : 'A filter is required, so that no row is changed by mistake.';
  return new ServiceError('filter_required', sentence);
}
