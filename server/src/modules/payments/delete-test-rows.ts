import type { Condition } from '../../database/filter/index.ts';
import type { Step } from '../../database/index.ts';
import type { Table } from '../../database/schema/index.ts';
import type { Answer, MemberCall } from '../../http/index.ts';
import { changeRow, columnOf, readRows } from './events/provider-rows.ts';
import type { PaymentsContext } from './payments-context.ts';
import { getProviderTables } from './provider-tables.ts';

const PAGE = 500;

/** Deletes all test mode rows and the stored facts behind them. Later events create new rows. */
export async function deleteTestRows(context: PaymentsContext, call: MemberCall): Promise<Answer> {
  const { project } = call;
  const { payments, subscriptions, version } = await getProviderTables(context, project);
  let count = 0;
  for (const table of [payments, ...(subscriptions === undefined ? [] : [subscriptions])]) {
    for (;;) {
      const rows = await readRows(context, project, table, { filter: isOfTestMode(table), limit: PAGE });
      if (rows.length === 0) break;
      const ids = rows.map((row) => String(row['id']));
      const changes = ids.map((id, index) => changeRow(context, table, { id, before: rows[index], after: undefined }));
      const steps: Step[] = changes.flatMap((change) => (change === undefined ? [] : [change.step]));
      const forget = context.objects.forgetStep(ids);
      await context.inTurn(project.store, () =>
        context.database.write(project.store, [...steps, forget], { schemaVersion: version }),
      );
      count += rows.length;
    }
  }
  const change = { project, action: 'payments.delete_test_rows', target: 'payments', details: { count } };
  await context.database.write('control', [context.audit.step(call, change)]);
  return { status: 200, body: { count } };
}

function isOfTestMode(table: Table): Condition {
  return { kind: 'compare', column: columnOf(table, 'livemode'), op: 'eq', values: [false] };
}
