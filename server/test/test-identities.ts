import type { IdentityProvider } from '../src/http/index.ts';
import { TEST_USER_HEADER } from './api-client.ts';

/** Believes a header that says who is signed in, in the place of accounts and sessions. */
export const headerIdentities: IdentityProvider = {
  identify(_project, request) {
    const text = request.headers[TEST_USER_HEADER];
    if (typeof text !== 'string') return undefined;
    const user = JSON.parse(text) as { id: string; email?: string; role?: string | null };
    const email = user.email ?? `${user.id}@example.com`;
    return { id: user.id, email, verifiedEmail: email, role: user.role ?? null };
  },
};
