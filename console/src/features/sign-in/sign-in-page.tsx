import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { AppLink } from '../../shared/address/app-link.tsx';
import { useAddress } from '../../shared/address/use-address.ts';
import { accountQuery } from '../../shared/session/session-queries.ts';
import { useSignIn } from '../../shared/session/use-sign-in.ts';
import { EntryForm } from './entry-form.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { returnAddress } from './return-address.ts';

export function SignInPage() {
  const { search, go } = useAddress();
  const client = useQueryClient();
  const { fields, send } = useSignIn();
  const account = useQuery(accountQuery);
  const isSignedIn = account.data !== undefined && account.data !== null;
  // Kept from the first render: during the redirect the address no longer contains it, while this page is still shown.
  const [to] = useState(() => returnAddress(search['to']));
  useEffect(() => {
    if (isSignedIn) go(to, { replace: true });
  }, [isSignedIn, go, to]);

  const enter = (): Promise<void> => client.resetQueries({ queryKey: accountQuery.queryKey });

  return (
    <EntryForm
      title="Sign in"
      submit="Sign in"
      fields={fields}
      below={
        <>
          <AppLink to="/forgot-password">Forgot password?</AppLink>
          <NoAccountYet />
        </>
      }
      instead={<PasskeySignIn onDone={enter} />}
      send={async (values) => {
        if (await send(values)) await enter();
      }}
    />
  );
}

function NoAccountYet() {
  return (
    <details>
      <summary>No account yet?</summary>
      <p className="dim">
        The first start of the service prints a link to <code>/console/setup</code> where it was started: in the
        terminal, or in the log of the unit or container. The link makes the first account, once. Later accounts come by
        invitation.
      </p>
    </details>
  );
}
