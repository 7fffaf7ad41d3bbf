import { answerOf, api, dataOf } from '../../shared/api/client.ts';
import type { ListData } from '../../shared/list/list-data.ts';
import { type ListSearch, PAGE_ROWS } from '../../shared/list/list-search.ts';

export interface Payment {
  readonly id: string;
  readonly paid_at: string | null;
  readonly type: string;
  readonly status: string;
  readonly amount: number;
  readonly amount_refunded: number;
  readonly currency: string | null;
  readonly customer_email: string | null;
  readonly provider_payment_id: string;
  readonly livemode: boolean;
}

export interface Subscription {
  readonly id: string;
  readonly provider_subscription_id: string;
  readonly status: string;
  readonly customer_email: string | null;
  readonly product_id: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly interval: string | null;
  readonly current_period_end: string | null;
  readonly cancel_at_period_end: boolean;
  readonly livemode: boolean;
}

export interface ProviderRowsQuery {
  readonly table: 'payments' | 'subscriptions';
  readonly search: ListSearch;
  readonly status: string;
  /** `true`, `false`, or empty for both. */
  readonly livemode: string;
}

export async function loadRows<Row>(
  project: string,
  wanted: ProviderRowsQuery,
  signal: AbortSignal,
): Promise<ListData<Row>> {
  const { table, search, status, livemode } = wanted;
  const named = { path: { project_id: project }, query: { search: table, summary: true } };
  const tables = await dataOf(api.GET('/api/cloud/projects/{project_id}/tables', { params: named, signal }));
  if (!tables.some(({ name }) => name === table)) return { data: [], count: 0 };
  const terms = [
    ...(status === '' ? [] : [`status:eq:${status}`]),
    ...(livemode === '' ? [] : [`livemode:eq:${livemode}`]),
  ];
  const filter = terms.length === 0 ? {} : { filter: terms.join(',') };
  const query = { order: search.order ?? 'created_at:desc', limit: PAGE_ROWS, offset: search.offset, ...filter };
  const params = { path: { project_id: project, table }, query };
  const answer = await answerOf(api.GET('/api/cloud/projects/{project_id}/data/{table}', { params, signal }));
  return answer as unknown as ListData<Row>;
}

export async function runTemplate(project: string, name: string, payload: object): Promise<void> {
  const params = { path: { project_id: project, name } };
  await dataOf(api.POST('/api/cloud/projects/{project_id}/functions/{name}/run', { params, body: { payload } }));
}
