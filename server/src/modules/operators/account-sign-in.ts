import type { PlainStep } from '../../database/database.ts';
import type { Answer, Call } from '../../http/route.ts';
import { isoTime } from '../../platform/clock.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { AccountRow } from './accounts-store.ts';
import type { OperatorContext } from './operator-context.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** An account and a new session of it: `steps` make both when the transaction is committed, `answer` tells the caller. */
export interface AccountSignIn {
  readonly account: AccountRow;
  readonly sessionId: string;
  readonly steps: readonly PlainStep[];
  answer(status: number): Answer;
}

/** The account whose address and password these are; the same answer and time for addresses nobody has. */
export async function requireAccount(context: OperatorContext, { email, password }: Credentials): Promise<AccountRow> {
  const takeBack = context.attempts.countFailure(email);
  const account = await context.accountsStore.findByEmail(email);
  if (!(await context.passwords.verify(account?.password_hash, password)) || account === undefined) {
    throw new ServiceError('invalid_credentials', 'The address or the password is wrong.');
  }
  takeBack();
  return account;
}

/** An account that is not there yet. Throws `weak_password`. */
export async function newAccount(
  context: OperatorContext,
  { email, password, name }: Credentials & { readonly name: string | null },
): Promise<AccountRow> {
  const passwordHash = await context.passwords.hash(password);
  return { id: context.ids(), email, name, password_hash: passwordHash, created_at: isoTime(context.clock.now()) };
}

export function openSession(context: OperatorContext, account: AccountRow, call: Call): AccountSignIn {
  const { id, expiresAt, steps, cookie } = context.sessions.create(account.id, call.isHttps);
  const { password_hash: _, ...shown } = account;
  const data = { kind: 'account', account: shown, session: { id, expires_at: expiresAt } };
  return {
    account,
    sessionId: id,
    steps,
    answer: (status) => ({ status, body: { data, count: 1 }, headers: { 'Set-Cookie': cookie } }),
  };
}
