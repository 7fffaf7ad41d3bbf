import { parseArgs } from 'node:util';
import pg from 'pg';
import { createApiClient, textAt } from '../harness/api-client.ts';
import { cleaningUp } from '../harness/cleaning-up.ts';
import { startPostgres } from '../harness/postgres.ts';
import { ADMIN_TOKEN, type ServiceProcess, startService } from '../harness/service-process.ts';
import { backendMemory, catalogueBytes, connectionsOf, relationsOf, transactionsOf } from './postgres-figures.ts';

const AT_ONCE = 16;
const SAMPLES = 100;
const BACKUPS = 20;
const IDLE_MS = 10_000;
/** Requests are written into the projects' logs, and each of these is looked at for the last time a minute later. */
const SETTLE_MS = 150_000;
const TABLE = {
  name: 'notes',
  columns: [{ name: 'title', type: 'text' }],
  rules: { read: 'public', create: 'public' },
};

interface MadeProject {
  readonly id: string;
  readonly key: string;
}

/**
 * Cost of many projects on PostgreSQL: makes them with a table each and prints how fast that went, what they take, and
 * what a start, a sleeping project and idle minutes cost with them. `npm run test:scale -- 1000`.
 */
async function main(projects: number, place: AsyncDisposableStack): Promise<void> {
  const server = place.use(await startPostgres());
  const url = await server.createDatabase('scale');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  place.defer(() => client.end());
  const env = {
    SERVICE_DATABASE_URL: url,
    SERVICE_SINGLE_PROCESS: 'on',
    SERVICE_RATE_LIMITS: 'off',
    SERVICE_LOG_LEVEL: 'warn',
    SERVICE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
  const first = place.use(await startService({ env }));
  const made = await make(first, projects);
  print('projects made a second, 16 at once', (projects / made.seconds).toFixed(1));
  await show('of a project with one table', client, projects);
  print('catalogue of the database', `${((await catalogueBytes(client)) / 2 ** 20).toFixed(0)} MB`);
  await first.stop();

  const startedAt = performance.now();
  const second = place.use(await startService({ env }));
  print('start', `${(performance.now() - startedAt).toFixed(0)} ms`);
  const { p50, p99 } = await readSleeping(second, made.projects);
  print('first read of a sleeping project', `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`);
  print('private memory of the largest backend', `${(await backendMemory(client)) / 1024} MB`);
  print('connections of the process', await connectionsOf(client));
  print('backup of one project', `${(await backUp(second, made.projects)).toFixed(0)} ms`);
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  await show('of a project that is used', client, projects);
  const before = await transactionsOf(client);
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  print('transactions a second when idle', (((await transactionsOf(client)) - before) / (IDLE_MS / 1000)).toFixed(1));
  await second.stop();
}

async function make(service: ServiceProcess, count: number): Promise<{ projects: MadeProject[]; seconds: number }> {
  const cloud = createApiClient(`${service.url}/api/cloud`, ADMIN_TOKEN);
  const projects: MadeProject[] = [];
  const startedAt = performance.now();
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) {
      const id = `many-${next}`;
      next += 1;
      const made = await cloud.post('/projects', { name: id, id });
      if (made.status !== 201) throw new Error(made.text);
      const table = await cloud.post(`/projects/${id}/tables`, TABLE);
      if (table.status !== 201) throw new Error(table.text);
      projects.push({ id, key: textAt(made.body, 'data', 'public_key') });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { projects, seconds: (performance.now() - startedAt) / 1000 };
}

async function readSleeping(service: ServiceProcess, projects: readonly MadeProject[]) {
  const step = Math.max(1, Math.floor(projects.length / SAMPLES));
  const took: number[] = [];
  for (let index = 0; index < projects.length; index += step) {
    const project = projects[index];
    if (project === undefined) continue;
    const api = createApiClient(`${service.url}/api/baas/${project.id}`, project.key);
    const startedAt = performance.now();
    const read = await api.get('/data/notes');
    took.push(performance.now() - startedAt);
    if (read.status !== 200) throw new Error(read.text);
  }
  took.sort((a, b) => a - b);
  const at = (share: number): number => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

/** Milliseconds for each, one after the other. */
async function backUp(service: ServiceProcess, projects: readonly MadeProject[]): Promise<number> {
  const cloud = createApiClient(`${service.url}/api/cloud`, ADMIN_TOKEN);
  const asked = projects.slice(0, BACKUPS);
  const startedAt = performance.now();
  for (const { id } of asked) {
    const backup = await cloud.get(`/projects/${id}/backup`);
    if (backup.status !== 200) throw new Error(backup.text);
  }
  return (performance.now() - startedAt) / asked.length;
}

async function show(whose: string, client: pg.Client, projects: number): Promise<void> {
  const { relations, bytes } = await relationsOf(client);
  print(`relations ${whose}`, (relations / projects).toFixed(1));
  print(`disk ${whose}`, `${(bytes / projects / 1024).toFixed(0)} KB`);
}

function print(what: string, figure: string | number): void {
  console.log(`${what.padEnd(42)}${figure}`);
}

const { positionals } = parseArgs({ allowPositionals: true });
const projects = Number(positionals[0] ?? 1000);
if (!Number.isInteger(projects) || projects < 1) {
  console.error('How many projects? npm run test:scale -- 1000');
  process.exit(2);
}
await cleaningUp((place) => main(projects, place));
