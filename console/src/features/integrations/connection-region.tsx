import { Button } from '@mantine/core';
import { answerOf, api, dataOf } from '../../shared/api/client.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { FailureAlert } from '../../shared/feedback/failure-alert.tsx';
import { notify } from '../../shared/feedback/notices.ts';
import { StateBadge } from '../../shared/feedback/state-badge.tsx';
import { DraftRestored } from '../../shared/forms/draft-restored.tsx';
import { Fields } from '../../shared/forms/field.tsx';
import forms from '../../shared/forms/forms.module.css';
import { LeaveGuard } from '../../shared/forms/leave-guard.tsx';
import { useForm } from '../../shared/forms/use-form.ts';
import { Region } from '../../shared/page/region.tsx';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { bodyOf, type Connection, type IntegrationText, valuesOf } from './connection-fields.ts';
import { EventAddress } from './event-address.tsx';
import { useConnectionTest } from './use-connection-test.ts';

interface ConnectionRegionProps {
  readonly text: IntegrationText;
  readonly connection: Connection;
}

export function ConnectionRegion({ text, connection }: ConnectionRegionProps) {
  const project = useProject();
  const isAdmin = useMay('admin');
  const changed = useChanged();
  const dialog = useDialog();
  const test = useConnectionTest(text.kind);
  const params = { path: { project_id: project.id, kind: text.kind } };
  const form = useForm({
    fields: isAdmin ? text.fields : text.fields.map((field) => ({ ...field, isReadOnly: true })),
    initial: valuesOf(text, connection),
    draft: `${project.id}/integrations/${text.kind}`,
    send: async (values) => {
      const body = bodyOf(text, values);
      await dataOf(api.PUT('/api/cloud/projects/{project_id}/integrations/{kind}', { params, body }));
      await changed(project.id, 'integrations');
      notify(`${text.title} is connected.`);
    },
  });
  const { webhook_url: address } = connection;
  const webhookUrl = typeof address === 'string' ? address : undefined;
  const askDisconnect = (): void =>
    dialog.confirm({
      action: 'Disconnect',
      text: `The credentials are forgotten, and ${text.purpose.replace(/^For/, 'nothing is done for')}`,
      run: async () => {
        await answerOf(api.DELETE('/api/cloud/projects/{project_id}/integrations/{kind}', { params }));
        await changed(project.id, 'integrations');
      },
    });
  return (
    <Region
      title={text.title}
      actions={<StateBadge state={connection.connected ? 'connected' : 'not connected'} look={lookOf(connection)} />}
    >
      <p className="dim">{text.purpose}</p>
      <form
        noValidate
        aria-label={`${text.title} connection`}
        className={forms.settings}
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <div className={forms.fields}>
          <Fields form={form} />
        </div>
        {form.isRestored && <DraftRestored />}
        {form.failure !== undefined && <FailureAlert error={form.failure} onRetry={() => void form.submit()} />}
        {isAdmin && (
          <div className={forms.actions}>
            <Button type="submit" loading={form.isBusy}>
              Connect
            </Button>
            <Button variant="default" disabled={!connection.connected} loading={test.isBusy} onClick={test.run}>
              Test connection
            </Button>
            <Button variant="subtle" color="red" disabled={!connection.connected} onClick={askDisconnect}>
              Disconnect
            </Button>
          </div>
        )}
      </form>
      {webhookUrl !== undefined && <EventAddress url={webhookUrl} />}
      {test.result !== undefined && (
        <p role="status">
          <StateBadge state={test.result.ok ? 'succeeded' : 'failed'} />{' '}
          {test.result.ok ? 'The provider takes the credentials.' : visibleLine(test.result.error ?? '')}
        </p>
      )}
      {test.failure !== undefined && <FailureAlert error={test.failure} />}
      <LeaveGuard isChanged={form.isChanged && !form.isBusy} onLeave={form.reset} />
      {dialog.element}
    </Region>
  );
}

function lookOf({ connected }: Connection): 'good' | 'plain' {
  return connected ? 'good' : 'plain';
}
