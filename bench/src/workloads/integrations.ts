import { createHmac } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { cpuMs } from '../../../e2e/harness/process-usage.ts';
import { type Figure, median, short, whole } from '../figures.ts';
import { BENCH_COLUMNS, newRowOf } from '../rows.ts';
import { AdminApi, type BenchProject } from '../service/admin-api.ts';
import { ADMIN_TOKEN, type RunningService, startService } from '../service/start-service.ts';
import { TARGETS } from '../targets.ts';
import type { BenchRun } from './bench-run.ts';

const CALLS = 1000;
const EVENTS = 1000;
const EVENTS_AT_ONCE = 8;
const INSERTS_AT_ONCE = 4;
const SECRET = 'whsec_bench';
const MAIL = { to: 'ann@example.com', subject: 'Hello', text: 'How are you?' };

export async function measureIntegrations(run: BenchRun): Promise<Figure[]> {
  const dataDir = join(run.directory, 'integrations');
  await mkdir(dataDir);
  const cleanUp = new AsyncDisposableStack();
  try {
    const provider = cleanUp.use(await startProvider());
    const databaseUrl = await run.createDatabase('bench_integrations');
    const { start } = run.options;
    const service = cleanUp.use(await startService({ dataDir, start, databaseUrl, outboundAllow: provider.host }));
    const project = await createProject(service, provider.url);
    return [await measureOverhead(service, project, provider.url), await measureEvents(service, project)];
  } finally {
    await cleanUp.disposeAsync();
  }
}

interface Provider extends AsyncDisposable {
  readonly url: string;
  readonly host: string;
}

async function startProvider(): Promise<Provider> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"a-mail"}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://${host}`, host, [Symbol.asyncDispose]: close };
}

async function createProject(service: RunningService, providerUrl: string): Promise<BenchProject> {
  const api = new AdminApi(service);
  const project = await api.createProject('bench-integrations');
  await api.createTable(project.id, { name: 'items', columns: BENCH_COLUMNS });
  const cloud = (method: string, path: string, body: object): Promise<void> =>
    ask(`${service.url}/api/cloud/projects/${project.id}${path}`, { method, body: JSON.stringify(body) });
  await cloud('PATCH', '/billing', { plan: 'pro' });
  await cloud('POST', '/billing/entries', { amount: 1_000_000, kind: 'top_up' });
  const email = { provider: 'resend', from: 'bench@example.com', api_key: 'a-key-of-the-bench', base_url: providerUrl };
  await cloud('PUT', '/integrations/email', email);
  await cloud('PUT', '/integrations/payments', {
    provider: 'stripe',
    secret_key: 'sk_bench_key',
    webhook_secret: SECRET,
  });
  return project;
}

async function measureOverhead(service: RunningService, project: BenchProject, providerUrl: string): Promise<Figure> {
  const invoke = `${service.url}/api/baas/${project.id}/functions/send_email/invoke`;
  const call = { method: 'POST', body: JSON.stringify(MAIL), key: project.secretKey };
  await timesOf(CALLS / 3, () => ask(invoke, call));
  const bare = median(await timesOf(CALLS, () => ask(`${providerUrl}/emails`, call)));
  const before = cpuMs(service.pid);
  const ours = median(await timesOf(CALLS, () => ask(invoke, call)));
  const cpuUs = ((cpuMs(service.pid) - before) * 1000) / CALLS;
  return {
    work: 'send_email, over the bare call of its provider',
    figure: `+${short(ours - bare)} ms`,
    floor: `provider: ${short(bare)} ms`,
    value: ours - bare,
    target: TARGETS.templateOverheadMs,
    p50Ms: ours,
    cpuUs,
  };
}

async function measureEvents(service: RunningService, project: BenchProject): Promise<Figure> {
  const base = `${service.url}/api/baas/${project.id}`;
  let isDone = false;
  const insert = async (): Promise<void> => {
    while (!isDone)
      await ask(`${base}/data/items`, { method: 'POST', body: JSON.stringify(newRowOf(1)), key: project.secretKey });
  };
  const inserting = Promise.all(Array.from({ length: INSERTS_AT_ONCE }, insert));
  const at = Math.floor(Date.now() / 1000);
  let next = 0;
  const began = performance.now();
  const times = await Promise.all(
    Array.from({ length: EVENTS_AT_ONCE }, async () => {
      const own: number[] = [];
      while (next < EVENTS) {
        next += 1;
        own.push(...(await timesOf(1, () => ask(`${base}/payments/webhook/stripe`, eventOf(next, at)))));
      }
      return own;
    }),
  );
  const perMinute = (EVENTS * 60_000) / (performance.now() - began);
  isDone = true;
  await inserting;
  return {
    work: 'events of payments applied, beside inserts',
    figure: `${whole(perMinute)}/min`,
    value: perMinute,
    target: TARGETS.eventsPerMinute,
    p50Ms: median(times.flat()),
  };
}

function eventOf(number: number, at: number) {
  const object = { id: `pi_${number}`, object: 'payment_intent', status: 'succeeded', amount: 5, currency: 'eur' };
  const event = { id: `evt_${number}`, type: 'payment_intent.succeeded', created: at, data: { object } };
  const body = JSON.stringify(event);
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', SECRET).update(`${time}.${body}`).digest('hex');
  return { method: 'POST', body, headers: { 'stripe-signature': `t=${time},v1=${signature}` } };
}

async function timesOf(count: number, work: () => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  for (let done = 0; done < count; done += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return times;
}

interface Question {
  readonly method: string;
  readonly body: string;
  /** Default is the admin token. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function ask(url: string, { method, body, key = ADMIN_TOKEN, headers }: Question): Promise<void> {
  const type = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const answer = await fetch(url, { method, body, headers: { ...type, ...headers } });
  const text = await answer.text();
  if (answer.status >= 300) throw new Error(`${method} ${url}: ${answer.status} ${text.slice(0, 300)}`);
}
