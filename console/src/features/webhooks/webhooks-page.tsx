import { Button } from '@mantine/core';
import { webhookAddress } from '../../shared/address/addresses.ts';
import { AppLink } from '../../shared/address/app-link.tsx';
import { useAddress } from '../../shared/address/use-address.ts';
import { api, dataOf } from '../../shared/api/client.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { useShortcut } from '../../shared/keyboard/use-shortcut.ts';
import { List } from '../../shared/list/list-page.tsx';
import type { TableColumn } from '../../shared/list/table-column.ts';
import { Page } from '../../shared/page/page.tsx';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { TimeText } from '../../shared/text/time-text.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { useFunctionChoices } from './use-function-choices.ts';
import { useTableChoices } from './use-table-choices.ts';
import { webhookBody, webhookFields } from './webhook-fields.ts';
import { titleOf, type Webhook, webhooksQuery } from './webhook-queries.ts';
import { WebhookState } from './webhook-state.tsx';

export function WebhooksPage() {
  const project = useProject();
  const isAdmin = useMay('admin');
  const dialog = useDialog();
  const openNew = (): void => dialog.open((close) => <NewWebhook onClose={close} />);
  useShortcut(isAdmin ? { keys: 'n', label: 'New webhook', run: openNew } : undefined);
  const columns: readonly TableColumn<Webhook>[] = [
    {
      title: 'Webhook',
      value: titleOf,
      cell: (webhook) => (
        <AppLink to={webhookAddress(project.id, webhook.id)}>{visibleLine(titleOf(webhook), 80)}</AppLink>
      ),
    },
    { title: 'Table', value: ({ table }) => table, isShort: true, cell: ({ table }) => table },
    { title: 'Events', cell: ({ events }) => events.join(', ') },
    { title: 'URL', value: ({ url }) => url, cell: ({ url }) => visibleLine(url, 60) },
    { title: 'State', value: ({ enabled }) => enabled, cell: (webhook) => <WebhookState webhook={webhook} /> },
    {
      title: 'Last delivery',
      value: ({ stats }) => stats?.last_at,
      cell: ({ stats }) => <TimeText at={stats?.last_at} />,
    },
  ];
  return (
    <Page title="Webhooks" actions={isAdmin && <Button onClick={openNew}>New webhook</Button>}>
      <List
        name="Webhooks"
        hasSearch
        query={(search) => webhooksQuery(project.id, search)}
        keyOf={({ id }) => id}
        columns={columns}
        next={
          <p>
            A webhook sends every change of a table to an address of yours or a function of this project, signed, and
            again when it fails.
          </p>
        }
        first={isAdmin ? { label: 'Make the first webhook', run: openNew } : undefined}
      />
      {dialog.element}
    </Page>
  );
}

function NewWebhook({ onClose }: { readonly onClose: () => void }) {
  const project = useProject();
  const { go } = useAddress();
  const changed = useChanged();
  const tables = useTableChoices();
  const functions = useFunctionChoices();
  return (
    <FormDialog
      title="New webhook"
      initial={{ receiver: 'address', function: functions[0] ?? '', insert: true, update: true, delete: true }}
      fields={webhookFields({ tables, functions }, true)}
      send={async (values) => {
        const params = { path: { project_id: project.id } };
        const body = webhookBody(values);
        const webhook = await dataOf(api.POST('/api/cloud/projects/{project_id}/webhooks', { params, body }));
        await changed(project.id, 'webhooks');
        go(webhookAddress(project.id, webhook.id));
      }}
      onClose={onClose}
    />
  );
}
