import { type ApiClient, textAt } from './api-client.ts';

const MISSING = '01900000-0000-7000-8000-000000000000';
/** A private address, so that the service refuses every delivery and nothing leaves the machine. */
const URL_OF = 'http://localhost:9/hook';

interface Guide {
  /** `/api/cloud`, with the admin token. */
  readonly cloud: ApiClient;
  readonly projectId: string;
  readonly table: string;
}

/** Calls every operation of webhooks successfully, and many with a failure. Deletes all of them at the end. */
export async function tourWebhooks({ cloud, projectId, table }: Guide): Promise<void> {
  const all = `/projects/${projectId}/webhooks`;
  const made = await cloud.post(all, { table, events: ['insert', 'update'], url: URL_OF, secret: 'hush' });
  await cloud.post(all, { table, events: [], url: URL_OF });
  await cloud.post(all, { table, events: ['insert'], url: 'file:///etc/passwd' });
  await cloud.post(all, { table: 'nothing', events: ['insert'], url: URL_OF });
  await cloud.get(all);
  await cloud.get(`${all}?order=url:asc`);
  await cloud.get(`${all}?order=secret`);
  const one = `${all}/${textAt(made.body, 'data', 'id')}`;
  await cloud.get(one);
  await cloud.get(`${all}/${MISSING}`);
  const test = await cloud.post(`${one}/test`, {});
  const delivery = `${one}/deliveries/${textAt(test.body, 'data', 'id')}`;
  await cloud.get(`${one}/deliveries`);
  await cloud.get(`${one}/deliveries?state=lost`);
  await cloud.get(delivery);
  await cloud.get(`${one}/deliveries/${MISSING}`);
  await cloud.post(`${delivery}/resend`, {});
  await cloud.post(`${one}/resend-failed`, { since: '2026-01-01T00:00:00Z' });
  await cloud.post(`${one}/resend-failed`, { since: 'yesterday' });
  await cloud.post(`${one}/rotate-secret`, {});
  await cloud.post(`${one}/rotate-secret`, { secret: 'another' });
  await cloud.patch(one, { enabled: false, description: 'off' });
  await cloud.patch(one, { enabled: 'no' });
  await cloud.post(`${delivery}/resend`, {});
  await cloud.post(`${one}/enable`, {});
  await cloud.get(`${one}/deliveries?limit=1&order=created_at:asc`);
  await listen(cloud, projectId, table);
  await cloud.delete(`/projects/${projectId}/tables/${table}`);
  await cloud.delete(one);
  await cloud.delete(one);
}

async function listen(cloud: ApiClient, projectId: string, table: string): Promise<void> {
  const all = `/projects/${projectId}/webhooks`;
  const heard = await cloud.post(`${all}/listen`, { table, events: ['insert'] });
  await cloud.post(`${all}/listen`, { table: 'nothing' });
  const one = `${all}/${textAt(heard.body, 'data', 'id')}`;
  await cloud.post(`/projects/${projectId}/data/${table}`, { title: 'heard' });
  const pending = await cloud.get(`${one}/pending?wait=10`);
  await cloud.get(`${one}/pending?wait=1000`);
  const result = `${one}/deliveries/${textAt(pending.body, 'data', 0, 'delivery_id')}/result`;
  await cloud.post(result, { status: 200, body: 'ok', ms: 5 });
  await cloud.post(result, { status: 'ok' });
}
