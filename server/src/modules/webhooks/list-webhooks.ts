import type { Static } from 'typebox';
import { type listingQuery, readListing } from '../../http/listing.ts';
import type { Answer, MemberCall } from '../../http/route.ts';
import { presentWebhooks } from './present-webhook.ts';
import { requireWebhook, type WebhookParts } from './webhook-parts.ts';
import { ORDER_FIELDS } from './webhook-records-store.ts';

/** Newest first, unless `order` says otherwise. */
export async function listWebhooks(
  parts: WebhookParts,
  { project, query }: MemberCall<Static<typeof listingQuery>>,
): Promise<Answer> {
  const listing = readListing(query, {
    fields: ORDER_FIELDS,
    otherwise: { field: 'id', direction: 'desc' },
    tieBreaker: 'id',
  });
  const [rows, count] = await Promise.all([
    parts.records.list(project.store, listing),
    parts.records.count(project.store),
  ]);
  return { status: 200, body: { data: await presentWebhooks(parts, project, rows), count } };
}

export async function getWebhook(parts: WebhookParts, call: MemberCall): Promise<Answer> {
  const [data] = await presentWebhooks(parts, call.project, [await requireWebhook(parts, call)]);
  return { status: 200, body: { data, count: 1 } };
}
