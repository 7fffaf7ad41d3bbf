import type { Answer, OperatorCall } from '../../http/route.ts';
import type { OperatorContext } from './operator-context.ts';

/** Who the token or session of this request stands for. */
export async function describeOperator(context: OperatorContext, { operator }: OperatorCall): Promise<Answer> {
  if (operator.kind === 'admin') {
    return { status: 200, body: { data: { kind: 'admin', account: null, session: null }, count: 1 } };
  }
  const found = await context.sessionsStore.describe(operator.accountId, operator.sessionId);
  return { status: 200, body: { data: { kind: 'account', ...found }, count: 1 } };
}
