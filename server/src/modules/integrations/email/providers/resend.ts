import { askJson } from '../../providers/ask-json.ts';
import { type Connection, requireText, textOption } from '../../providers/connection.ts';
import { baseUrl, credential, recipients, sender } from '../../providers/fields.ts';
import { ProviderRefusal } from '../../providers/provider-failure.ts';
import { base64, type EmailProvider, recipientsOf } from '../email-provider.ts';

const BASE_URL = 'https://api.resend.com';
/** Tells a valid key that may only send from an unknown one: https://resend.com/docs/api-reference/errors */
const SENDING_ONLY = 'restricted';

/** https://resend.com/docs/api-reference/emails/send-email */
export const resend: EmailProvider = {
  name: 'resend',
  title: 'Resend',
  fields: { from: sender, api_key: credential, base_url: baseUrl, recipients },

  async send(connection, email, call) {
    const { body } = await askJson(call, `${baseOf(connection)}/emails`, {
      headers: { ...authorization(connection), 'idempotency-key': call.repeatKey },
      json: {
        from: email.from,
        to: email.to,
        ...(email.cc.length > 0 && { cc: email.cc }),
        ...(email.bcc.length > 0 && { bcc: email.bcc }),
        ...(email.replyTo !== undefined && { reply_to: email.replyTo }),
        subject: email.subject,
        ...(email.text !== undefined && { text: email.text }),
        ...(email.html !== undefined && { html: email.html }),
        ...(email.attachments.length > 0 && {
          attachments: email.attachments.map(({ name, mimeType, bytes }) => ({
            filename: name,
            content_type: mimeType,
            content: base64(bytes),
          })),
        }),
      },
    });
    const { id } = Object(body) as { readonly id?: unknown };
    if (typeof id !== 'string') throw new Error('The answer has no id.');
    return { id, accepted: recipientsOf(email) };
  },

  async test(connection, call) {
    try {
      await askJson(call, `${baseOf(connection)}/domains`, { headers: authorization(connection) });
    } catch (error) {
      const isGood = error instanceof ProviderRefusal && error.message.toLowerCase().includes(SENDING_ONLY);
      if (!isGood) throw error;
    }
  },
};

function baseOf(connection: Connection): string {
  return textOption(connection, 'base_url') ?? BASE_URL;
}

function authorization(connection: Connection): Record<string, string> {
  return { authorization: `Bearer ${requireText(connection, 'api_key')}` };
}
