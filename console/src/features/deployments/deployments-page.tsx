import { Button } from '@mantine/core';
import { answerOf, api, dataOf } from '../../shared/api/client.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { notify } from '../../shared/feedback/notices.ts';
import { StateBadge } from '../../shared/feedback/state-badge.tsx';
import { List } from '../../shared/list/list-page.tsx';
import { RowMenu } from '../../shared/list/row-menu.tsx';
import type { TableColumn } from '../../shared/list/table-column.ts';
import { Page } from '../../shared/page/page.tsx';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { formatBytes, formatCount } from '../../shared/text/formats.ts';
import { TimeText } from '../../shared/text/time-text.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { PublishDialog } from './publish-dialog.tsx';

interface Deployment {
  readonly id: string;
  readonly number: number;
  readonly active: boolean;
  readonly files: number;
  readonly size_bytes: number;
  readonly functions: readonly string[];
  readonly webhooks: readonly string[];
  readonly created_at: string;
}

const FACTS: readonly TableColumn<Deployment>[] = [
  {
    title: 'Deployment',
    order: 'number',
    cell: ({ number, active }) => (
      <>
        Deployment {number} {active && <StateBadge state="served" look="good" />}
      </>
    ),
  },
  { title: 'Published', order: 'created_at', cell: ({ created_at }) => <TimeText at={created_at} /> },
  { title: 'Files', value: ({ files }) => files, align: 'right', cell: ({ files }) => formatCount(files) },
  {
    title: 'Size',
    value: ({ size_bytes }) => size_bytes,
    align: 'right',
    cell: ({ size_bytes }) => formatBytes(size_bytes),
  },
  { title: 'Functions', cell: ({ functions }) => visibleLine(functions.join(', ') || '–') },
  { title: 'Handlers', cell: ({ webhooks }) => visibleLine(webhooks.join(', ') || '–') },
];

export function DeploymentsPage() {
  const project = useProject();
  const isAdmin = useMay('admin');
  const changed = useChanged();
  const dialog = useDialog();
  const askRollBack = ({ id, number }: Deployment): void =>
    dialog.confirm({
      action: 'Roll back',
      isHarmless: true,
      text: `Deployment ${number} is served again, with its functions and handlers.`,
      run: async () => {
        const params = { path: { project_id: project.id, deployment_id: id } };
        await dataOf(api.POST('/api/cloud/projects/{project_id}/deployments/{deployment_id}/rollback', { params }));
        await changed(project.id);
        notify(`Deployment ${number} is served.`);
      },
    });
  const publish = (): void => dialog.open((close) => <PublishDialog onClose={close} />);
  const actions: TableColumn<Deployment> = {
    title: 'Actions',
    isTitleHidden: true,
    cell: (deployment) => (
      <RowMenu
        name={`Deployment ${deployment.number}`}
        actions={isAdmin && !deployment.active ? [{ label: 'Roll back', run: () => askRollBack(deployment) }] : []}
      />
    ),
  };
  return (
    <Page
      title="Deployments"
      actions={
        <>
          {isAdmin && <Button onClick={publish}>Publish archive</Button>}
          <Button component="a" variant="default" href={project.appUrl} target="_blank" rel="noopener noreferrer">
            Open app
          </Button>
        </>
      }
    >
      <List
        name="Deployments"
        query={({ limit, offset, order }) => ({
          queryKey: [project.id, 'deployments', offset, order],
          queryFn: ({ signal }) => {
            const query = { limit, offset, ...(order !== undefined && { order }) };
            const params = { path: { project_id: project.id }, query };
            return answerOf(api.GET('/api/cloud/projects/{project_id}/deployments', { params, signal }));
          },
        })}
        keyOf={({ id }) => id}
        columns={[...FACTS, actions]}
        first={isAdmin ? { label: 'Publish the first archive', run: publish } : undefined}
        next={
          <>
            <p>An archive of dist/, webhook/ and functions/ becomes the app at {project.appUrl}.</p>
            {isAdmin && (
              <p>
                Publish archive takes what <code>tar czf app.tar.gz dist</code> makes of a built app.
              </p>
            )}
          </>
        }
      />
      {dialog.element}
    </Page>
  );
}
