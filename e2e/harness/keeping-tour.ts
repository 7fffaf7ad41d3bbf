import { createHmac } from 'node:crypto';
import { type ApiClient, at, textAt } from './api-client.ts';

const MISSING = '0199aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee';

interface Guide {
  /** The console API, for an operator. */
  readonly cloud: ApiClient;
  readonly projectId: string;
  /** The project's API with its public key. */
  readonly anyone: ApiClient;
}

/** Calls every operation on a project's providers, billing, logs, schema and backups. */
export async function tourKeeping({ cloud, projectId, anyone }: Guide): Promise<void> {
  const project = `/projects/${projectId}`;
  await tourIntegrations(cloud, project);
  await tourPayments(cloud, project, anyone);
  await tourBilling(cloud, project);
  await tourLogs(cloud, project);
  await tourUsers(cloud, project, anyone);
  await tourSchema(cloud, project);
  await tourBackups(cloud, project);
  await tourDatabases(cloud, project);
}

async function tourIntegrations(cloud: ApiClient, project: string): Promise<void> {
  const email = `${project}/integrations/email`;
  const smtp = { provider: 'smtp', from: 'shop@tour.example', host: '127.0.0.1', port: 9, secure: false };
  await cloud.call('PUT', email, { body: smtp });
  await cloud.call('PUT', email, { body: { ...smtp, port: 0 } });
  await cloud.get(`${project}/integrations`);
  await cloud.get(email);
  await cloud.get(`${project}/integrations/fax`);
  await cloud.post(`${email}/test`, {});
  await cloud.delete(email);
  await cloud.delete(email);
}

async function tourPayments(cloud: ApiClient, project: string, anyone: ApiClient): Promise<void> {
  const webhook_secret = 'whsec_of_the_tour_0123456789';
  const body = { provider: 'stripe', secret_key: 'sk_test_of_the_tour_0123456789', webhook_secret };
  await cloud.get(`${project}/payments/prices`);
  await cloud.call('PUT', `${project}/integrations/payments`, { body });
  const event = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'of.no.interest',
    created: 1,
    data: { object: {} },
  });
  const at = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', webhook_secret).update(`${at}.${event}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${signature}` };
  await anyone.call('POST', '/payments/webhook/stripe', { headers, body: event });
  await anyone.post('/payments/webhook/stripe', { type: 'forged' });
  await cloud.post(`${project}/payments/simulate`, { story: 'checkout' });
  await cloud.post(`${project}/payments/simulate`, { story: 'moonlight' });
  await cloud.post(`${project}/payments/reconcile`, { since: 'yesterday' });
  await cloud.delete(`${project}/payments/test-rows`);
}

async function tourBilling(cloud: ApiClient, project: string): Promise<void> {
  const billing = `${project}/billing`;
  await cloud.get(billing);
  await cloud.patch(billing, { plan: 'pro' });
  await cloud.patch(billing, { plan: 'gold' });
  await cloud.post(`${billing}/entries`, { amount: 500, kind: 'top_up' });
  await cloud.post(`${billing}/entries`, { amount: 0.5, kind: 'top_up' });
  await cloud.get(`${billing}/entries?limit=1`);
  await cloud.get(`${billing}/entries/export?format=csv`);
  await cloud.get(`${billing}/entries/export`);
  await cloud.get('/prices');
  await cloud.patch('/prices', { email: 1 });
  await cloud.patch('/prices', { email: -1 });
}

async function tourLogs(cloud: ApiClient, project: string): Promise<void> {
  await cloud.get(`${project}/logs?limit=2`);
  await cloud.get(`${project}/logs?source=function`);
  await cloud.get(`${project}/logs?status=9`);
  await cloud.get(`${project}/metrics?step=1h`);
  await cloud.get(`${project}/metrics?step=1y`);
  await cloud.get(`${project}/runs?limit=2`);
  await cloud.post(`${project}/schedules/preview`, { schedule: '@daily', timezone: 'Europe/Berlin', count: 2 });
  await cloud.post(`${project}/schedules/preview`, { schedule: 'never' });
  await cloud.post(`${project}/mail-templates/verify_email/test`, { to: 'me@tour.example' });
  await cloud.post(`${project}/domains/shop.example/verify`, {});
  await cloud.get('/domains/served?domain=shop.example');
}

