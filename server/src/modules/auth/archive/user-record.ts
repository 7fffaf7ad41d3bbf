import { type Static, Type } from 'typebox';
import { PASSKEYS_MAX, type PasskeyRow } from '../passkeys/index.ts';
import type { IdentityRow, UserRow } from '../users-store.ts';

const nullable = (maxLength: number) => Type.Union([Type.String({ maxLength }), Type.Null()]);
const TEXT_MAX = 2048;
const IDENTITIES_MAX = 100;
const CODES_MAX = 100;

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
  /** Absent in archives of releases without passkeys. */
  passkeys: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String(),
        credential_id: Type.String({ pattern: '^[A-Za-z0-9_-]{1,1364}$' }),
        public_key: Type.String({ pattern: '^[A-Za-z0-9_-]{1,2048}$' }),
        counter: Type.Integer({ minimum: 0, maximum: 2 ** 32 - 1 }),
        rp_id: Type.String({ maxLength: 255 }),
        name: Type.String({ maxLength: 500 }),
        transports: Type.Array(Type.String({ maxLength: 32 }), { maxItems: 16 }),
        backed_up: Type.Boolean(),
        created_at: Type.String(),
        last_used_at: nullable(40),
      }),
      { maxItems: PASSKEYS_MAX },
    ),
  ),
  recovery_hashes: Type.Array(Type.String({ pattern: '^[0-9a-f]{64}$' }), { maxItems: CODES_MAX }),
});

export type UserRecord = Static<typeof userRecord>;
export type PasskeyRecord = NonNullable<UserRecord['passkeys']>[number];

export interface UserArchiveTables {
  _users: UserRow;
  _identities: IdentityRow;
  _recovery_codes: { user_id: string; hash: string };
  _passkeys: PasskeyRow;
}
