import { useQueryClient } from '@tanstack/react-query';
import { useAddress } from '../../shared/address/use-address.ts';
import { api, dataOf } from '../../shared/api/client.ts';
import { optionalText } from '../../shared/forms/field-spec.ts';
import { accountQuery, noteSession } from '../../shared/session/session-queries.ts';
import { EntryForm } from './entry-form.tsx';
import { useToken } from './use-token.ts';

export function InvitePage() {
  const { go } = useAddress();
  const client = useQueryClient();
  const token = useToken();
  return (
    <EntryForm
      title="Join the project"
      text="Choose a password. If your address has an account here, enter its password; who is signed in with it needs none."
      submit="Join"
      fields={[
        { name: 'name', label: 'Your name', autoComplete: 'name' },
        { name: 'password', label: 'Password', kind: 'password', autoComplete: 'new-password' },
      ]}
      send={async (values) => {
        const name = optionalText(values, 'name');
        const password = optionalText(values, 'password');
        const body = { token, ...(password !== undefined && { password }), ...(name !== undefined && { name }) };
        await dataOf(api.POST('/api/cloud/invites/accept', { body }));
        noteSession(true);
        await client.resetQueries({ queryKey: accountQuery.queryKey });
        go('/', { replace: true });
      }}
    />
  );
}
