import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAddress } from '../../shared/address/use-address.ts';
import { textOf } from '../../shared/forms/field-spec.ts';
import { accountQuery } from '../../shared/session/session-queries.ts';
import { signIn } from '../../shared/session/sign-in.ts';
import { EntryForm } from './entry-form.tsx';
import { returnAddress } from './return-address.ts';

/** Signs in and leads back to where the person wanted to go. Who is signed in already goes there at once. */
export function SignInPage() {
  const { search, go } = useAddress();
  const client = useQueryClient();
  const account = useQuery(accountQuery);
  const isSignedIn = account.data !== undefined && account.data !== null;
  const to = returnAddress(search['to']);
  useEffect(() => {
    if (isSignedIn) go(to, { replace: true });
  }, [isSignedIn, go, to]);

  return (
    <EntryForm
      title="Sign in"
      submit="Sign in"
      fields={[
        { name: 'email', label: 'E-mail', kind: 'email', autoComplete: 'username' },
        { name: 'password', label: 'Password', kind: 'password', autoComplete: 'current-password' },
      ]}
      send={async (values) => {
        await signIn({ email: textOf(values, 'email').trim(), password: textOf(values, 'password') });
        await client.resetQueries({ queryKey: accountQuery.queryKey });
      }}
    />
  );
}
