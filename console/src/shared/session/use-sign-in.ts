import { useState } from 'react';
import { type FieldSpec, type FormValues, textOf } from '../forms/field-spec.ts';
import { answerChallenge, signIn } from './sign-in.ts';

const PASSWORD_FIELDS: readonly FieldSpec[] = [
  { name: 'email', label: 'E-mail', kind: 'email', autoComplete: 'username webauthn', isSecret: true },
  { name: 'password', label: 'Password', kind: 'password', autoComplete: 'current-password' },
];
const CODE_FIELDS: readonly FieldSpec[] = [
  {
    name: 'code',
    label: 'Code',
    autoComplete: 'one-time-code',
    isSecret: true,
    hint: 'Six digits from your authenticator app, or a recovery code.',
  },
];

interface SignInSteps {
  readonly fields: readonly FieldSpec[];
  /** Resolves to true when there is a session, or to false when the second factor's code is next. */
  send(values: FormValues): Promise<boolean>;
}

export function useSignIn(): SignInSteps {
  const [token, setToken] = useState<string>();
  return {
    fields: token === undefined ? PASSWORD_FIELDS : CODE_FIELDS,
    async send(values) {
      if (token !== undefined) {
        await answerChallenge(token, textOf(values, 'code').trim());
        return true;
      }
      const next = await signIn({ email: textOf(values, 'email').trim(), password: textOf(values, 'password') });
      setToken(next);
      return next === undefined;
    },
  };
}
