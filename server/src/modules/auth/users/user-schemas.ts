import { type Static, Type } from 'typebox';
import { listingQuery, textOfForm } from '../../../http/index.ts';
import { userSchema } from '../present-user.ts';

const metadata = Type.Record(Type.String(), Type.Unknown(), { description: 'At most 16 KB of JSON.' });
const role = Type.Union([
  textOfForm(
    '^[^\\s:,\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]{1,100}$',
    'must be 1 to 100 characters, none of them a space, a control character, : or ,',
  ),
  Type.Null(),
]);
const name = Type.Union([Type.String({ maxLength: 400 }), Type.Null()]);
const avatarUrl = Type.Union([Type.String({ maxLength: 2048 }), Type.Null()]);
const email = Type.String({ maxLength: 1000 });

export const usersQuery = Type.Object({
  ...listingQuery.properties,
  search: Type.Optional(
    Type.String({ maxLength: 320, description: 'Part of the address or the name in any case, or a whole id.' }),
  ),
});

export const managedUser = Type.Object({ ...userSchema.properties, disabled: Type.Boolean() });

export const newUser = Type.Object({
  email,
  password: Type.Optional(Type.String()),
  password_hash: Type.Optional(
    Type.String({ maxLength: 1000, description: 'An argon2 or scrypt hash in PHC format, or a bcrypt hash.' }),
  ),
  name: Type.Optional(name),
  avatar_url: Type.Optional(avatarUrl),
  role: Type.Optional(role),
  metadata: Type.Optional(metadata),
  email_verified: Type.Optional(Type.Boolean()),
});

const { password: _password, ...withoutPassword } = newUser.properties;

export const importedUser = Type.Object({
  ...withoutPassword,
  id: Type.Optional(
    Type.String({ description: 'A UUID. Keep the user’s former id so that they still own their rows.' }),
  ),
  disabled: Type.Optional(Type.Boolean()),
  created_at: Type.Optional(Type.String()),
});

export const USERS_PER_IMPORT_MAX = 1000;

/** The import checks each user separately, so that an invalid one does not stop the others. */
export const usersImport = Type.Object({
  users: Type.Array(Type.Unknown(), { minItems: 1, maxItems: USERS_PER_IMPORT_MAX }),
  dry_run: Type.Optional(Type.Boolean()),
});

export const importReport = Type.Object({
  data: Type.Object({
    created: Type.Integer(),
    failed: Type.Integer(),
    errors: Type.Array(
      Type.Object({
        index: Type.Integer(),
        code: Type.String(),
        message: Type.String(),
        fields: Type.Optional(Type.Record(Type.String(), Type.String())),
      }),
    ),
    dry_run: Type.Boolean(),
  }),
  count: Type.Integer(),
});

export const userPatch = Type.Object({
  email: Type.Optional(email),
  email_verified: Type.Optional(Type.Boolean()),
  name: Type.Optional(name),
  avatar_url: Type.Optional(avatarUrl),
  role: Type.Optional(role),
  metadata: Type.Optional(metadata),
  disabled: Type.Optional(Type.Boolean()),
});

export type UsersQuery = Static<typeof usersQuery>;
export type NewUser = Static<typeof newUser>;
export type ImportedUser = Static<typeof importedUser>;
export type UsersImport = Static<typeof usersImport>;
export type UserPatch = Static<typeof userPatch>;
