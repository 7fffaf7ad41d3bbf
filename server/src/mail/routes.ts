import { type Static, Type } from 'typebox';
import { type Answer, operatorRoute, type Route } from '../http/index.ts';
import type { MailboxRow, MailboxStore } from './mailbox-store.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1000;

const mailboxQuery = Type.Object({
  to: Type.Optional(Type.String({ maxLength: 320, description: 'Only mails to this address.' })),
  limit: Type.Optional(Type.Integer({ minimum: 0, maximum: LIMIT_MAX, default: LIMIT_DEFAULT })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 })),
});

const nullableText = Type.Union([Type.String(), Type.Null()]);

const mailboxMail = Type.Object({
  id: Type.String(),
  to: Type.String(),
  from: Type.String(),
  reply_to: nullableText,
  subject: Type.String(),
  text: Type.String(),
  html: nullableText,
  created_at: Type.String({ format: 'date-time' }),
});

/** Only in development mode: elsewhere the mailbox does not exist. */
export function mailboxRoutes(mailbox: MailboxStore): readonly Route[] {
  return [
    operatorRoute({
      method: 'GET',
      path: '/api/cloud/mailbox',
      id: 'listMailbox',
      summary: 'Development mode: the mails of the service, newest first',
      query: mailboxQuery,
      responses: { 200: Type.Object({ data: Type.Array(mailboxMail), count: Type.Integer() }) },
      handle: ({ query }) => listMailbox(mailbox, query),
    }),
    operatorRoute({
      method: 'DELETE',
      path: '/api/cloud/mailbox',
      id: 'clearMailbox',
      summary: 'Development mode: empties the mailbox',
      responses: { 200: Type.Object({ count: Type.Integer() }) },
      handle: async () => {
        const count = await mailbox.count(undefined);
        await mailbox.clear();
        return { status: 200, body: { count } };
      },
    }),
  ];
}

async function listMailbox(
  mailbox: MailboxStore,
  { to, limit = LIMIT_DEFAULT, offset = 0 }: Static<typeof mailboxQuery>,
): Promise<Answer> {
  const recipient = to?.trim().toLowerCase();
  const [rows, count] = await Promise.all([mailbox.list({ to: recipient, limit, offset }), mailbox.count(recipient)]);
  return { status: 200, body: { data: rows.map(mailOf), count } };
}

function mailOf(row: MailboxRow): Static<typeof mailboxMail> {
  const { id, recipient, sender, reply_to, subject, body_text, body_html, created_at } = row;
  return { id, to: recipient, from: sender, reply_to, subject, text: body_text, html: body_html, created_at };
}
