/** For @service/auth only. A separate entry, so that the other packages do not bundle it. */
export {
  type MailRequest,
  requestPasswordReset,
  resendVerification,
  resetPassword,
  verifyEmail,
} from './session/account-mails.ts';
export { leaveFor } from './session/leave-for.ts';
export { changePassword, updateUser } from './session/own-account.ts';
export {
  addPasskey,
  type Passkey,
  type PasskeyList,
  removePasskey,
  renamePasskey,
  watchPasskeys,
} from './session/own-passkeys.ts';
export { type PasskeySignIn, signInWithPasskey } from './session/passkey-sign-in.ts';
export {
  type Credentials,
  type NewAccount,
  type SignInResult,
  type SignUpResult,
  signIn,
  signUp,
} from './session/sign-in.ts';
