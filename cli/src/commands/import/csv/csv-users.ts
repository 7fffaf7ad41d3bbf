import { idOf, isUuid } from '../names.ts';
import type { SourceUser } from '../source.ts';
import { isoTime } from './column-kind.ts';
import type { CsvRow } from './read-csv.ts';

const HASHES = ['password_hash', 'encrypted_password'];
const PLACED = new Set([
  'id',
  'email',
  'name',
  'role',
  'avatar_url',
  'email_verified',
  'disabled',
  'created_at',
  'updated_at',
  ...HASHES,
]);

export function userOf(row: CsvRow): SourceUser {
  const { id, email = '', name, role, avatar_url, email_verified, disabled, created_at } = row;
  const hash = HASHES.map((column) => row[column]).find((value) => value !== undefined && value !== '');
  const metadata = Object.entries(row).filter(([column, value]) => !PLACED.has(column) && value !== '');
  if (id !== undefined && id !== '' && !isUuid(id)) metadata.push(['original_id', id]);
  return {
    email,
    ...(id && { id: idOf('csv users', id) }),
    ...(name && { name }),
    ...(role && { role }),
    ...(avatar_url && { avatar_url }),
    ...(hash && { password_hash: hash }),
    email_verified: email_verified === 'true',
    ...(disabled === 'true' && { disabled: true }),
    ...(created_at && { created_at: isoTime(created_at) }),
    ...(metadata.length > 0 && { metadata: Object.fromEntries(metadata) }),
  };
}
