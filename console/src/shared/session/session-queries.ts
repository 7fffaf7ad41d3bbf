import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiFailure } from '../api/api-failure.ts';
import { api, dataOf } from '../api/client.ts';
import { sessionGate } from '../api/session-gate.ts';
import { claimDrafts } from '../forms/drafts.ts';

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly isOperator: boolean;
  readonly hasSecondFactor: boolean;
}

/** If a known session ends, waits for the user to sign in again instead of returning null at once. */
export const accountQuery = queryOptions({
  queryKey: ['session', 'account'],
  queryFn: async ({ signal, client }): Promise<Account | null> => {
    if (!mayHaveSession()) return null;
    let account = await readAccount(signal);
    if (account === null && isKnown) account = (await sessionGate.wait()) ? await readAccount(signal) : null;
    isKnown = account !== null;
    if (account !== null) forgetOthers(client, account);
    return account;
  },
  staleTime: 300_000,
});

function forgetOthers(client: QueryClient, { id }: Account): void {
  if (!claimDrafts(id)) return;
  void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
}

async function readAccount(signal: AbortSignal): Promise<Account | null> {
  try {
    const { account } = await dataOf(api.GET('/api/cloud/auth/me', { signal }));
    if (account === null) return null;
    const { id, email, name, is_operator: isOperator, mfa_enabled: hasSecondFactor } = account;
    return { id, email, name, isOperator, hasSecondFactor };
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 401) return null;
    throw error;
  }
}

let isKnown = false;
let mayBeSignedIn = document.querySelector('meta[name=session]')?.getAttribute('content') !== 'none';

/** Whether the browser has sent a session cookie, according to the page itself; without one, no request is needed. */
function mayHaveSession(): boolean {
  return mayBeSignedIn;
}

/** After this tab signs in or out, what the page said at load no longer applies. */
export function noteSession(isSignedIn: boolean): void {
  mayBeSignedIn = isSignedIn;
  if (!isSignedIn) isKnown = false;
}