async function tourUsers(cloud: ApiClient, project: string, anyone: ApiClient): Promise<void> {
  const signedUp = await anyone.post('/auth/signup', { email: 'sessions@tour.example', password: 'a long password' });
  const sessions = `${project}/users/${textAt(signedUp.body, 'data', 'user', 'id')}/sessions`;
  await cloud.get(sessions);
  await cloud.delete(`${sessions}/${textAt(signedUp.body, 'data', 'session', 'id')}`);
  await cloud.delete(`${sessions}/${MISSING}`);
}

async function tourSchema(cloud: ApiClient, project: string): Promise<void> {
  const known = await cloud.get(`${project}/schema`);
  const schema = at(known.body, 'data', 'schema');
  await cloud.call('PUT', `${project}/schema?dry_run=true`, { body: schema });
  await cloud.call('PUT', `${project}/schema`, { body: { version: 2 } });
}

async function tourBackups(cloud: ApiClient, project: string): Promise<void> {
  await cloud.get(`${project}/backup`);
  await cloud.get(`${project}/backup?exclude=rows`);
  const made = await cloud.post(`${project}/backups`, {});
  const one = `${project}/backups/${textAt(made.body, 'data', 'id')}`;
  while (textAt((await cloud.get(one)).body, 'data', 'state') === 'running') {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await cloud.get(`${project}/backups`);
  const archive = await cloud.get(`${one}/download`);
  await cloud.delete(one);
  await cloud.get(one);
  const headers = { 'content-type': 'application/x-tar' };
  await cloud.call('POST', `${project}/restore`, { headers, body: 'no archive' });
  const dry = `${project}/restore?replace=${project.split('/')[2]}&dry_run=true`;
  const restored = await cloud.call('POST', dry, { headers, body: archive.bytes });
  await cloud.get(`${project}/restores/${textAt(restored.body, 'data', 'id')}`);
  await cloud.get(`${project}/restores/${MISSING}`);
  await cloud.get(`${project}/restore/moments`);
  await tourInstance(cloud, `/instance${project}`);
}

async function tourInstance(cloud: ApiClient, project: string): Promise<void> {
  await cloud.get('/instance/backup');
  const headers = { 'content-type': 'application/x-ndjson' };
  await cloud.call('POST', '/instance/restore', { headers, body: '{}' });
  const archive = await cloud.get(`${project}/backup`);
  await cloud.get('/instance/projects/unknown/backup');
  const dry = `${project}/restore?replace=${project.split('/').at(-1)}&dry_run=true`;
  const tar = { 'content-type': 'application/x-tar' };
  const restored = await cloud.call('POST', dry, { headers: tar, body: archive.bytes });
  await cloud.get(`${project}/restores/${textAt(restored.body, 'data', 'id')}`);
}

/** A service on SQLite has one database, so it refuses to add another and to move projects. */
async function tourDatabases(cloud: ApiClient, project: string): Promise<void> {
  const databases = '/instance/databases';
  await cloud.get(databases);
  await cloud.post(databases, { name: 'second', url: 'postgres://user:password@127.0.0.1:9/second' });
  await cloud.get(`${databases}/primary`);
  await cloud.get(`${databases}/second`);
  await cloud.call('PATCH', `${databases}/primary`, { body: { weight: 2 } });
  await cloud.call('PATCH', `${databases}/primary`, { body: { weight: -1 } });
  await cloud.delete(`${databases}/primary`);
  await cloud.get('/instance/projects?search=o&database=primary');
  await cloud.get('/instance/projects?id=unknown');
  await cloud.get('/instance/projects?order=store');
  await cloud.post(`${project}/move`, { database: 'second' });
  await cloud.get(`${project}/moves`);
  await cloud.get(`${project}/moves/${MISSING}`);
}
