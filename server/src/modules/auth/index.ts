export type { AccountSettings, PasskeySettings, ProviderSettings } from './account-settings.ts';
export { createUserSection } from './archive/user-section.ts';
export { askForMail } from './ask-for-mail.ts';
export { type Auth, type AuthOptions, createAuth, createAuthContext } from './auth.ts';
export type { AuthContext } from './auth-context.ts';
export { changePassword } from './change-password.ts';
export { answerChallenge, confirmTotp, enrollTotp, removeTotp, totpContext, withFactors } from './factors/index.ts';
export { type LogInBody, logIn } from './log-in.ts';
export { logOut } from './log-out.ts';
export { openSession, signedInAnswer } from './open-session.ts';
export { showOwnAccount, updateOwnAccount } from './own-account.ts';
export { endOwnSession, listOwnSessions } from './own-sessions.ts';
export { mailPageRoutes } from './pages/routes.ts';
export {
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
} from './passkeys/index.ts';
export { requireGoodPassword } from './passwords/password-policy.ts';
export { loadUser, type PresentedUser } from './present-user.ts';
export { resetPassword } from './reset-password.ts';
export { sessionListSchema } from './routes.ts';
export { NEW_USER, type UserRow } from './users-store.ts';
export { USERS_TABLE } from './users-table.ts';
