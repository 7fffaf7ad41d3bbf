import { type ApiClient, textAt } from './api-client.ts';

interface Tour {
  /** The console API, for an operator. */
  readonly cloud: ApiClient;
  readonly projectId: string;
  /** The project's API with its public key. */
  readonly anyone: ApiClient;
  /** The project's API with a key that passes every rule. */
  readonly owner: ApiClient;
}

const GREET = "export default async (ctx) => ({ greeting: 'Hello ' + (ctx.payload?.name ?? 'you') });";
const HOOK = 'export default async (ctx) => ({ length: ctx.request.body.length });';

/** Calls every operation on functions successfully, and some with a failure. */
export async function tourFunctions({ cloud, projectId, anyone, owner }: Tour): Promise<void> {
  const all = `/projects/${projectId}/functions`;
  const put = (name: string, body: unknown) => cloud.call('PUT', `${all}/${name}`, { body });
  await put('greet', { trigger: 'http', source: GREET, description: 'Says hello' });
  await put('greet', { timeout_ms: 5000 });
  await put('greet', { source: 'export default (' });
  await put('greet', {});
  await put('hook', { trigger: 'webhook', files: { 'index.js': HOOK } });
  await put('nightly', { trigger: 'scheduled', schedule: '@daily', timezone: 'Europe/Berlin', source: GREET });
  await put('nightly', { schedule: 'never' });
  await put('greet', { source: GREET });
  await cloud.call('POST', `${all}/greet/rollback`, { body: {} });
  await cloud.call('POST', `${all}/greet/rollback`, { body: { version: 99 } });
  await cloud.get(all);
  await cloud.get(`${all}/nightly`);
  await cloud.get(`${all}/nobody`);
  await anyone.get('/functions');
  await anyone.post('/functions/greet/invoke', { name: 'Ada' });
  await anyone.post('/functions/hook/invoke', {});
  await anyone.post('/functions/nobody/invoke', {});
  await anyone.post('/functions/hook/webhook', { any: 'thing' });
  await anyone.post('/functions/greet/webhook', {});
  const ran = await cloud.post(`${all}/nightly/run`, {});
  await cloud.post(`${all}/nightly/run`, { run_id: textAt(ran.body, 'data', 'id') });
  await cloud.get(`${all}/nightly/runs?status=succeeded&trigger=manual`);
  await cloud.get(`${all}/nightly/runs?since=yesterday`);
  await cloud.get(`${all}/nightly/runs/${textAt(ran.body, 'data', 'id')}`);
  await cloud.get(`${all}/nightly/runs/none`);
  await tourJobs({ cloud, projectId, anyone, owner });
  await tourSecrets(cloud, projectId);
  await cloud.delete(`${all}/hook`);
  await cloud.delete(`${all}/hook`);
}

async function tourJobs({ cloud, projectId, anyone, owner }: Tour): Promise<void> {
  const all = `/projects/${projectId}/jobs`;
  await anyone.post('/functions/greet/later', {});
  await owner.post('/functions/greet/later', { after_s: -1 });
  const ordered = await owner.post('/functions/greet/later', { after_s: 3600, key: 'tour' });
  await owner.post('/functions/greet/later', { after_s: 3600, key: 'tour' });
  const other = await cloud.post(`/projects/${projectId}/functions/greet/later`, { after_s: 3600 });
  await cloud.post(`${all}/${textAt(other.body, 'data', 'id')}/run`, {});
  const one = `${all}/${textAt(ordered.body, 'data', 'id')}`;
  await cloud.get(`${all}?function=greet&state=waiting`);
  await cloud.post(`${all}/resume`, {});
  await cloud.get(one);
  await cloud.get(`${all}/none`);
  await cloud.post(`${one}/retry`, {});
  await cloud.delete(one);
  await cloud.delete(one);
  await cloud.post(`${one}/retry`, {});
}

async function tourSecrets(cloud: ApiClient, projectId: string): Promise<void> {
  const all = `/projects/${projectId}/secrets`;
  await cloud.call('PUT', `${all}/TOKEN`, { body: { value: 'a secret value' } });
  await cloud.call('PUT', `${all}/token`, { body: { value: 'a secret value' } });
  await cloud.get(all);
  await cloud.delete(`${all}/TOKEN`);
  await cloud.delete(`${all}/TOKEN`);
}
