import { CONSOLE } from '../../callers/index.ts';
import type { Answer, OperatorCall } from '../../http/index.ts';
import { loadUser, showOwnAccount } from '../auth/index.ts';
import { presentAccount } from './console-accounts.ts';
import { consoleCall } from './console-call.ts';
import type { OperatorsContext } from './operators-context.ts';

export async function describeOperator(context: OperatorsContext, call: OperatorCall): Promise<Answer> {
  const { operator } = call;
  if (operator.kind === 'admin') {
    return { status: 200, body: { data: { kind: 'admin', account: null, session: null }, count: 1 } };
  }
  const user = context.usersOf.get(operator);
  if (user !== undefined) return await showOwnAccount(context.accounts, consoleCall(call, user));
  const row = await context.accounts.users.find(CONSOLE.store, operator.accountId);
  const account = row === undefined ? null : presentAccount(await loadUser(context.accounts, CONSOLE, row));
  return { status: 200, body: { data: { kind: 'account', account, session: null }, count: 1 } };
}
