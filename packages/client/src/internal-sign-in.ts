/** For @service/auth only. Apart from the rest, so that the other packages do not carry it. */
export {
  type Credentials,
  type NewAccount,
  type SignInResult,
  type SignUpResult,
  signIn,
  signUp,
} from './session/sign-in.ts';
