import type { Project } from '../../../callers/index.ts';
import type { Template } from '../../functions/index.ts';
import type { IntegrationsContext } from '../integrations-context.ts';
import { prepareCall } from '../prepare-call.ts';
import { requireText, textOption } from '../providers/connection.ts';
import { emailProviders } from './email-providers.ts';
import { findAttachments, readAttachments } from './read-attachments.ts';
import { readEmail } from './read-email.ts';
import { recipientCount, requireOwnAddress } from './recipient-policy.ts';

/** `send_email {to, subject, text?, html?, reply_to?, cc?, bcc?, attachments?}` → `{id, accepted}` */
export function createSendEmail(context: IntegrationsContext): Template {
  return {
    name: 'send_email',
    description: 'Sends an e-mail through the mail provider of this project.',
    isConnected: ({ store }) => context.connections.has(store, 'email'),
    async prepare(call) {
      const { attachments, ...email } = readEmail(call.payload);
      if (await isForSelf(context, call.project)) requireOwnAddress(call, email);
      const found = await findAttachments(context, call, attachments);
      return await prepareCall(context, call, {
        kind: 'email',
        perHour: context.settings(call.project).limits.emails_per_user_hour,
        weight: recipientCount(email),
        async ask({ connection }, ask) {
          const provider = emailProviders.find(({ name }) => name === connection.provider);
          if (provider === undefined) throw new Error(`There is no mail provider ${connection.provider}.`);
          const from = requireText(connection, 'from');
          return await provider.send(connection, { ...email, from, attachments: await readAttachments(found) }, ask);
        },
      });
    },
  };
}

/** Whether users may send only to themselves, which is the default. */
async function isForSelf({ current }: IntegrationsContext, { store }: Project): Promise<boolean> {
  const connection = await current.find(store, 'email');
  return connection === undefined || textOption(connection, 'recipients') !== 'anyone';
}
