export type { AuthUser } from '@service/client';
export type { Credentials, NewAccount, SignInResult, SignUpResult } from '@service/client/internal-sign-in';
export {
  changePassword,
  type MailRequest,
  promptSignIn,
  refresh,
  requestPasswordReset,
  resendVerification,
  resetPassword,
  signIn,
  signInWith,
  signOut,
  signUp,
  updateUser,
  verifyEmail,
} from './actions.ts';
export { type Auth, type AuthOptions, useAuth } from './use-auth.ts';
export { type AuthConfig, type AuthConfigResult, useAuthConfig } from './use-auth-config.ts';
