import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { AppLink } from '../../shared/address/app-link.tsx';
import { useAddress } from '../../shared/address/use-address.ts';
import { accountQuery } from '../../shared/session/session-queries.ts';
import { useSignIn } from '../../shared/session/use-sign-in.ts';
import { EntryForm } from './entry-form.tsx';
import { returnAddress } from './return-address.ts';

/** Signs in and leads back to where the person wanted to go. Who is signed in already goes there at once. */
export function SignInPage() {
  const { search, go } = useAddress();
  const client = useQueryClient();
  const { fields, send } = useSignIn();
  const account = useQuery(accountQuery);
  const isSignedIn = account.data !== undefined && account.data !== null;
  // Kept from the first look: on the way there the address says it no longer, while this page is still shown.
  const [to] = useState(() => returnAddress(search['to']));
  useEffect(() => {
    if (isSignedIn) go(to, { replace: true });
  }, [isSignedIn, go, to]);

  return (
    <EntryForm
      title="Sign in"
      submit="Sign in"
      fields={fields}
      below={<AppLink to="/forgot-password">Forgot password?</AppLink>}
      send={async (values) => {
        if (await send(values)) await client.resetQueries({ queryKey: accountQuery.queryKey });
      }}
    />
  );
}
