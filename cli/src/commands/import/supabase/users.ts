import type { SourceUser } from '../source.ts';
import type { DumpRow } from './dump.ts';
import { timeOf } from './values.ts';

const ROLE = /^[^\s:,]{1,100}$/;

export function userOf(row: DumpRow, nowMs: number): SourceUser | undefined {
  const { id, email, encrypted_password: hash, created_at: createdAt, banned_until: bannedUntil } = row;
  if (!email || row['deleted_at']) return undefined;
  const { full_name, name = full_name, avatar_url, ...metadata } = objectOf(row['raw_user_meta_data']);
  const { role } = objectOf(row['raw_app_meta_data']);
  // Claims that the identity provider makes about itself are not imported.
  for (const claim of ['sub', 'email', 'email_verified', 'phone_verified', 'iss', 'provider_id', 'picture'])
    delete metadata[claim];
  return {
    email,
    ...(id && { id }),
    ...(hash && { password_hash: hash }),
    ...(typeof name === 'string' && name !== '' && { name }),
    ...(typeof avatar_url === 'string' && { avatar_url }),
    ...(typeof role === 'string' && ROLE.test(role) && { role }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    email_verified: Boolean(row['email_confirmed_at'] ?? row['confirmed_at']),
    ...(createdAt && { created_at: timeOf(createdAt) }),
    ...(bannedUntil && Date.parse(timeOf(bannedUntil)) > nowMs && { disabled: true }),
  };
}

function objectOf(text: string | null | undefined): Record<string, unknown> {
  const value: unknown = text ? JSON.parse(text) : {};
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
