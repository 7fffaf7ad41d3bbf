import type { SourceUser } from '../source.ts';
import type { Collection } from './collections.ts';
import type { Row } from './open-database.ts';
import { recordId, timeOf } from './values.ts';

const ACCOUNT_FIELDS = new Set([
  'id',
  'email',
  'name',
  'verified',
  'emailVisibility',
  'password',
  'passwordHash',
  'tokenKey',
  'created',
  'updated',
  'collectionId',
  'collectionName',
  'lastResetSentAt',
  'lastVerificationSentAt',
  'lastLoginAlertSentAt',
]);
const PLAIN = new Set(['text', 'editor', 'url', 'email', 'number', 'bool', 'date', 'select', 'json']);

export function metadataFields(collection: Collection): string[] {
  const fields = collection.fields.filter(({ name, type }) => !ACCOUNT_FIELDS.has(name) && PLAIN.has(type));
  return fields.map(({ name }) => name);
}

/** Undefined for accounts without an email address, because no one could sign in to them. */
export function userOf(collection: Collection, row: Row, fields: readonly string[]): SourceUser | undefined {
  const { email, name, verified, created } = row;
  if (typeof email !== 'string' || email === '') return undefined;
  const hash = row['password'] ?? row['passwordHash'];
  const entries = fields
    .map((field) => [field, row[field]] as const)
    .filter(([, value]) => value !== null && value !== '');
  return {
    id: recordId(collection, row['id']),
    email,
    ...(typeof name === 'string' && name !== '' && { name }),
    ...(typeof hash === 'string' && hash !== '' && { password_hash: hash }),
    email_verified: verified === 1,
    ...(timeOf(created) !== undefined && { created_at: timeOf(created) }),
    metadata: { pocketbase_id: row['id'], ...Object.fromEntries(entries) },
  };
}
