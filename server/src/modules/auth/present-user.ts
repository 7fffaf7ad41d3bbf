import { Type } from 'typebox';
import type { Project } from '../../callers/index.ts';
import type { UserRow, UsersStore } from './users-store.ts';

export interface PresentedUser {
  readonly id: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name: string | null;
  readonly avatar_url: string | null;
  readonly role: string | null;
  readonly metadata: unknown;
  /** `password` if the user has one, then the ids of providers. */
  readonly providers: readonly string[];
  readonly mfa_enabled: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly last_sign_in_at: string | null;
}

export function presentUser(row: UserRow, providers: readonly string[]): PresentedUser {
  return {
    id: row.id,
    email: row.email,
    email_verified: row.email_verified === 1,
    name: row.name,
    avatar_url: row.avatar_url,
    role: row.role,
    metadata: JSON.parse(row.metadata),
    providers: row.password_hash === null ? providers : ['password', ...providers],
    mfa_enabled: row.totp_enabled === 1,
    created_at: row.created_at,
    updated_at: row.updated_at,
    last_sign_in_at: row.last_sign_in_at,
  };
}

export async function loadUser(
  { users }: { readonly users: UsersStore },
  { store }: Project,
  row: UserRow,
): Promise<PresentedUser> {
  return presentUser(row, await users.providersOf(store, row.id));
}

const nullableText = Type.Union([Type.String(), Type.Null()]);
const time = Type.String({ format: 'date-time' });

export const userSchema = Type.Object({
  id: Type.String(),
  email: Type.String(),
  email_verified: Type.Boolean(),
  name: nullableText,
  avatar_url: nullableText,
  role: nullableText,
  metadata: Type.Record(Type.String(), Type.Unknown()),
  providers: Type.Array(Type.String()),
  mfa_enabled: Type.Boolean(),
  created_at: time,
  updated_at: time,
  last_sign_in_at: Type.Union([time, Type.Null()]),
});

export const sessionSchema = Type.Object({ id: Type.String(), expires_at: time });
