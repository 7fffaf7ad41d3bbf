import { Button } from '@mantine/core';
import { useAddress } from '../../shared/address/use-address.ts';
import { answerOf, api } from '../../shared/api/client.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { FailureAlert } from '../../shared/feedback/failure-alert.tsx';
import { StateBadge } from '../../shared/feedback/state-badge.tsx';
import { Region } from '../../shared/page/region.tsx';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { type Connection, type IntegrationText, summaryOf } from './connection-fields.ts';
import { ConnectionForm } from './connection-form.tsx';
import { EventAddress } from './event-address.tsx';
import classes from './integrations.module.css';
import { useConnectionTest } from './use-connection-test.ts';

interface ConnectionCardProps {
  readonly text: IntegrationText;
  readonly connection: Connection;
}

/** One integration with its state. Its form opens on demand, and the address holds which one is open. */
export function ConnectionCard({ text, connection }: ConnectionCardProps) {
  const { search, change } = useAddress();
  const project = useProject();
  const isAdmin = useMay('admin');
  const changed = useChanged();
  const dialog = useDialog();
  const test = useConnectionTest(connection);
  const isOpen = search['open'] === text.kind;
  const { connected: isConnected, webhook_url: address } = connection;
  const webhookUrl = typeof address === 'string' ? address : undefined;
  const askDisconnect = (): void =>
    dialog.confirm({
      action: 'Disconnect',
      text: `The service deletes the credentials. ${text.without}`,
      run: async () => {
        const params = { path: { project_id: project.id, kind: text.kind } };
        await answerOf(api.DELETE('/api/cloud/projects/{project_id}/integrations/{kind}', { params }));
        await changed(project.id, 'integrations');
      },
    });
  return (
    <div className={classes.card} data-open={isOpen || undefined}>
      <Region
        title={text.title}
        actions={
          <StateBadge state={isConnected ? 'connected' : 'not connected'} look={isConnected ? 'good' : 'plain'} />
        }
      >
        <p className="dim">{text.purpose}</p>
        <p>{isConnected ? visibleLine(summaryOf(connection), 120) : `Works with ${text.providers}.`}</p>
        {isOpen ? (
          <ConnectionForm text={text} connection={connection} onClose={() => change({ open: undefined })} />
        ) : (
          <div className={classes.actions}>
            <Button
              variant={isConnected || !isAdmin ? 'default' : 'filled'}
              aria-expanded={false}
              onClick={() => change({ open: text.kind })}
            >
              {!isAdmin ? 'Show connection' : isConnected ? 'Change connection' : `Set up ${text.title}`}
            </Button>
            {isAdmin && isConnected && (
              <>
                <Button variant="default" loading={test.isBusy} onClick={test.run}>
                  Test connection
                </Button>
                <Button variant="subtle" color="red" onClick={askDisconnect}>
                  Disconnect
                </Button>
              </>
            )}
          </div>
        )}
        {test.result !== undefined && (
          <p role="status">
            <StateBadge state={test.result.ok ? 'succeeded' : 'failed'} />{' '}
            {test.result.ok ? 'The provider takes the credentials.' : visibleLine(test.result.error ?? '')}
          </p>
        )}
        {test.failure !== undefined && <FailureAlert error={test.failure} />}
        {webhookUrl !== undefined && <EventAddress url={webhookUrl} />}
        {dialog.element}
      </Region>
    </div>
  );
}
