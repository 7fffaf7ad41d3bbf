import type { Static } from 'typebox';
import type { Answer, MemberCall } from '../../../http/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { InboxContext } from '../inbox-context.ts';
import type { Message } from '../messages-store.ts';
import type { MessageStatus } from '../messages-table.ts';
import { messageAnswer, messageNotFound, requireMessage } from './list-messages.ts';
import type { messagePatch } from './message-schemas.ts';

export async function updateMessage(
  context: InboxContext,
  call: MemberCall<unknown, Static<typeof messagePatch>>,
): Promise<Answer> {
  const { body, project } = call;
  const before = JSON.parse(await requireMessage(context, call)) as Message;
  const patch = statusPatch(before, body.status, isoTime(context.clock.now()));
  const after = await context.messages.update(project.store, before.id, patch);
  if (after === undefined) throw messageNotFound();
  await recordMessageChange(context, call, { action: 'message.update', target: before.id, details: patch });
  return messageAnswer(after);
}

type StatusPatch = Pick<Message, 'status' | 'spam_reason' | 'read_at'>;

/** The fields that change with the status. The time of the first reading stays until the message is marked unread. */
export function statusPatch(before: Message, status: MessageStatus, now: string): StatusPatch {
  const spamReason = status === 'spam' ? (before.spam_reason ?? 'manual') : null;
  const readAt = status === 'unread' ? null : status === 'read' ? (before.read_at ?? now) : before.read_at;
  return { status, spam_reason: spamReason, read_at: readAt };
}

export async function deleteMessage(context: InboxContext, call: MemberCall): Promise<Answer> {
  const { id } = JSON.parse(await requireMessage(context, call)) as Message;
  if (!(await context.messages.remove(call.project.store, id))) throw messageNotFound();
  await recordMessageChange(context, call, { action: 'message.delete', target: id });
  return { status: 200, body: { count: 1 } };
}

/** The log is in another store. The change comes first, so that the log never reports one that was not made. */
async function recordMessageChange(
  { database, audit }: InboxContext,
  call: MemberCall,
  change: { readonly action: string; readonly target: string; readonly details?: Readonly<Record<string, unknown>> },
): Promise<void> {
  await database.write('control', [audit.step(call, { project: call.project, ...change })]);
}
