import { CONSOLE, OPERATOR_ROLE } from '../../callers/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { NEW_USER, requireGoodPassword, type UserRow } from '../auth/index.ts';
import type { OperatorsContext } from './operators-context.ts';

export interface NewAccount {
  readonly email: string;
  readonly password: string;
  readonly name: string | null;
  readonly isOperator: boolean;
}

/** The row of a new account; the caller inserts it. Throws `weak_password`. */
export async function newAccount(
  { accounts }: OperatorsContext,
  { email, password, name, isOperator }: NewAccount,
): Promise<UserRow> {
  await requireGoodPassword({ password_min_length: 8 }, password, { email });
  const now = isoTime(accounts.clock.now());
  return {
    ...NEW_USER,
    id: accounts.ids(),
    email,
    name,
    role: isOperator ? OPERATOR_ROLE : null,
    password_hash: await accounts.passwords.hash(password, CONSOLE.store),
    created_at: now,
    updated_at: now,
  };
}
