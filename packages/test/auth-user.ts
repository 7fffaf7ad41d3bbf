import type { AuthUser } from '@service/client';

/** A signed-in user as the service returns it. */
export function authUser(id: string): AuthUser {
  return {
    id,
    email: `${id}@example.com`,
    email_verified: true,
    name: null,
    avatar_url: null,
    role: null,
    metadata: {},
    providers: ['password'],
    mfa_enabled: false,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    last_sign_in_at: null,
  };
}
