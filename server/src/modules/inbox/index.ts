export { createMessageSection } from './archive/message-section.ts';
export { createInbox, type Inbox } from './inbox.ts';
export { messagesTable, WATCHED_MESSAGES } from './messages-table.ts';
export { inboxUsage } from './usage.ts';
