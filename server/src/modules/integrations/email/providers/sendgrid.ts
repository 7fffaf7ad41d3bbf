import { askJson } from '../../providers/ask-json.ts';
import { type Connection, requireText, textOption } from '../../providers/connection.ts';
import { baseUrl, credential, recipients, sender } from '../../providers/fields.ts';
import { base64, type Email, type EmailProvider, recipientsOf } from '../email-provider.ts';

const BASE_URL = 'https://api.sendgrid.com';

/** https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send. The API does not support idempotency. */
export const sendgrid: EmailProvider = {
  name: 'sendgrid',
  title: 'SendGrid',
  fields: { from: sender, api_key: credential, base_url: baseUrl, recipients },

  async send(connection, email, call) {
    const { header } = await askJson(call, `${baseOf(connection)}/v3/mail/send`, {
      headers: authorization(connection),
      json: bodyOf(email),
    });
    return { id: header('x-message-id') ?? call.repeatKey, accepted: recipientsOf(email) };
  },

  async test(connection, call) {
    await askJson(call, `${baseOf(connection)}/v3/scopes`, { headers: authorization(connection) });
  },
};

function bodyOf({ from, to, cc, bcc, replyTo, subject, text, html, attachments }: Email): object {
  const content = [
    ...(text === undefined ? [] : [{ type: 'text/plain', value: text }]),
    ...(html === undefined ? [] : [{ type: 'text/html', value: html }]),
  ];
  return {
    personalizations: [
      {
        to: to.map(addressOf),
        ...(cc.length > 0 && { cc: cc.map(addressOf) }),
        ...(bcc.length > 0 && { bcc: bcc.map(addressOf) }),
      },
    ],
    from: addressOf(from),
    ...(replyTo !== undefined && { reply_to: addressOf(replyTo) }),
    subject,
    content,
    ...(attachments.length > 0 && {
      attachments: attachments.map(({ name, mimeType, bytes }) => ({
        filename: name,
        type: mimeType,
        content: base64(bytes),
      })),
    }),
  };
}

function addressOf(text: string): { email: string; name?: string } {
  const [, name = '', email = text] = /^([^<>]*)<([^<>]*)>$/.exec(text) ?? [];
  return name.trim() === '' ? { email } : { email, name: name.trim() };
}

function baseOf(connection: Connection): string {
  return textOption(connection, 'base_url') ?? BASE_URL;
}

function authorization(connection: Connection): Record<string, string> {
  return { authorization: `Bearer ${requireText(connection, 'api_key')}` };
}
