import type { Answer, MemberCall } from '../../../http/index.ts';
import { ServiceError, validationFailed } from '../../../platform/errors.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { EVENTS_KEPT_MS, reconcile } from './reconcile.ts';

const RFC_3339 = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

export async function reconcileNow(
  context: PaymentsContext,
  call: MemberCall<unknown, { readonly since: string }>,
): Promise<Answer> {
  const { project, body } = call;
  const sinceMs = readSince(body.since, context.clock.now());
  const connection = await context.integrations().findConnection(project.store, 'payments');
  if (connection === undefined)
    throw new ServiceError('integration_not_connected', 'This project does not accept payments.');
  const { seen, added, changed, goOnAfter } = await reconcile(context, { project, connection, sinceMs });
  const change = { project, action: 'payments.reconcile', target: 'payments', details: { since: body.since, seen } };
  await context.database.write('control', [context.audit.step(call, change)]);
  const data = { seen, added, changed, ...(goOnAfter !== undefined && { is_complete: false }) };
  return { status: 200, body: { data, count: 1 } };
}

function readSince(since: string, nowMs: number): number {
  const ms = RFC_3339.test(since) ? Date.parse(since) : Number.NaN;
  if (Number.isNaN(ms)) throw validationFailed({ since: 'must be a time as in 2026-01-31T00:00:00Z' });
  if (ms < nowMs - EVENTS_KEPT_MS) throw validationFailed({ since: 'must be within the last 30 days' });
  return ms;
}
