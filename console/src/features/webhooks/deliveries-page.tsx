import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { AppLink } from '../../shared/address/app-link.tsx';
import { searchText } from '../../shared/address/search-text.ts';
import { useAddress } from '../../shared/address/use-address.ts';
import { answerOf, api, dataOf } from '../../shared/api/client.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { panelSteps } from '../../shared/dialogs/panel-steps.tsx';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { notify } from '../../shared/feedback/notices.ts';
import { StateBadge } from '../../shared/feedback/state-badge.tsx';
import { optionsOf, textOf } from '../../shared/forms/field-spec.ts';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { instantOf, localDateTime } from '../../shared/forms/times.ts';
import { List } from '../../shared/list/list-page.tsx';
import { readListSearch } from '../../shared/list/list-search.ts';
import { TimeFilter } from '../../shared/list/list-tools.tsx';
import type { TableColumn } from '../../shared/list/table-column.ts';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { plural } from '../../shared/text/formats.ts';
import { ShortId } from '../../shared/text/short-id.tsx';
import { TimeText } from '../../shared/text/time-text.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { DeliveryPanel } from './delivery-panel.tsx';
import { WebhookPage } from './webhook-page.tsx';
import { type Delivery, deliveriesQuery, EVENTS, isTest, rowIdOf, type Webhook } from './webhook-queries.ts';
import { WebhookState } from './webhook-state.tsx';

const STATES = ['pending', 'succeeded', 'failed', 'skipped'];
const DAY_MS = 86_400_000;

export function DeliveriesPage() {
  return (
    <WebhookPage actions={(webhook) => <DeliveryActions webhook={webhook} />}>
      {(webhook) => <Deliveries key={webhook.id} webhook={webhook} />}
    </WebhookPage>
  );
}

function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const project = useProject();
  const isEditor = useMay('editor');
  const sendTest = useSendTest(webhook.id);
  const { path, search, change } = useAddress();
  const shown = useQuery({ ...deliveriesQuery(project.id, webhook.id, readListSearch(search)), enabled: false });
  const open = search['delivery'];
  const columns: readonly TableColumn<Delivery>[] = [
    {
      title: 'Created',
      order: 'created_at',
      cell: ({ id, created_at }) => (
        <AppLink to={`${path}${searchText({ ...search, delivery: id })}`}>
          <TimeText at={created_at} />
        </AppLink>
      ),
    },
    { title: 'Event', value: ({ event }) => event, isShort: true, cell: ({ event }) => event },
    { title: 'Row', cell: (delivery) => <RowId id={rowIdOf(delivery)} /> },
    {
      title: 'State',
      value: ({ state }) => state,
      cell: (delivery) => (
        <>
          <StateBadge state={delivery.state} /> {isTest(delivery) && <StateBadge state="test" />}
          {delivery.next_attempt_at !== null && (
            <>
              {' '}
              next <TimeText at={delivery.next_attempt_at} />
            </>
          )}
        </>
      ),
    },
    {
      title: 'Attempts',
      value: ({ attempts }) => attempts.length,
      align: 'right',
      cell: ({ attempts }) => attempts.length,
    },
    {
      title: 'Answer',
      value: ({ attempts }) => answerText(attempts.at(-1)),
      cell: ({ attempts }) => answerText(attempts.at(-1)),
    },
  ];
  return (
    <>
      <p>
        <WebhookState webhook={webhook} />{' '}
        <span className="dim">
          {webhook.events.join(', ')} of {webhook.table} to {visibleLine(webhook.url)}
        </span>
      </p>
      {!webhook.enabled && webhook.disabled_reason !== null && <p>{visibleLine(webhook.disabled_reason)}</p>}
      <List
        name="Deliveries"
        query={(asked) => deliveriesQuery(project.id, webhook.id, asked)}
        filters={[
          { label: 'State', name: 'state', options: optionsOf(STATES) },
          { label: 'Event', name: 'event', options: optionsOf(EVENTS) },
        ]}
        tools={<TimeFilter label="Since" name="since" />}
        keyOf={({ id }) => id}
        columns={columns}
        next={<p>A delivery tells the receiver about a change. Change a row of {webhook.table}, or send a test.</p>}
        first={isEditor ? { label: 'Send a test delivery', run: sendTest } : undefined}
      />
      {open !== undefined && (
        <DeliveryPanel
          key={open}
          webhook={webhook.id}
          id={open}
          steps={panelSteps({
            name: 'delivery',
            id: open,
            ids: shown.data?.data.map(({ id }) => id) ?? [],
            go: (id) => change({ delivery: id }, { replace: true }),
          })}
          onClose={() => change({ delivery: undefined })}
        />
      )}
    </>
  );
}

function RowId({ id }: { readonly id: string | undefined }) {
  return id === undefined ? '–' : <ShortId id={id} />;
}

function answerText(attempt: Delivery['attempts'][number] | undefined): string {
  if (attempt === undefined) return '–';
  if (attempt.response_status !== null) return String(attempt.response_status);
  return attempt.error_class ?? '–';
}

function DeliveryActions({ webhook }: { readonly webhook: Webhook }) {
  const project = useProject();
  const isEditor = useMay('editor');
  const isAdmin = useMay('admin');
  const sendTest = useSendTest(webhook.id);
  const changed = useChanged();
  const dialog = useDialog();
  if (!isEditor) return null;
  const params = { path: { project_id: project.id, webhook_id: webhook.id } };
  const refresh = () => changed(project.id, 'webhooks');
  const enable = async (): Promise<void> => {
    await answerOf(api.POST('/api/cloud/projects/{project_id}/webhooks/{webhook_id}/enable', { params }));
    await refresh();
    notify('The webhook is enabled.');
  };
  const resendFailed = (): void =>
    dialog.open((close) => (
      <FormDialog
        title="Resend failed"
        initial={{ since: localDateTime(new Date(Date.now() - DAY_MS)) }}
        text="Everything created since then that failed or was skipped is sent once more."
        fields={[{ name: 'since', label: 'Since', kind: 'datetime' }]}
        send={async (values) => {
          const body = { since: instantOf(textOf(values, 'since')) ?? '' };
          const { count } = await answerOf(
            api.POST('/api/cloud/projects/{project_id}/webhooks/{webhook_id}/resend-failed', { params, body }),
          );
          await refresh();
          notify(`${plural(count, 'delivery', 'deliveries')} sent again.`);
        }}
        onClose={close}
      />
    ));
  return (
    <>
      {isAdmin && !webhook.enabled && <Button onClick={() => void enable()}>Enable webhook</Button>}
      <Button variant="default" onClick={sendTest}>
        Send test
      </Button>
      <Button variant="default" onClick={resendFailed}>
        Resend failed
      </Button>
      {dialog.element}
    </>
  );
}

function useSendTest(webhook: string): () => void {
  const project = useProject();
  const { change } = useAddress();
  const changed = useChanged();
  const send = async (): Promise<void> => {
    const params = { path: { project_id: project.id, webhook_id: webhook } };
    const delivery = await dataOf(api.POST('/api/cloud/projects/{project_id}/webhooks/{webhook_id}/test', { params }));
    await changed(project.id, 'webhooks');
    change({ delivery: delivery.id });
  };
  return () => void send();
}
