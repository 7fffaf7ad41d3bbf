import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, asTyped, dataOf, type QueryOf } from '../../shared/api/client.ts';
import { instantOf } from '../../shared/forms/times.ts';
import type { ListData } from '../../shared/list/list-data.ts';
import type { ListQuery } from '../../shared/list/list-page.tsx';
import type { ListSearch } from '../../shared/list/list-search.ts';

export type WebhookEvent = 'insert' | 'update' | 'delete';
export const EVENTS: readonly WebhookEvent[] = ['insert', 'update', 'delete'];

export interface Webhook {
  readonly id: string;
  readonly table: string;
  readonly events: readonly WebhookEvent[];
  readonly url: string;
  readonly description: string | null;
  readonly enabled: boolean;
  readonly disabled_reason: string | null;
  readonly disabled_at: string | null;
  readonly consecutive_failures: number;
  readonly has_secret: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly stats?: { readonly succeeded: number; readonly failed: number; readonly last_at: string | null };
}

export function titleOf({ description, url }: Pick<Webhook, 'description' | 'url'>): string {
  return description === null || description === '' ? url : description;
}

export interface Attempt {
  readonly attempt: number;
  readonly trigger: string;
  readonly started_at: string;
  readonly duration_ms: number | null;
  readonly url: string;
  readonly request_headers: Readonly<Record<string, string>> | null;
  readonly request_body: string | null;
  readonly response_status: number | null;
  readonly response_headers: Readonly<Record<string, string>> | null;
  readonly response_body: string | null;
  readonly truncated: boolean;
  readonly error_class: string | null;
  readonly error: string | null;
}

export interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly table: string;
  readonly state: 'pending' | 'succeeded' | 'failed' | 'skipped';
  readonly created_at: string;
  readonly next_attempt_at: string | null;
  readonly attempts: readonly Attempt[];
}

export function isTest({ attempts }: Delivery): boolean {
  return attempts.some(({ trigger }) => trigger === 'test');
}

export function rowIdOf({ attempts }: Delivery): string | undefined {
  return /"(?:record|old_record)":\{[^{}]*?"id":"([\da-f-]{36})"/.exec(attempts[0]?.request_body ?? '')?.[1];
}

export function webhooksQuery(project: string, { text, limit, offset }: ListSearch): ListQuery<ListData<Webhook>> {
  const query = { limit, offset, stats: true, ...(text !== undefined && { search: text }) };
  const params = { path: { project_id: project }, query };
  return {
    queryKey: [project, 'webhooks', 'list', query],
    queryFn: async ({ signal }) =>
      (await answerOf(
        api.GET('/api/cloud/projects/{project_id}/webhooks', { params, signal }),
      )) as unknown as ListData<Webhook>,
  };
}

export function webhookQuery(project: string, id: string) {
  return queryOptions<Webhook>({
    queryKey: [project, 'webhooks', 'one', id],
    queryFn: async ({ signal }) => {
      const params = { path: { project_id: project, webhook_id: id } };
      const call = api.GET('/api/cloud/projects/{project_id}/webhooks/{webhook_id}', { params, signal });
      return (await dataOf(call)) as unknown as Webhook;
    },
  });
}

const PENDING_MS = 2000;

export function deliveriesQuery(project: string, webhook: string, search: ListSearch): ListQuery<ListData<Delivery>> {
  const { limit, offset, order, filters } = search;
  const { state, event } = filters;
  const since = instantOf(filters['since'] ?? '');
  const query = asTyped<QueryOf<'listDeliveries'>>({
    limit,
    offset,
    ...(order && { order }),
    ...(state && { state }),
    ...(event && { event }),
    ...(since && { since }),
  });
  return {
    queryKey: [project, 'webhooks', 'deliveries', webhook, query],
    refetchInterval: ({ state: { data } }) => (data?.data.some((one) => one.state === 'pending') ? PENDING_MS : false),
    queryFn: async ({ signal }) => {
      const params = { path: { project_id: project, webhook_id: webhook }, query };
      const call = api.GET('/api/cloud/projects/{project_id}/webhooks/{webhook_id}/deliveries', { params, signal });
      return (await answerOf(call)) as unknown as ListData<Delivery>;
    },
  };
}

export function deliveryQuery(project: string, webhook: string, id: string) {
  return queryOptions<Delivery>({
    queryKey: [project, 'webhooks', 'delivery', id],
    refetchInterval: ({ state: { data } }) => (data?.state === 'pending' ? PENDING_MS : false),
    queryFn: async ({ signal }) => {
      const params = { path: { project_id: project, webhook_id: webhook, delivery_id: id } };
      const path = '/api/cloud/projects/{project_id}/webhooks/{webhook_id}/deliveries/{delivery_id}';
      return (await dataOf(api.GET(path, { params, signal }))) as unknown as Delivery;
    },
  });
}
