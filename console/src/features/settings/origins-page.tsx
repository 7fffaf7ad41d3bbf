import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../../shared/api/client.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { QueryPart } from '../../shared/feedback/query-part.tsx';
import { textOf } from '../../shared/forms/field-spec.ts';
import { SettingsForm } from '../../shared/forms/settings-form.tsx';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { changeSettings, settingsQuery } from '../../shared/project/settings-queries.ts';
import { DomainProofs } from './domain-proofs.tsx';
import { linesOf } from './lists-of-text.ts';
import { SettingsPage } from './settings-page.tsx';

export function OriginsPage() {
  const project = useProject();
  const isAdmin = useMay('admin');
  const changed = useChanged();
  const query = useQuery(settingsQuery(project.id));
  return (
    <SettingsPage title="Origins and domains">
      <QueryPart query={query}>
        {({ app }) => (
          <>
            <SettingsForm
              fields={[
                {
                  name: 'allowed_origins',
                  label: 'Allowed origins',
                  kind: 'multiline',
                  placeholder: 'https://app.example.com',
                  hint: 'Web pages that may call the project from a browser, one a line. The published app always may.',
                },
                {
                  name: 'domains',
                  label: 'App domains',
                  kind: 'multiline',
                  placeholder: 'shop.example.com',
                  hint: 'Host names of the published app, one a line. Point them at this service.',
                },
              ]}
              initial={{ allowed_origins: project.allowedOrigins.join('\n'), domains: app.domains.join('\n') }}
              draft={`${project.id}/settings/origins`}
              isReadOnly={!isAdmin}
              send={async (values) => {
                const origins = [...linesOf(textOf(values, 'allowed_origins'))];
                const params = { path: { project_id: project.id } };
                const body = { allowed_origins: origins };
                await answerOf(api.PATCH('/api/cloud/projects/{project_id}', { params, body }));
                await changeSettings(project.id, { app: { domains: linesOf(textOf(values, 'domains')) } });
                await changed(project.id);
              }}
            />
            <DomainProofs domains={app.domain_states} />
          </>
        )}
      </QueryPart>
    </SettingsPage>
  );
}
