import type { Migration } from '../migration.ts';

export const webhookListeners: Migration = {
  version: 12,
  name: 'webhook listeners',
  statements: ({ integer }) => [
    // End of the time in which a listener fetches the deliveries instead of having them sent; 0: an ordinary webhook.
    `ALTER TABLE _webhooks ADD COLUMN listen_until_ms ${integer} NOT NULL DEFAULT 0`,
  ],
};
