/** Exports for server components: hooks throw an error that says where they work. */
import { onlyInBrowser } from '@service/client/internal';
import type * as hooks from './index.ts';

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

export const useAuth: typeof hooks.useAuth = onlyInBrowser('useAuth');
export const useAuthConfig: typeof hooks.useAuthConfig = onlyInBrowser('useAuthConfig');
export const usePasskeys: typeof hooks.usePasskeys = onlyInBrowser('usePasskeys');
