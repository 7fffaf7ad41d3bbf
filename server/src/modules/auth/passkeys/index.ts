export { addPasskey } from './add-passkey.ts';
export { listPasskeys, passkeyNotFound, renamePasskey } from './own-passkeys.ts';
export { withPasskeys } from './passkey-context.ts';
export {
  newPasskeyBody,
  passkeyChallenge,
  passkeyList,
  passkeyName,
  passkeySignInBody,
  presentPasskey,
  shownPasskey,
} from './passkey-schemas.ts';
export { createPasskeysStore, PASSKEYS_MAX, type PasskeyRow, type PasskeysStore } from './passkeys-store.ts';
export { relyingPartyOf } from './relying-party.ts';
export { removePasskey } from './remove-passkey.ts';
export { passkeyRoutes } from './routes.ts';
export { signInWithPasskey } from './sign-in-with-passkey.ts';
export { startPasskeySignIn } from './start-passkey-sign-in.ts';
export { startRegistration } from './start-registration.ts';
