import type { Condition } from '../../../database/filter/index.ts';
import type { Table } from '../../../database/schema/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { parseUuid } from '../../../platform/ids.ts';
import type { TemplateCall } from '../../functions/index.ts';
import { columnOf, type ProviderRow, readRows } from '../events/provider-rows.ts';
import type { PaymentsContext } from '../payments-context.ts';

interface OwnRowQuery {
  readonly table: Table | undefined;
  readonly id: string;
  readonly userId: string | undefined;
}

/** A row of `payments` or `subscriptions`. Throws `row_not_found`, also for another user's row. */
export async function getRow(
  context: PaymentsContext,
  { project }: Pick<TemplateCall, 'project'>,
  { table, id, userId }: OwnRowQuery,
): Promise<ProviderRow> {
  const equals = (column: string, value: string): Condition[] =>
    table === undefined ? [] : [{ kind: 'compare', column: columnOf(table, column), op: 'eq', values: [value] }];
  const terms = [...equals('id', id), ...(userId === undefined ? [] : equals('user_id', userId))];
  const found =
    table === undefined || parseUuid(id) === undefined
      ? []
      : await readRows(context, project, table, { filter: { kind: 'and', terms }, limit: 1 });
  const [row] = found;
  if (row === undefined) throw new ServiceError('row_not_found', 'There is no such row.');
  return row;
}
