import { useQuery } from '@tanstack/react-query';
import { answerOf, api, dataOf } from '../../shared/api/client.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { notify } from '../../shared/feedback/notices.ts';
import { QueryPart } from '../../shared/feedback/query-part.tsx';
import { atField } from '../../shared/forms/at-field.ts';
import { optionalText, textOf } from '../../shared/forms/field-spec.ts';
import { SettingsForm } from '../../shared/forms/settings-form.tsx';
import { Page } from '../../shared/page/page.tsx';
import { Region } from '../../shared/page/region.tsx';
import { deviceText } from '../../shared/session/device-text.ts';
import { accountQuery } from '../../shared/session/session-queries.ts';
import { SessionsTable } from '../../shared/session/sessions-table.tsx';
import { ChangePassword } from './change-password.tsx';
import { Passkeys } from './passkeys.tsx';
import { SecondFactor } from './second-factor/second-factor.tsx';
import { SecurityEvents } from './security-events.tsx';
import { TimeSettings } from './time-settings.tsx';

const sessionsQuery = {
  queryKey: ['session', 'sessions'],
  queryFn: ({ signal }: { signal: AbortSignal }) => dataOf(api.GET('/api/cloud/auth/sessions', { signal })),
};

export function AccountPage() {
  const changed = useChanged();
  const dialog = useDialog();
  const account = useQuery(accountQuery);
  const sessions = useQuery(sessionsQuery);
  return (
    <Page title="Your account">
      <QueryPart query={account}>
        {(known) => (
          <>
            <p className="dim">{known?.email}</p>
            <SettingsForm
              fields={[{ name: 'name', label: 'Name', autoComplete: 'name' }]}
              initial={{ name: known?.name ?? '' }}
              draft="account"
              send={async (values) => {
                await answerOf(
                  api.PATCH('/api/cloud/auth/me', { body: { name: optionalText(values, 'name') ?? null } }),
                );
                await changed('session');
              }}
            />
          </>
        )}
      </QueryPart>
      <TimeSettings />
      <ChangePassword
        send={async (values) => {
          const body = {
            current_password: textOf(values, 'current_password'),
            new_password: textOf(values, 'new_password'),
            end_tokens: values['end_tokens'] === true,
          };
          const sent = answerOf(api.POST('/api/cloud/auth/change-password', { body }));
          await atField('invalid_credentials', 'current_password', sent);
          notify('Password changed. Your other sessions have ended.');
          await changed('session');
        }}
      />
      {account.data && <SecondFactor isOn={account.data.hasSecondFactor} />}
      <Passkeys />
      <Region title="Sessions">
        <QueryPart query={sessions}>
          {(list) => (
            <SessionsTable
              sessions={list}
              onEnd={({ id, user_agent }) =>
                dialog.confirm({
                  action: 'End session',
                  text: `${deviceText(user_agent)} will have to sign in again.`,
                  run: async () => {
                    const params = { path: { session_id: id } };
                    await answerOf(api.DELETE('/api/cloud/auth/sessions/{session_id}', { params }));
                    await changed('session');
                  },
                })
              }
            />
          )}
        </QueryPart>
      </Region>
      <SecurityEvents />
      {dialog.element}
    </Page>
  );
}
