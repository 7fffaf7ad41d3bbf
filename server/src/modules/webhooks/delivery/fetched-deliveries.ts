import type { Database, StoreName } from '../../../database/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { WebhookRow } from '../webhook-tables.ts';
import { type DeliveryStore, triggerOf } from './delivery-store.ts';
import type { AttemptOutcome } from './make-attempt.ts';
import { requestHeaders, timestampOf } from './request-headers.ts';
import type { ResultStore } from './result-store.ts';
import { type SigningKeys, signatureHeaders } from './sign.ts';

const AT_ONCE = 10;

export interface FetchedDelivery {
  readonly delivery_id: string;
  /** Signed when it was fetched. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ReportedResult {
  /** HTTP status; 0 when the receiver did not answer. */
  readonly status: number;
  readonly body: string | undefined;
  readonly durationMs: number;
}

export interface FetchedDeliveries {
  /** The oldest pending deliveries. Each stays pending until its result is reported. */
  waiting(store: StoreName, webhook: WebhookRow): Promise<readonly FetchedDelivery[]>;
  report(store: StoreName, webhook: WebhookRow, deliveryId: string, result: ReportedResult): Promise<boolean>;
}

interface Context {
  readonly database: Database;
  readonly clock: Clock;
  readonly deliveries: DeliveryStore;
  readonly results: ResultStore;
  readonly keys: SigningKeys;
}

export function createFetchedDeliveries({ database, clock, deliveries, results, keys }: Context): FetchedDeliveries {
  return {
    async waiting(store, webhook) {
      const nowMs = clock.now();
      const timestamp = timestampOf(nowMs);
      const rows = await deliveries.waiting(store, webhook.id, AT_ONCE);
      return rows.map((delivery) => {
        const body = delivery.body ?? '';
        const signed = signatureHeaders({ id: delivery.id, timestamp, body }, keys.of(store, webhook, nowMs));
        const headers = { ...requestHeaders({ webhook, delivery }, timestamp), ...signed };
        return { delivery_id: delivery.id, headers, body };
      });
    },

    async report(store, webhook, deliveryId, result) {
      const delivery = await deliveries.findWaiting(store, webhook.id, deliveryId);
      if (delivery === undefined) return false;
      const startedAtMs = clock.now() - result.durationMs;
      const requested = requestHeaders({ webhook, delivery }, timestampOf(startedAtMs));
      const outcome = outcomeOf(result, { startedAtMs, url: webhook.url, requestHeaders: requested });
      const steps = results.attemptSteps({
        deliveryId,
        attempt: delivery.attempts + 1,
        trigger: triggerOf(delivery),
        outcome,
        state: outcome.isSuccess ? 'succeeded' : 'failed',
        nextAttemptAtMs: 0,
      });
      await database.write(store, steps);
      return true;
    },
  };
}

function outcomeOf(
  { status, body = '', durationMs }: ReportedResult,
  made: Pick<AttemptOutcome, 'startedAtMs' | 'url' | 'requestHeaders'>,
): AttemptOutcome {
  const isSuccess = status >= 200 && status < 300;
  if (status === 0) return { ...made, durationMs, isSuccess, errorClass: 'unreachable', error: 'Nobody answered.' };
  const response = { status, headers: {}, body: body.replaceAll('\0', '\ufffd'), isTruncated: false };
  if (isSuccess) return { ...made, durationMs, isSuccess, response };
  const error = `The receiver answered ${status}.`;
  return { ...made, durationMs, isSuccess, response, errorClass: `http_${status}`, error };
}
