import type { Static } from 'typebox';
import { type listingQuery, readListing } from '../../http/listing.ts';
import type { Answer, MemberCall } from '../../http/route.ts';
import { presentWebhooks } from './present-webhook.ts';
import { requireWebhook, type WebhookContext } from './webhook-context.ts';
import { ORDER_FIELDS } from './webhook-records-store.ts';

/** Newest first, unless `order` says otherwise. */
export async function listWebhooks(
  context: WebhookContext,
  { project, query }: MemberCall<Static<typeof listingQuery>>,
): Promise<Answer> {
  const listing = readListing(query, {
    fields: ORDER_FIELDS,
    otherwise: { field: 'id', direction: 'desc' },
    tieBreaker: 'id',
  });
  const [rows, count] = await Promise.all([
    context.records.list(project.store, listing),
    context.records.count(project.store),
  ]);
  return { status: 200, body: { data: await presentWebhooks(context, project, rows), count } };
}

export async function getWebhook(context: WebhookContext, call: MemberCall): Promise<Answer> {
  const [data] = await presentWebhooks(context, call.project, [await requireWebhook(context, call)]);
  return { status: 200, body: { data, count: 1 } };
}
