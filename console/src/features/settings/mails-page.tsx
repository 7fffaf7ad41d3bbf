import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useAddress } from '../../shared/address/use-address.ts';
import { answerOf, api, dataOf } from '../../shared/api/client.ts';
import { ifMatch } from '../../shared/api/if-match.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { notify } from '../../shared/feedback/notices.ts';
import { QueryPart } from '../../shared/feedback/query-part.tsx';
import { type FormValues, optionalText, textOf } from '../../shared/forms/field-spec.ts';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { SettingsForm } from '../../shared/forms/settings-form.tsx';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { MailPreview } from './mail-preview.tsx';
import { SettingsPage } from './settings-page.tsx';

const KINDS = [
  'verify_email',
  'reset_password',
  'existing_account',
  'password_changed',
  'email_changed',
  'provider_linked',
  'mfa_disabled',
];

export function MailsPage() {
  const { search, change } = useAddress();
  const kind = search['kind'] ?? 'verify_email';
  return (
    <SettingsPage title="Mail templates">
      <NativeSelect
        label="Kind"
        value={kind}
        data={KINDS}
        maw={320}
        mb={16}
        onChange={(event) => change({ kind: event.currentTarget.value })}
      />
      <Template key={kind} kind={kind} />
    </SettingsPage>
  );
}

function draftOf(values: FormValues) {
  return {
    subject: textOf(values, 'subject'),
    text: textOf(values, 'text'),
    button: textOf(values, 'button'),
    html: optionalText(values, 'html') ?? null,
  };
}

function Template({ kind }: { readonly kind: string }) {
  const project = useProject();
  const isAdmin = useMay('admin');
  const changed = useChanged();
  const dialog = useDialog();
  const params = { path: { project_id: project.id, kind } };
  const query = useQuery({
    queryKey: [project.id, 'mail-templates', kind],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/cloud/projects/{project_id}/mail-templates/{kind}', { params, signal })),
  });
  const askUsual = (): void =>
    dialog.confirm({
      action: 'Use the usual text',
      text: 'Your own words for this mail are deleted.',
      run: async () => {
        await answerOf(api.DELETE('/api/cloud/projects/{project_id}/mail-templates/{kind}', { params }));
        await changed(project.id, 'mail-templates');
      },
    });
  const sendTest = (values: FormValues): void =>
    dialog.open((close) => (
      <FormDialog
        title="Send test mail"
        fields={[{ name: 'to', label: 'E-mail', kind: 'email', hint: 'Left empty, it goes to you.' }]}
        send={async (entered) => {
          const to = optionalText(entered, 'to');
          const body = { ...draftOf(values), ...(to !== undefined && { to: to.trim() }) };
          await answerOf(api.POST('/api/cloud/projects/{project_id}/mail-templates/{kind}/test', { params, body }));
          notify('Test mail sent.');
        }}
        onClose={close}
      />
    ));
  return (
    <QueryPart query={query}>
      {(template) => (
        <>
          <p className="dim">
            {template.description} {template.is_default ? 'This is the usual text.' : 'These are your own words.'} It
            may hold{' '}
            {template.variables.map((name) => (
              <code key={name}>{`{{${name}}} `}</code>
            ))}
          </p>
          <SettingsForm
            fields={[
              { name: 'subject', label: 'Subject' },
              { name: 'text', label: 'Text', kind: 'multiline', rows: 8, hint: 'Blank lines part paragraphs.' },
              { name: 'button', label: 'Button' },
              { name: 'html', label: 'HTML', kind: 'code', rows: 6, hint: 'Left empty, it is made from the text.' },
            ]}
            initial={{
              subject: template.subject,
              text: template.text,
              button: template.button,
              html: template.html ?? '',
            }}
            draft={`${project.id}/mails/${kind}`}
            isReadOnly={!isAdmin}
            reload={() => void changed(project.id, 'mail-templates')}
            version={template.updated_at ?? undefined}
            send={async (values, version) => {
              await answerOf(
                api.PUT('/api/cloud/projects/{project_id}/mail-templates/{kind}', {
                  params,
                  headers: ifMatch(version),
                  body: draftOf(values),
                }),
              );
              await changed(project.id, 'mail-templates');
            }}
          >
            {(form) => (
              <>
                <MailPreview kind={kind} draft={draftOf(form.values)} />
                {isAdmin && (
                  <div>
                    <Button variant="default" onClick={() => sendTest(form.values)}>
                      Send test mail
                    </Button>{' '}
                    {!template.is_default && (
                      <Button variant="default" onClick={askUsual}>
                        Use the usual text
                      </Button>
                    )}
                  </div>
                )}
              </>
            )}
          </SettingsForm>
          {dialog.element}
        </>
      )}
    </QueryPart>
  );
}
