import { Type } from 'typebox';
import { callerRoute, type Route } from '../../../http/index.ts';
import type { AuthContext } from '../auth-context.ts';
import { sessionSchema, userSchema } from '../present-user.ts';
import { addPasskey } from './add-passkey.ts';
import { listPasskeys, renamePasskey } from './own-passkeys.ts';
import { type PasskeyContext, withPasskeys } from './passkey-context.ts';
import {
  newPasskeyBody,
  passkeyChallenge,
  passkeyList,
  passkeyName,
  passkeySignInBody,
  shownPasskey,
} from './passkey-schemas.ts';
import { removePasskey } from './remove-passkey.ts';
import { signInWithPasskey } from './sign-in-with-passkey.ts';
import { startPasskeySignIn } from './start-passkey-sign-in.ts';
import { startRegistration } from './start-registration.ts';

const AUTH = '/api/baas/:project_id/auth';

export function passkeyRoutes(authContext: AuthContext): readonly Route[] {
  const context = withPasskeys(authContext);
  return [...ownRoutes(context), ...signInRoutes(context)];
}

function ownRoutes(context: PasskeyContext): readonly Route[] {
  return [
    callerRoute({
      method: 'POST',
      path: `${AUTH}/passkeys/options`,
      id: 'startPasskeyRegistration',
      summary: 'Returns the options the browser needs to create a passkey for the signed-in user',
      isBodyOptional: true,
      body: Type.Object({}),
      responses: { 200: passkeyChallenge },
      handle: (call) => startRegistration(context, call),
    }),
    callerRoute({
      method: 'POST',
      path: `${AUTH}/passkeys`,
      id: 'addPasskey',
      summary: 'Adds the passkey the browser created and notifies its owner by mail',
      body: newPasskeyBody,
      responses: { 201: shownPasskey },
      handle: (call) => addPasskey(context, call),
    }),
    callerRoute({
      method: 'GET',
      path: `${AUTH}/passkeys`,
      id: 'listOwnPasskeys',
      summary: 'Lists the passkeys of the signed-in user, oldest first',
      responses: { 200: passkeyList },
      handle: (call) => listPasskeys(context, call),
    }),
    callerRoute({
      method: 'PATCH',
      path: `${AUTH}/passkeys/:passkey_id`,
      id: 'renamePasskey',
      summary: 'Renames a passkey of the caller',
      body: Type.Object({ name: passkeyName }),
      responses: { 200: shownPasskey },
      handle: (call) => renamePasskey(context, call),
    }),
    callerRoute({
      method: 'DELETE',
      path: `${AUTH}/passkeys/:passkey_id`,
      id: 'removePasskey',
      summary: 'Removes a passkey of the caller, unless it is their only way to sign in',
      responses: { 200: Type.Object({ count: Type.Integer() }) },
      handle: (call) => removePasskey(context, call),
    }),
  ];
}

function signInRoutes(context: PasskeyContext): readonly Route[] {
  return [
    callerRoute({
      method: 'POST',
      path: `${AUTH}/login/passkey/options`,
      id: 'startPasskeySignIn',
      summary: 'Returns the options for signing in with a passkey, the same for every caller',
      ignoresSession: true,
      isBodyOptional: true,
      body: Type.Object({}),
      responses: { 200: passkeyChallenge },
      handle: (call) => startPasskeySignIn(context, call),
    }),
    callerRoute({
      method: 'POST',
      path: `${AUTH}/login/passkey`,
      id: 'signInWithPasskey',
      summary: 'Signs in with a passkey, which counts as both factors',
      ignoresSession: true,
      rate: 'login',
      body: passkeySignInBody,
      responses: {
        200: Type.Object({ data: Type.Object({ user: userSchema, session: sessionSchema }), count: Type.Literal(1) }),
      },
      handle: (call) => signInWithPasskey(context, call),
    }),
  ];
}
