import type { WebhookRow } from '../webhook-tables.ts';
import type { PendingDelivery } from './delivery-store.ts';

interface SignedDelivery {
  readonly webhook: Pick<WebhookRow, 'id'>;
  readonly delivery: Pick<PendingDelivery, 'id' | 'event' | 'attempts' | 'is_test' | 'depth'>;
}

export function requestHeaders({ webhook, delivery }: SignedDelivery, timestamp: string): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Service-Webhooks/1',
    'webhook-id': delivery.id,
    'webhook-timestamp': timestamp,
    'x-webhook-id': webhook.id,
    'x-webhook-event': delivery.event,
    'x-webhook-attempt': String(delivery.attempts + 1),
    'x-webhook-depth': String(delivery.depth),
    ...(delivery.is_test === 1 && { 'x-webhook-test': 'true' }),
  };
}

/** Seconds since 1970, as used in signatures. */
export function timestampOf(nowMs: number): string {
  return String(Math.floor(nowMs / 1000));
}
