import { useQueryClient } from '@tanstack/react-query';
import { useAddress } from '../../shared/address/use-address.ts';
import { api, dataOf } from '../../shared/api/client.ts';
import { optionalText, textOf } from '../../shared/forms/field-spec.ts';
import { accountQuery, noteSession } from '../../shared/session/session-queries.ts';
import { EntryForm } from './entry-form.tsx';
import { useToken } from './use-token.ts';

export function SetupPage() {
  const { go } = useAddress();
  const client = useQueryClient();
  const token = useToken();
  return (
    <EntryForm
      title="Create the first account"
      text="It owns this installation and every project in it."
      submit="Create account"
      fields={[
        { name: 'name', label: 'Your name', autoComplete: 'name' },
        { name: 'email', label: 'E-mail', kind: 'email', autoComplete: 'username' },
        {
          name: 'password',
          label: 'Password',
          kind: 'password',
          autoComplete: 'new-password',
          hint: 'At least 8 characters.',
        },
      ]}
      send={async (values) => {
        const name = optionalText(values, 'name');
        const body = {
          token,
          email: textOf(values, 'email').trim(),
          password: textOf(values, 'password'),
          ...(name !== undefined && { name }),
        };
        await dataOf(api.POST('/api/cloud/setup', { body }));
        noteSession(true);
        await client.resetQueries({ queryKey: accountQuery.queryKey });
        go('/', { replace: true });
      }}
    />
  );
}
