import type { Database, PlainStep, StoreName } from '../../../database/index.ts';
import { createSqlBuilder, fetchRows, isDatabaseFailure, plainStep } from '../../../database/index.ts';
import type { Job, Jobs } from '../../../jobs/index.ts';
import type { Mail } from '../../../mail/index.ts';
import { renderTemplate } from '../../../mail/templates/index.ts';
import type { WebhookTables } from '../webhook-tables.ts';

const JOB_KIND = 'webhook-disabled';
const NOT_MAILED_STEP = 'not mailed yet';

export interface OwnerMailOptions {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly mail: Mail;
  readonly ownerEmails: (project: { readonly store: StoreName }) => Promise<readonly string[]>;
  readonly projectId: (store: StoreName) => Promise<string | undefined>;
  readonly addresses: { readonly publicUrl: string };
}

interface Tables {
  _webhooks: WebhookTables['_webhooks'] & { disabled_mail_due: number };
}

/** The transaction that queues the mails also clears `disabled_mail_due`, so owners get one mail. */
export function createOwnerMail(
  options: OwnerMailOptions,
): (store: StoreName, webhookId: string) => Promise<PlainStep> {
  const { database, jobs, mail, ownerEmails, projectId, addresses } = options;
  const db = createSqlBuilder<Tables>(database);

  jobs.handle(JOB_KIND, async ({ store, payload }: Job) => {
    const query = db.selectFrom('_webhooks').selectAll().where('id', '=', String(payload));
    const [webhook] = await fetchRows(database, query, store);
    const project = await projectId(store);
    if (webhook === undefined || project === undefined || webhook.disabled_mail_due === 0) return;
    const told = plainStep(
      db
        .updateTable('_webhooks')
        .set({ disabled_mail_due: 0 })
        .where('id', '=', webhook.id)
        .where('disabled_mail_due', '=', 1),
      { atLeast: 1, name: NOT_MAILED_STEP },
    );
    const link = `${addresses.publicUrl}/console/p/${project}/webhooks/${webhook.id}`;
    const text = mailText({ project, url: webhook.url, reason: webhook.disabled_reason ?? '', link });
    const mails = await Promise.all((await ownerEmails({ store })).map((to) => mail.sendLater({ store, to, ...text })));
    try {
      await database.write(store, [told, ...mails]);
    } catch (error) {
      if (!isDatabaseFailure(error, 'not_applied')) throw error;
    }
  });

  return (store, webhookId) => jobs.enqueueLater(store, { kind: JOB_KIND, payload: webhookId });
}

interface DisabledNotice {
  readonly project: string;
  readonly url: string;
  readonly reason: string;
  readonly link: string;
}

function mailText({ project, url, reason, link }: DisabledNotice) {
  const { host } = new URL(url);
  return renderTemplate(
    {
      subject: `A webhook of ${project} was switched off`,
      button: 'Open the webhook',
      text: [
        `The webhook to ${host} was switched off: ${reason}`,
        'Changes of its table are logged as skipped until it is enabled again. What was skipped can be resent from the log of its deliveries.',
        `Address: ${url}`,
        '{{link}}',
      ].join('\n\n'),
    },
    { app_name: project, link },
  );
}
