import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../shared/api/client.ts';
import { QueryPart } from '../../shared/feedback/query-part.tsx';
import { Page } from '../../shared/page/page.tsx';
import { useProject } from '../../shared/project/project-context.tsx';
import { type Connection, INTEGRATIONS } from './connection-fields.ts';
import { ConnectionRegion } from './connection-region.tsx';

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
        {(connections) =>
          INTEGRATIONS.map((text) => {
            const found = connections.find(({ kind }) => kind === text.kind);
            const connection: Connection = found ?? { kind: text.kind, connected: false };
            // Remount when the connection changes, so that the fields show the stored values.
            const key = `${text.kind} ${JSON.stringify(connection)}`;
            return <ConnectionRegion key={key} text={text} connection={connection} />;
          })
        }
      </QueryPart>
    </Page>
  );
}
