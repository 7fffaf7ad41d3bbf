import type { StoreName } from '../../database/index.ts';
import { type Answer, type MemberCall, readListing } from '../../http/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { ServiceError } from '../../platform/errors.ts';
import { parseUuid } from '../../platform/ids.ts';
import { requireInstant } from '../../platform/instant.ts';
import type { LogEntry, LogFilter } from './delivery-log-store.ts';
import { presentDelivery } from './present-delivery.ts';
import type { DeliveriesQuery, DeliveryRecord } from './webhook-schemas.ts';
import { requireWebhook, type WebhooksContext } from './webhooks-context.ts';

/** Bytes per batch, so that a page of large deliveries is never in memory as a whole. */
const PORTION_BYTES = 1_000_000;
const PORTION_MAX = 100;
/** Bytes that an attempt may take besides the body: headers, and a response of up to 16 KB. */
const ATTEMPT_BYTES = 20_000;

export async function listDeliveries(context: WebhooksContext, call: MemberCall<DeliveriesQuery>): Promise<Answer> {
  const { project, query } = call;
  const { id: webhookId } = await requireWebhook(context, call);
  const { limit, offset, order } = readListing(query, {
    fields: ['created_at'],
    otherwise: { field: 'created_at', direction: 'desc' },
    tieBreaker: 'created_at',
  });
  const filter: LogFilter = {
    webhookId,
    state: query.state,
    event: query.event,
    since: query.since === undefined ? undefined : isoTime(requireInstant(query.since, 'since')),
    until: query.until === undefined ? undefined : isoTime(requireInstant(query.until, 'until')),
  };
  const [entries, count] = await Promise.all([
    context.log.entries(project.store, { ...filter, limit, offset, direction: order[0]?.direction ?? 'desc' }),
    context.log.count(project.store, filter),
  ]);
  return { status: 200, body: listText(context, { store: project.store, webhookId, entries, count }) };
}

/** Throws `not_found`. */
export async function getDelivery(context: WebhooksContext, call: MemberCall): Promise<Answer> {
  const { id: webhookId } = await requireWebhook(context, call);
  const data = await requireDelivery(context, call.project.store, webhookId, call.params['delivery_id'] ?? '');
  return { status: 200, body: { data, count: 1 } };
}

export async function requireDelivery(
  context: WebhooksContext,
  store: StoreName,
  webhookId: string,
  idText: string,
): Promise<DeliveryRecord> {
  const id = parseUuid(idText);
  const [delivery] = id === undefined ? [] : await load(context, store, webhookId, [id]);
  if (delivery === undefined) throw deliveryNotFound();
  return delivery;
}

export function deliveryNotFound(): ServiceError {
  return new ServiceError('not_found', 'There is no such delivery.');
}

interface List {
  readonly store: StoreName;
  readonly webhookId: string;
  readonly entries: readonly LogEntry[];
  readonly count: number;
}

async function* listText(context: WebhooksContext, { store, webhookId, entries, count }: List): AsyncGenerator<string> {
  let text = '{"data":[';
  let separator = '';
  for (const ids of portions(entries)) {
    for (const delivery of await load(context, store, webhookId, ids)) {
      text += separator + JSON.stringify(delivery);
      separator = ',';
    }
    yield text;
    text = '';
  }
  yield `${text}],"count":${count}}`;
}

function* portions(entries: readonly LogEntry[]): Generator<readonly string[]> {
  let ids: string[] = [];
  let bytes = 0;
  for (const { id, attempts, bodyBytes } of entries) {
    // The log repeats the body for every attempt.
    const size = (attempts + 1) * (bodyBytes + ATTEMPT_BYTES);
    if (ids.length === PORTION_MAX || (ids.length > 0 && bytes + size > PORTION_BYTES)) {
      yield ids;
      ids = [];
      bytes = 0;
    }
    ids.push(id);
    bytes += size;
  }
  if (ids.length > 0) yield ids;
}

async function load(
  { log }: WebhooksContext,
  store: StoreName,
  webhookId: string,
  ids: readonly string[],
): Promise<DeliveryRecord[]> {
  const [rows, attempts] = await Promise.all([log.deliveries(store, webhookId, ids), log.attempts(store, ids)]);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const attemptsOf = Map.groupBy(attempts, (attempt) => attempt.delivery_id);
  return ids.flatMap((id) => {
    const row = rowOf.get(id);
    return row === undefined ? [] : [presentDelivery(row, attemptsOf.get(id) ?? [])];
  });
}
