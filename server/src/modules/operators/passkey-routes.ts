import { Type } from 'typebox';
import { CONSOLE } from '../../callers/index.ts';
import { openRoute, operatorRoute, type Route } from '../../http/index.ts';
import {
  addPasskey,
  listPasskeys,
  newPasskeyBody,
  passkeyChallenge,
  passkeyList,
  passkeyName,
  passkeySignInBody,
  removePasskey,
  renamePasskey,
  shownPasskey,
  signInWithPasskey,
  startPasskeySignIn,
  startRegistration,
  withPasskeys,
} from '../auth/index.ts';
import { consoleCall, countTry, ownCall } from './console-call.ts';
import type { OperatorsContext } from './operators-context.ts';
import { counted, signedInSchema } from './schemas.ts';

const AUTH = '/api/cloud/auth';

export function ownPasskeyRoutes(context: OperatorsContext): readonly Route[] {
  const passkeys = withPasskeys(context.accounts);
  return [
    operatorRoute({
      method: 'POST',
      path: `${AUTH}/passkeys/options`,
      id: 'startOperatorPasskeyRegistration',
      summary: 'Returns the options the browser needs to create a passkey for the signed-in account',
      isBodyOptional: true,
      body: Type.Object({}),
      responses: { 200: passkeyChallenge },
      handle: (call) => startRegistration(passkeys, ownCall(context, call)),
    }),
    operatorRoute({
      method: 'POST',
      path: `${AUTH}/passkeys`,
      id: 'addOperatorPasskey',
      summary: 'Adds the passkey the browser created and notifies its owner by mail',
      body: newPasskeyBody,
      responses: { 201: shownPasskey },
      handle: (call) => addPasskey(passkeys, ownCall(context, call)),
    }),
    operatorRoute({
      method: 'GET',
      path: `${AUTH}/passkeys`,
      id: 'listOperatorPasskeys',
      summary: 'Lists the passkeys of the signed-in account, oldest first',
      responses: { 200: passkeyList },
      handle: (call) => listPasskeys(passkeys, ownCall(context, call)),
    }),
    operatorRoute({
      method: 'PATCH',
      path: `${AUTH}/passkeys/:passkey_id`,
      id: 'renameOperatorPasskey',
      summary: 'Renames a passkey of the caller',
      body: Type.Object({ name: passkeyName }),
      responses: { 200: shownPasskey },
      handle: (call) => renamePasskey(passkeys, ownCall(context, call)),
    }),
    operatorRoute({
      method: 'DELETE',
      path: `${AUTH}/passkeys/:passkey_id`,
      id: 'removeOperatorPasskey',
      summary: 'Removes a passkey of the caller, unless it is their only way to sign in',
      responses: { 200: counted },
      handle: (call) => removePasskey(passkeys, ownCall(context, call)),
    }),
  ];
}

export function passkeySignInRoutes(context: OperatorsContext): readonly Route[] {
  const passkeys = withPasskeys(context.accounts);
  return [
    openRoute({
      method: 'POST',
      path: `${AUTH}/login/passkey/options`,
      id: 'startOperatorPasskeySignIn',
      summary: 'Returns the options for signing in with a passkey, the same for every caller',
      isBodyOptional: true,
      body: Type.Object({}),
      responses: { 200: passkeyChallenge },
      handle: () => startPasskeySignIn(passkeys, { project: CONSOLE }),
    }),
    openRoute({
      method: 'POST',
      path: `${AUTH}/login/passkey`,
      id: 'signInOperatorWithPasskey',
      summary: 'Starts a console session with a passkey, which counts as both factors',
      body: passkeySignInBody,
      responses: { 200: signedInSchema },
      handle: async (call) => {
        await countTry(context, call);
        return await signInWithPasskey(passkeys, consoleCall(call));
      },
    }),
  ];
}
