import type { Migration } from '../migration.ts';

/** Outgoing webhooks and their deliveries. */
export const webhooks: Migration = {
  version: 6,
  name: 'webhooks',
  statements: () => [],
};
