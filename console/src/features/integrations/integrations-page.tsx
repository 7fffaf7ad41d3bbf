import { useQuery } from '@tanstack/react-query';
import { projectAddress } from '../../shared/address/addresses.ts';
import { AppLink } from '../../shared/address/app-link.tsx';
import { api, dataOf } from '../../shared/api/client.ts';
import { QueryPart } from '../../shared/feedback/query-part.tsx';
import { Page } from '../../shared/page/page.tsx';
import { useProject } from '../../shared/project/project-context.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { type Connection, INTEGRATIONS } from './connection-fields.ts';
import classes from './integrations.module.css';

export function IntegrationsPage() {
  const project = useProject();
  const params = { path: { project_id: project.id } };
  const query = useQuery({
    queryKey: [project.id, 'integrations'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/cloud/projects/{project_id}/integrations', { params, signal })),
  });
  return (
    <Page title="Integrations">
      <QueryPart query={query}>
        {(connections) => (
          <>
            <div className={classes.cards}>
              {INTEGRATIONS.map((text) => {
                const found = connections.find(({ kind }) => kind === text.kind);
                const connection: Connection = found ?? { kind: text.kind, connected: false };
                return <ConnectionCard key={text.kind} text={text} connection={connection} />;
              })}
            </div>
            <p className={`dim ${classes.note}`}>
              Mails about accounts, such as password resets, do not use this connection: the operator of the
              installation sets their mail server. Their words are under{' '}
              <AppLink to={projectAddress(project.id, 'settings/mails')}>Mail templates</AppLink>.
            </p>
          </>
        )}
      </QueryPart>
    </Page>
  );
}
