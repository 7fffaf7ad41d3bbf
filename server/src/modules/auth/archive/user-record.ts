import { type Static, Type } from 'typebox';
import type { IdentityRow, UserRow } from '../users-store.ts';

const nullable = (maxLength: number) => Type.Union([Type.String({ maxLength }), Type.Null()]);
const TEXT_MAX = 2048;
const IDENTITIES_MAX = 100;
const CODES_MAX = 100;

/** A user in an archive: everything that owners see, plus what the user needs to sign in again. */
export const userRecord = Type.Object({
  id: Type.String(),
  email: Type.String({ maxLength: 1000 }),
  email_verified: Type.Boolean(),
  name: nullable(TEXT_MAX),
  avatar_url: nullable(TEXT_MAX),
  role: nullable(100),
  metadata: Type.Record(Type.String(), Type.Unknown()),
  providers: Type.Optional(Type.Array(Type.String())),
  mfa_enabled: Type.Boolean(),
  disabled: Type.Boolean(),
  created_at: Type.String(),
  updated_at: Type.String(),
  last_sign_in_at: nullable(40),
  password_hash: nullable(1000),
  /** True when the user signed up but never proved that the address is theirs. */
  pending: Type.Boolean(),
  identities: Type.Array(
    Type.Object({
      provider: Type.String({ maxLength: 100 }),
      issuer: Type.String({ maxLength: TEXT_MAX }),
      subject: Type.String({ maxLength: TEXT_MAX }),
      email: nullable(1000),
      created_at: Type.String(),
    }),
    { maxItems: IDENTITIES_MAX },
  ),
  recovery_hashes: Type.Array(Type.String({ pattern: '^[0-9a-f]{64}$' }), { maxItems: CODES_MAX }),
});

export type UserRecord = Static<typeof userRecord>;

export interface UserArchiveTables {
  _users: UserRow;
  _identities: IdentityRow;
  _recovery_codes: { user_id: string; hash: string };
}
