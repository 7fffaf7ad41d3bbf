import { Button } from '@mantine/core';
import { projectAddress } from '../../shared/address/addresses.ts';
import { useAddress } from '../../shared/address/use-address.ts';
import { answerOf, api, dataOf } from '../../shared/api/client.ts';
import { ifMatch } from '../../shared/api/if-match.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { CopyOnceDialog } from '../../shared/dialogs/copy-once-dialog.tsx';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { isOn, optionalText, textOf } from '../../shared/forms/field-spec.ts';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { SettingsForm } from '../../shared/forms/settings-form.tsx';
import { Region } from '../../shared/page/region.tsx';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { CopyBlock } from '../../shared/text/copy-block.tsx';
import { useFunctionChoices } from './use-function-choices.ts';
import { useTableChoices } from './use-table-choices.ts';
import { receiverValues, webhookBody, webhookFields } from './webhook-fields.ts';
import { WebhookPage } from './webhook-page.tsx';
import { EVENTS, titleOf, type Webhook } from './webhook-queries.ts';
import classes from './webhooks.module.css';

const SNIPPET = `// The receiver, with @service/functions or any Standard Webhooks library:
export default async function (ctx) {
  if (!ctx.verifySignature(ctx.secrets.WEBHOOK_SECRET)) throw ctx.error('Wrong signature', { status: 401 });
  const { event, table, data } = ctx.request.json();
  ctx.log.info(event, { table, id: (data.record ?? data.old_record).id });
}`;

export function WebhookSettingsPage() {
  return (
    <WebhookPage actions={(webhook) => <DeleteWebhook webhook={webhook} />}>
      {(webhook) => <WebhookSettings key={webhook.id} webhook={webhook} />}
    </WebhookPage>
  );
}

function WebhookSettings({ webhook }: { readonly webhook: Webhook }) {
  const project = useProject();
  const isAdmin = useMay('admin');
  const changed = useChanged();
  const tables = useTableChoices();
  const functions = useFunctionChoices();
  const receiver = receiverValues(webhook.url);
  const params = { path: { project_id: project.id, webhook_id: webhook.id } };
  return (
    <>
      <SettingsForm
        fields={[
          ...webhookFields(
            {
              tables: [...new Set([webhook.table, ...tables])],
              functions: withOwn(functions, textOf(receiver, 'function')),
            },
            false,
          ),
          { name: 'enabled', label: 'Enabled', kind: 'switch' },
        ]}
        initial={{
          description: webhook.description ?? '',
          table: webhook.table,
          ...receiver,
          ...Object.fromEntries(EVENTS.map((event) => [event, webhook.events.includes(event)])),
          enabled: webhook.enabled,
        }}
        draft={`${project.id}/webhooks/${webhook.id}`}
        isReadOnly={!isAdmin}
        reload={() => void changed(project.id, 'webhooks')}
        version={webhook.updated_at}
        send={async (values, version) => {
          const headers = ifMatch(version);
          const body = {
            ...webhookBody(values),
            ...(isOn(values, 'enabled') !== webhook.enabled && { enabled: isOn(values, 'enabled') }),
          };
          await answerOf(
            api.PATCH('/api/cloud/projects/{project_id}/webhooks/{webhook_id}', { params, headers, body }),
          );
          await changed(project.id, 'webhooks');
        }}
      />
      <Secret webhook={webhook} isAdmin={isAdmin} />
    </>
  );
}

/** A webhook may name a function that is deleted or does not exist yet. */
function withOwn(functions: readonly string[], own: string): readonly string[] {
  return own === '' || functions.includes(own) ? functions : [own, ...functions];
}

function Secret({ webhook, isAdmin }: { readonly webhook: Webhook; readonly isAdmin: boolean }) {
  const project = useProject();
  const changed = useChanged();
  const dialog = useDialog();
  const params = { path: { project_id: project.id, webhook_id: webhook.id } };
  const rotate = (): void =>
    dialog.open((close) => (
      <FormDialog
        title="Rotate secret"
        text="For 24 hours both secrets sign, so that the receiver can change over."
        fields={[
          { name: 'secret', label: 'Secret', kind: 'password', autoComplete: 'off', hint: 'Left empty, one is made.' },
        ]}
        send={async (values) => {
          const secret = optionalText(values, 'secret');
          const body = secret === undefined ? {} : { secret };
          const rotated = (await dataOf(
            api.POST('/api/cloud/projects/{project_id}/webhooks/{webhook_id}/rotate-secret', { params, body }),
          )) as { readonly secret?: string };
          await changed(project.id, 'webhooks');
          const made = rotated.secret ?? secret;
          if (made === undefined) return;
          dialog.showNext((done) => (
            <CopyOnceDialog
              label="Secret"
              value={made}
              text="Give it to the receiver. It is not shown again."
              onClose={done}
            />
          ));
        }}
        onClose={close}
      />
    ));
  const askRemove = (): void =>
    dialog.confirm({
      action: 'Remove secret',
      text: 'Requests are no longer signed; a receiver that checks signatures refuses them.',
      run: async () => {
        const body = { secret: null };
        await answerOf(api.PATCH('/api/cloud/projects/{project_id}/webhooks/{webhook_id}', { params, body }));
        await changed(project.id, 'webhooks');
      },
    });
  return (
    <Region title="Secret">
      <p className="dim">{webhook.has_secret ? 'Every request is signed.' : 'Requests are not signed.'}</p>
      {isAdmin && (
        <div className={classes.buttons}>
          <Button variant="default" onClick={rotate}>
            Rotate secret
          </Button>
          {webhook.has_secret && (
            <Button variant="default" onClick={askRemove}>
              Remove secret
            </Button>
          )}
        </div>
      )}
      <CopyBlock label="Receiver" text={SNIPPET} />
      {dialog.element}
    </Region>
  );
}

function DeleteWebhook({ webhook }: { readonly webhook: Webhook }) {
  const project = useProject();
  const isAdmin = useMay('admin');
  const { go } = useAddress();
  const changed = useChanged();
  const dialog = useDialog();
  if (!isAdmin) return null;
  const ask = (): void =>
    dialog.confirm({
      action: 'Delete webhook',
      typed: titleOf(webhook),
      text: 'Nothing more is sent, and the log of its deliveries is gone.',
      run: async () => {
        const params = { path: { project_id: project.id, webhook_id: webhook.id } };
        await answerOf(api.DELETE('/api/cloud/projects/{project_id}/webhooks/{webhook_id}', { params }));
        go(projectAddress(project.id, 'webhooks'), { replace: true });
        await changed(project.id, 'webhooks');
      },
    });
  return (
    <>
      <Button variant="default" c="red" onClick={ask}>
        Delete webhook
      </Button>
      {dialog.element}
    </>
  );
}
