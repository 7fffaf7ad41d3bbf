export type { AuthUser } from '@service/client';
export type {
  Credentials,
  MailRequest,
  NewAccount,
  Passkey,
  PasskeySignIn,
  SignInResult,
  SignUpResult,
} from '@service/client/internal-sign-in';
export {
  addPasskey,
  changePassword,
  promptSignIn,
  refresh,
  requestPasswordReset,
  resendVerification,
  resetPassword,
  signIn,
  signInWith,
  signInWithPasskey,
  signOut,
  signUp,
  updateUser,
  verifyEmail,
} from './actions.ts';
export { type Auth, type AuthOptions, useAuth } from './use-auth.ts';
export { type AuthConfig, type AuthConfigResult, useAuthConfig } from './use-auth-config.ts';
export { type Passkeys, usePasskeys } from './use-passkeys.ts';
