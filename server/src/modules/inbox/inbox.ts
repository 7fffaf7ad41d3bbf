import type { Static } from 'typebox';
import type { Caller, Project } from '../../callers/index.ts';
import type { Route } from '../../http/index.ts';
import type { InboxContext } from './inbox-context.ts';
import { manageRoutes } from './manage/routes.ts';
import { createMessagesStore } from './messages-store.ts';
import { askToConfirm, confirmAddressRoutes } from './notices/confirm-address.ts';
import { createNoticeHandler, NOTICE_JOB } from './notices/notify-owner.ts';
import { createNoticesStore } from './notices-store.ts';
import { readMessage } from './read-message.ts';
import { inboxRoutes } from './routes.ts';
import { type Delivery, sendMessage } from './send-message.ts';
import { createTextsStore } from './texts-store.ts';
import { type inboxUsage, readUsage } from './usage.ts';

export type InboxOptions = Omit<InboxContext, 'messages' | 'texts' | 'notices'>;

export interface Inbox {
  readonly routes: readonly Route[];
  /** Makes the route's checks, except limits by network address. Throws `validation_failed`. */
  send(project: Project, caller: Caller, message: unknown): Promise<Delivery>;
  askToConfirm(project: Project, email: string): Promise<void>;
  usage(project: Project): Promise<Static<typeof inboxUsage>>;
}

export function createInbox(options: InboxOptions): Inbox {
  const { database, jobs, mail, clock } = options;
  const messages = createMessagesStore(database);
  const context: InboxContext = {
    ...options,
    messages,
    texts: createTextsStore(database),
    notices: createNoticesStore(database),
  };
  jobs.handle(NOTICE_JOB, createNoticeHandler(context));
  mail.whenSent(NOTICE_JOB, async (store, data) => {
    await messages.noteMailed(store, data as readonly string[], clock.now());
  });
  return {
    routes: [...inboxRoutes(context), ...confirmAddressRoutes(context), ...manageRoutes(context)],
    askToConfirm: (project, email) => askToConfirm(context, project, email),
    send: (project, caller, message) => sendMessage(context, { project, caller }, readMessage(message)),
    usage: (project) => readUsage(context, project),
  };
}
