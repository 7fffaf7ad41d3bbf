import type { MigrationSyntax } from './migration.ts';

/** Passkeys, the same for users of projects and for operators. Binary values are base64url text. */
export function passkeyTables({ text, integer, uuid, keyed }: MigrationSyntax): readonly string[] {
  return [
    // `counter`: the authenticator's signatures; many always send 0. Browsers offer a passkey only on its `rp_id`.
    `CREATE TABLE _passkeys (id ${uuid} PRIMARY KEY, user_id ${uuid} NOT NULL REFERENCES _users (id) ON DELETE CASCADE,
      credential_id ${text} NOT NULL UNIQUE, public_key ${text} NOT NULL, counter ${integer} NOT NULL, rp_id ${text} NOT NULL,
      name ${text} NOT NULL, transports ${text} NOT NULL, backed_up ${integer} NOT NULL,
      created_at ${text} NOT NULL, last_used_at ${text})${keyed}`,
    'CREATE INDEX _passkeys_user ON _passkeys (user_id)',
    // Challenges that have been answered, so that none is accepted twice.
    `CREATE TABLE _passkey_challenges (hash ${text} PRIMARY KEY, expires_at_ms ${integer} NOT NULL)${keyed}`,
    'CREATE INDEX _passkey_challenges_expiry ON _passkey_challenges (expires_at_ms)',
  ];
}
