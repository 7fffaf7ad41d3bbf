import type { Static } from 'typebox';
import { FieldProblem } from '../../../database/schema/index.ts';
import { type Answer, type MemberCall, readListing } from '../../../http/index.ts';
import { ServiceError, validationFailed } from '../../../platform/errors.ts';
import { parseUuid } from '../../../platform/ids.ts';
import type { InboxContext } from '../inbox-context.ts';
import { plainText } from '../message-values.ts';
import type { MessageFilter } from '../messages-store.ts';
import type { messagesQuery } from './message-schemas.ts';

export type MessagesQuery = Static<typeof messagesQuery>;

const ORDER_FIELDS = ['created_at', 'status', 'from_name', 'from_email', 'read_at', 'id'] as const;

export async function listMessages(
  context: InboxContext,
  { query, project }: MemberCall<MessagesQuery>,
): Promise<Answer> {
  const listing = readListing(query, {
    fields: ORDER_FIELDS,
    // Ids follow the time of creation, and their index keeps that order.
    otherwise: { field: 'id', direction: 'desc' },
    tieBreaker: 'id',
  });
  const [{ json, count }, unread] = await Promise.all([
    context.messages.list(project.store, { ...listing, ...readFilter(query) }),
    context.messages.count(project.store, { status: 'unread' }),
  ]);
  return { status: 200, body: `{"data":[${json}],"count":${count},"unread":${unread}}` };
}

export async function getMessage(context: InboxContext, call: MemberCall): Promise<Answer> {
  return messageAnswer(await requireMessage(context, call));
}

/** JSON text. Throws `not_found`. */
export async function requireMessage(
  { messages }: Pick<InboxContext, 'messages'>,
  call: Pick<MemberCall, 'params' | 'project'>,
): Promise<string> {
  const id = parseUuid(call.params['message_id'] ?? '');
  const json = id === undefined ? undefined : await messages.find(call.project.store, id);
  if (json === undefined) throw messageNotFound();
  return json;
}

export function messageAnswer(json: string): Answer {
  return { status: 200, body: `{"data":${json},"count":1}` };
}

export function messageNotFound(): ServiceError {
  return new ServiceError('not_found', 'There is no such message.');
}

/** An empty search matches everything. */
export function readFilter({
  status = 'welcome',
  search = '',
}: Omit<MessageFilter, 'status'> & Partial<MessageFilter>) {
  return { status, search: search.trim() === '' ? undefined : readSearch(search.trim()) };
}

function readSearch(text: string): string {
  try {
    return plainText(text);
  } catch (error) {
    if (!(error instanceof FieldProblem)) throw error;
    throw validationFailed({ search: error.message });
  }
}
