import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiClient, at, createApiClient } from '../harness/api-client.ts';
import { type MailServer, startMailServer } from '../harness/mail-server.ts';
import { startPostgres } from '../harness/postgres.ts';
import { ADMIN_TOKEN } from '../harness/service-process.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../harness/webhook-receiver.ts';
import { startObjectStore } from './object-store.ts';
import { type Processes, startProcesses } from './processes.ts';
import { auditSlots, type SlotsFound } from './slots.ts';

const PROCESSES = 3;
const PROJECTS = ['death-0', 'death-1', 'death-2', 'death-3', 'death-4'];
const SLOT = `export default async (ctx) => {
  await ctx.data.table('slots').insert({ slot: ctx.payload.scheduled_for, by: NAME });
};`;
/** By function name: how often a run is retried after it failed or its process died. */
const SCHEDULED = { repeated: 3, once: 0 };

/**
 * Three processes on one PostgreSQL and one object store, with five projects that have schedules, webhooks and mails.
 */
export interface DyingCluster {
  readonly processes: Processes;
  readonly receiver: WebhookReceiver;
  readonly mailServer: MailServer;
  readonly projects: readonly string[];
  prepare(): Promise<void>;
  /** Compares every slot since `prepare` with its runs. */
  slots(): Promise<SlotsFound>;
}

export async function startDyingCluster(place: AsyncDisposableStack): Promise<DyingCluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'service-dying-'));
  place.defer(() => rm(dataDir, { recursive: true, force: true }));
  const postgres = place.use(await startPostgres());
  const objects = place.use(await startObjectStore());
  const receiver = place.use(await startWebhookReceiver());
  const mailServer = place.use(await startMailServer());
  const processes = place.use(
    await startProcesses(PROCESSES, {
      dataDir,
      env: {
        SERVICE_DATABASE_URL: await postgres.createDatabase('service'),
        SERVICE_BLOBS_URL: objects.url,
        SERVICE_OUTBOUND_ALLOW: `127.0.0.1:${receiver.port}`,
        SERVICE_SMTP_URL: mailServer.url,
        SERVICE_MAIL_FROM: 'service@example.com',
        SERVICE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
        SERVICE_LOG_LEVEL: 'warn',
      },
    }),
  );
  let preparedAt = 0;
  const api = (): ApiClient => createApiClient(`${processes.urls()[0]}/api`, ADMIN_TOKEN);

  return {
    processes,
    receiver,
    mailServer,
    projects: PROJECTS,
    async prepare() {
      for (const id of PROJECTS) await prepareProject(api(), id, receiver);
      preparedAt = Date.now();
    },
    async slots() {
      const found = await Promise.all(
        PROJECTS.flatMap((id) => Object.keys(SCHEDULED).map((name) => slotsOf(api(), id, name, preparedAt))),
      );
      return {
        fired: found.reduce((sum, { fired }) => sum + fired, 0),
        delaysMs: found.flatMap(({ delaysMs }) => delaysMs),
        problems: found.flatMap(({ problems }) => problems),
      };
    },
  };
}

async function prepareProject(api: ApiClient, id: string, receiver: WebhookReceiver): Promise<void> {
  const must = async (method: string, path: string, body: object): Promise<void> => {
    const answer = await api.call(method, `/cloud${path}`, { body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
  };
  await must('POST', '/projects', { name: id, id });
  await must('POST', `/projects/${id}/tables`, { name: 'notes', columns: [{ name: 'n', type: 'text' }] });
  const columns = [
    { name: 'slot', type: 'text' },
    { name: 'by', type: 'text' },
  ];
  await must('POST', `/projects/${id}/tables`, { name: 'slots', columns });
  const webhook = { table: 'notes', events: ['insert'], url: `${receiver.url}/${id}` };
  await must('POST', `/projects/${id}/webhooks`, webhook);
  for (const [name, retries] of Object.entries(SCHEDULED)) {
    const source = SLOT.replace('NAME', `'${name}'`);
    const body = { trigger: 'scheduled', schedule: '* * * * *', retries, source };
    await must('PUT', `/projects/${id}/functions/${name}`, body);
  }
}

async function slotsOf(api: ApiClient, id: string, name: string, sinceMs: number): Promise<SlotsFound> {
  const runs = await api.get(`/cloud/projects/${id}/functions/${name}/runs?limit=500`);
  const rows = await api.get(`/baas/${id}/data/slots?filter=by:eq:${name}&limit=500&select=slot,created_at`);
  return auditSlots({
    name: `${id}/${name}`,
    sinceMs,
    mayRepeat: name === 'repeated',
    runs: at(runs.body, 'data') as { scheduled_for: string; status: string }[],
    rows: at(rows.body, 'data') as { slot: string; created_at: string }[],
  });
}
