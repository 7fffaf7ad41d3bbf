import type { Project } from '../../../callers/index.ts';
import { limitsOf, preparationSteps } from '../../../database/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Author } from '../author.ts';
import type { Catalogue, StoredTable } from '../catalogue.ts';
import type { AlterTableInput } from '../plan-alter.ts';
import { changePending } from '../table-plans.ts';
import { updateTableSteps } from '../tables-store.ts';
import type { ChangesContext } from './changes-context.ts';
import { idsOfChange, planChange } from './plan-change.ts';
import type { TableChange } from './table-change.ts';

const KEPT_MS = 7 * 24 * 3_600_000;

export interface NewChange {
  readonly project: Pick<Project, 'id' | 'store'>;
  readonly input: AlterTableInput;
  readonly author: Author;
  /** About how many rows the table has. */
  readonly rowsTotal: number;
  /** The table on the current catalogue, if it may be changed. Throws otherwise. */
  readonly find: (catalogue: Catalogue) => StoredTable;
}

/** From the commit on, new values fit the change, and any process can carry it out. */
export async function beginChange(
  context: ChangesContext,
  { project, input, author, rowsTotal, find }: NewChange,
): Promise<TableChange> {
  const { ddl, clock, ids, changes, rows } = context;
  const { dialect } = ddl;
  const id = ids();
  const now = isoTime(clock.now());
  const { result } = await changes.change(project, (catalogue) => {
    const before = find(catalogue);
    if (before.definition.pending !== undefined) throw changePending(before.definition);
    const { change, preparation } = planChange(catalogue, before, {
      input,
      now,
      ids: idsOfChange(id),
      dialect,
    });
    const begun: TableChange = {
      id,
      projectId: project.id,
      tableId: before.definition.id,
      table: before.definition.name,
      state: 'running',
      request: input,
      author: storedAuthor(author),
      prepared: {
        indexes: preparation.indexes.map(({ name }) => name),
        columns: preparation.columns.map(({ key }) => key),
      },
      rowsDone: 0,
      rowsTotal: preparation.conditions.length === 0 ? 0 : rowsTotal,
      error: null,
      createdAt: now,
      endedAt: null,
    };
    const definition = { ...before.definition, pending: { id, limits: limitsOf(preparation) } };
    const steps = [
      ...rows.beginSteps(begun, isoTime(clock.now() - KEPT_MS)),
      ...preparationSteps(dialect, change, preparation),
      ...updateTableSteps(dialect, { ...before, definition, version: before.version + 1 }),
    ];
    return { steps, result: begun };
  });
  return result;
}

function storedAuthor({ operator, ip, requestId, headers }: Author): Author {
  const client = headers?.['x-service-client'];
  return {
    operator:
      operator.kind === 'account'
        ? { kind: 'account', accountId: operator.accountId, email: operator.email, isOperator: operator.isOperator }
        : operator,
    ...(ip !== undefined && { ip }),
    ...(requestId !== undefined && { requestId }),
    ...(client !== undefined && { headers: { 'x-service-client': client } }),
  };
}
