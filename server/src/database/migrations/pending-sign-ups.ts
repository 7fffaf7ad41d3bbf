import type { MigrationSyntax } from './migration.ts';

/** A link confirms the sign-up it was sent for. `proof_hash` is the hash of a cookie in the browser that signed up. */
export function pendingSignUpTable({ text, integer, uuid, keyed }: MigrationSyntax): readonly string[] {
  return [
    `CREATE TABLE _pending_sign_ups (id ${uuid} PRIMARY KEY, email ${text} NOT NULL, password_hash ${text} NOT NULL,
      name ${text}, metadata ${text} NOT NULL, proof_hash ${text} NOT NULL, token_hash ${text} UNIQUE, redirect_to ${text},
      expires_at_ms ${integer} NOT NULL, created_at ${text} NOT NULL)${keyed}`,
    'CREATE INDEX _pending_sign_ups_email ON _pending_sign_ups (email)',
    'CREATE INDEX _pending_sign_ups_expiry ON _pending_sign_ups (expires_at_ms)',
  ];
}
