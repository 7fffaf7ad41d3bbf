import type { User } from '../src/callers/index.ts';
import type { IdentityProvider } from '../src/http/index.ts';
import { TEST_USER_HEADER } from './api-client.ts';

/** Trusts a header that names the signed-in user, instead of accounts and sessions. */
export const headerIdentities: IdentityProvider = {
  renew: (_project, user) => (believed.has(user) ? user : undefined),
  identify(_project, request) {
    const text = request.headers[TEST_USER_HEADER];
    if (typeof text !== 'string') return undefined;
    const user = JSON.parse(text) as {
      id: string;
      email?: string;
      role?: string | null;
      verified?: boolean;
    };
    const email = user.email ?? `${user.id}@example.com`;
    const identified: User = {
      id: user.id,
      email,
      verifiedEmail: user.verified === false ? null : email,
      role: user.role ?? null,
    };
    believed.add(identified);
    return identified;
  },
};

const believed = new WeakSet<User>();
