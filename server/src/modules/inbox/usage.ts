import { type Static, Type } from 'typebox';
import type { Project } from '../../callers/index.ts';
import type { InboxContext } from './inbox-context.ts';

export const inboxUsage = Type.Object({
  messages: Type.Integer({ description: 'The number of messages, not counting spam.' }),
  unread: Type.Integer(),
  spam: Type.Integer(),
});

export async function readUsage(
  { messages }: Pick<InboxContext, 'messages'>,
  { store }: Project,
): Promise<Static<typeof inboxUsage>> {
  const [all, unread, spam] = await Promise.all([
    messages.count(store, { status: 'welcome' }),
    messages.count(store, { status: 'unread' }),
    messages.count(store, { status: 'spam' }),
  ]);
  return { messages: all, unread, spam };
}
