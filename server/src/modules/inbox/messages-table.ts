import { systemTable, type Table } from '../../database/schema/index.ts';

export const MESSAGE_STATUSES = ['unread', 'read', 'archived', 'spam'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

export const MESSAGES_TABLE = { id: '00000000-0000-7000-8000-000000000005', name: 'messages' } as const;

const PRIVATE = { level: 'private' } as const;

export const messagesTable: Table = systemTable({
  ...MESSAGES_TABLE,
  physical: '_messages',
  columns: {
    id: { type: 'uuid', required: true, unique: true },
    body: { type: 'text', required: true },
    from_name: { type: 'text' },
    from_email: { type: 'text' },
    user_id: { type: 'uuid' },
    sender_verified: { type: 'boolean', required: true },
    metadata: { type: 'json', required: true },
    status: { type: 'text', required: true, enum: MESSAGE_STATUSES },
    spam_reason: { type: 'text' },
    source_url: { type: 'text' },
    created_at: { type: 'timestamp', required: true },
    read_at: { type: 'timestamp' },
    notified_at: { type: 'timestamp' },
  },
  rules: { read: PRIVATE, create: PRIVATE, update: PRIVATE, delete: PRIVATE },
});

/** Earlier releases' webhooks watch `messages`, and their receivers still get that name. */
export const WATCHED_MESSAGES: Table = {
  ...messagesTable,
  id: '00000000-0000-7000-8000-000000000006',
  name: 'inbox.messages',
};
