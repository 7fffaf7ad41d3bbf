import { type Static, Type } from 'typebox';
import type { Operator } from '../callers/index.ts';
import { type Answer, listingQuery, type OperatorCall, operatorRoute, type Route, readListing } from '../http/index.ts';
import type { MailboxRow, MailboxStore, Stores } from './mailbox-store.ts';

const mailboxQuery = Type.Object({
  to: Type.Optional(Type.String({ maxLength: 320, description: 'Returns only mails to this address.' })),
  ...listingQuery.properties,
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

export interface MailboxContext {
  readonly mailbox: MailboxStore;
  /** Stores whose mails an operator may read; the restriction matters because links in mails sign users in. */
  readonly storesOf: (operator: Operator) => Promise<Stores>;
  readonly open: (row: MailboxRow) => { readonly text: string; readonly html: string | null };
}

export function mailboxRoutes(context: MailboxContext): readonly Route[] {
  return [
    operatorRoute({
      method: 'GET',
      path: '/api/cloud/mailbox',
      id: 'listMailbox',
      summary: 'Lists the mails of the projects that the caller administers, newest first; in development mode only',
      query: mailboxQuery,
      responses: { 200: Type.Object({ data: Type.Array(mailboxMail), count: Type.Integer() }) },
      handle: (call) => listMailbox(context, call),
    }),
    operatorRoute({
      method: 'DELETE',
      path: '/api/cloud/mailbox',
      id: 'clearMailbox',
      summary: 'Deletes the mails that the caller may read; in development mode only',
      responses: { 200: Type.Object({ count: Type.Integer() }) },
      handle: (call) => clearMailbox(context, call),
    }),
  ];
}

async function listMailbox(
  { mailbox, storesOf, open }: MailboxContext,
  { operator, query }: OperatorCall<Static<typeof mailboxQuery>>,
): Promise<Answer> {
  const listing = readListing(query, {
    fields: ['created_at', 'id'],
    otherwise: { field: 'id', direction: 'desc' },
    tieBreaker: 'id',
  });
  const from = { stores: await storesOf(operator), to: query.to?.trim().toLowerCase() };
  const [rows, count] = await Promise.all([mailbox.list(from, listing), mailbox.count(from)]);
  return { status: 200, body: { data: rows.map((row) => ({ ...mailOf(row), ...open(row) })), count } };
}

async function clearMailbox({ mailbox, storesOf }: MailboxContext, { operator }: OperatorCall): Promise<Answer> {
  const stores = await storesOf(operator);
  const count = await mailbox.count({ stores, to: undefined });
  await mailbox.clear(stores);
  return { status: 200, body: { count } };
}

function mailOf({ id, recipient, sender, reply_to, subject, created_at }: MailboxRow) {
  return { id, to: recipient, from: sender, reply_to, subject, created_at };
}
