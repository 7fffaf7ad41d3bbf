/** For @service/auth only. A separate entry, so that the other packages do not bundle it. */
export {
  type Credentials,
  type NewAccount,
  type SignInResult,
  type SignUpResult,
  signIn,
  signUp,
} from './session/sign-in.ts';
