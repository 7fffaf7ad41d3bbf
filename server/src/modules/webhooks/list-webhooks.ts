import { type Static, Type } from 'typebox';
import { type Answer, listingQuery, type MemberCall, readListing } from '../../http/index.ts';
import { presentWebhooks } from './present-webhook.ts';
import { ORDER_FIELDS } from './webhook-records-store.ts';
import { requireWebhook, type WebhooksContext } from './webhooks-context.ts';

const DAY_MS = 24 * 60 * 60_000;
const NONE = { succeeded: 0, failed: 0, pending: 0, skipped: 0, last_at: null };

export const webhooksQuery = Type.Object({
  ...listingQuery.properties,
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Part of the description or the URL, case-insensitive, or a whole id.',
    }),
  ),
  stats: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Adds the number of deliveries of the last 24 hours and of those waiting.',
    }),
  ),
});

export async function listWebhooks(
  context: WebhooksContext,
  { project, query }: MemberCall<Static<typeof webhooksQuery>>,
): Promise<Answer> {
  const listing = readListing(query, {
    fields: ORDER_FIELDS,
    otherwise: { field: 'id', direction: 'desc' },
    tieBreaker: 'id',
  });
  const search = query.search?.trim();
  const [rows, count, stats] = await Promise.all([
    context.records.list(project.store, { ...listing, search }),
    context.records.count(project.store, search),
    query.stats === true ? context.log.stats(project.store, context.clock.now() - DAY_MS) : undefined,
  ]);
  const shown = await presentWebhooks(context, project, rows);
  const data = stats === undefined ? shown : shown.map((one) => ({ ...one, stats: stats.get(one.id) ?? NONE }));
  return { status: 200, body: { data, count } };
}

export async function getWebhook(context: WebhooksContext, call: MemberCall): Promise<Answer> {
  const [data] = await presentWebhooks(context, call.project, [await requireWebhook(context, call)]);
  return { status: 200, body: { data, count: 1 } };
}
