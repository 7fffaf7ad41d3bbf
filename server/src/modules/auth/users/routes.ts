import { Type } from 'typebox';
import { memberRoute, type Route } from '../../../http/index.ts';
import type { AuthContext } from '../auth-context.ts';
import { createFactorsStore } from '../factors/factors-store.ts';
import { createPasskeysStore, passkeyList } from '../passkeys/index.ts';
import { createUser } from './create-user.ts';
import { deleteUser, removeFactor, signOutUser } from './end-access.ts';
import { importUsers } from './import-users.ts';
import { getUser, listUsers } from './list-users.ts';
import type { UserContext } from './managed-user.ts';
import { createManagedUsersStore } from './managed-users-store.ts';
import { sendReset } from './send-reset.ts';
import { updateUser } from './update-user.ts';
import { listUserPasskeys, removeUserPasskey, showPasskeyHosts } from './user-passkeys.ts';
import { importReport, managedUser, newUser, userPatch, usersImport, usersQuery } from './user-schemas.ts';
import { endUserSession, listUserSessions, userSessions } from './user-sessions.ts';

const ALL = '/api/cloud/projects/:project_id/users';
const ONE = `${ALL}/:user_id`;
const oneUser = Type.Object({ data: managedUser, count: Type.Literal(1) });
const counted = Type.Object({ count: Type.Integer() });

/** Actions of owners on their project's users. Owners cannot sign in as a user. */
export function userRoutes(context: AuthContext): readonly Route[] {
  const { database } = context;
  const managed = createManagedUsersStore(database);
  const own: UserContext = { ...context, managed, passkeys: createPasskeysStore(database) };
  return [...routesOfUsers(own), ...routesOfAccess(own), ...routesOfPasskeys(own)];
}

function routesOfUsers(context: UserContext): readonly Route[] {
  return [
    memberRoute({
      method: 'GET',
      path: ALL,
      id: 'listUsers',
      summary: 'Lists the users, newest first',
      role: 'viewer',
      query: usersQuery,
      responses: { 200: Type.Object({ data: Type.Array(managedUser), count: Type.Integer() }) },
      handle: (call) => listUsers(context, call),
    }),
    memberRoute({
      method: 'POST',
      path: ALL,
      id: 'createUser',
      summary: 'Creates a user with a password, a password hash, or neither',
      role: 'admin',
      body: newUser,
      responses: { 201: oneUser },
      handle: (call) => createUser(context, call),
    }),
    memberRoute({
      method: 'POST',
      path: `${ALL}/import`,
      id: 'importUsers',
      summary: 'Imports up to 1,000 users with their password hashes; invalid users are skipped and reported',
      role: 'admin',
      body: usersImport,
      responses: { 200: importReport },
      handle: (call) => importUsers(context, call),
    }),
    memberRoute({
      method: 'GET',
      path: ONE,
      id: 'getUser',
      summary: 'Returns a user',
      role: 'viewer',
      responses: { 200: oneUser },
      handle: (call) => getUser(context, call),
    }),
    memberRoute({
      method: 'PATCH',
      path: ONE,
      id: 'updateUser',
      summary: 'Changes the fields that are sent, effective with the user’s next request',
      role: 'admin',
      body: userPatch,
      responses: { 200: oneUser },
      handle: (call) => updateUser(context, call),
    }),
  ];
}

function routesOfAccess(context: UserContext): readonly Route[] {
  const factors = createFactorsStore(context.database);
  return [
    memberRoute({
      method: 'DELETE',
      path: ONE,
      id: 'deleteUser',
      summary: 'Deletes a user and all their sessions; their rows stay',
      role: 'admin',
      responses: { 200: counted },
      handle: (call) => deleteUser(context, call),
    }),
    memberRoute({
      method: 'GET',
      path: `${ONE}/sessions`,
      id: 'listUserSessions',
      summary: 'Lists the active sessions of a user, newest first',
      role: 'viewer',
      responses: { 200: userSessions },
      handle: (call) => listUserSessions(context, call),
    }),
    memberRoute({
      method: 'DELETE',
      path: `${ONE}/sessions/:session_id`,
      id: 'endUserSession',
      summary: 'Ends one session of a user',
      role: 'admin',
      responses: { 200: counted },
      handle: (call) => endUserSession(context, call),
    }),
    memberRoute({
      method: 'POST',
      path: `${ONE}/sign-out`,
      id: 'signOutUser',
      summary: 'Ends all sessions of a user',
      role: 'admin',
      responses: { 200: counted },
      handle: (call) => signOutUser(context, call),
    }),
    memberRoute({
      method: 'POST',
      path: `${ONE}/send-reset`,
      id: 'sendReset',
      summary: 'Mails a user a link to set a new password',
      role: 'admin',
      body: Type.Object({ redirect_to: Type.Optional(Type.String({ maxLength: 2048 })) }),
      isBodyOptional: true,
      responses: { 202: counted },
      handle: (call) => sendReset(context, call),
    }),
    memberRoute({
      method: 'DELETE',
      path: `${ONE}/mfa`,
      id: 'removeUserFactor',
      summary: 'Turns off the second factor of a user who has lost it',
      role: 'admin',
      responses: { 200: counted },
      handle: (call) => removeFactor(context, call, factors),
    }),
  ];
}

function routesOfPasskeys(context: UserContext): readonly Route[] {
  return [
    memberRoute({
      method: 'GET',
      path: `${ONE}/passkeys`,
      id: 'listUserPasskeys',
      summary: 'Lists the passkeys of a user, oldest first',
      role: 'viewer',
      responses: { 200: passkeyList },
      handle: (call) => listUserPasskeys(context, call),
    }),
    memberRoute({
      method: 'DELETE',
      path: `${ONE}/passkeys/:passkey_id`,
      id: 'removeUserPasskey',
      summary: 'Removes a passkey of a user who has lost it',
      role: 'admin',
      responses: { 200: counted },
      handle: (call) => removeUserPasskey(context, call),
    }),
    memberRoute({
      method: 'GET',
      path: '/api/cloud/projects/:project_id/passkeys',
      id: 'getPasskeyHosts',
      summary: 'Returns the host of new passkeys and the number of passkeys of each host',
      role: 'viewer',
      responses: {
        200: Type.Object({
          data: Type.Object({
            rp_id: Type.String(),
            hosts: Type.Array(Type.Object({ rp_id: Type.String(), passkeys: Type.Integer() })),
          }),
          count: Type.Integer(),
        }),
      },
      handle: (call) => showPasskeyHosts(context, call),
    }),
  ];
}
