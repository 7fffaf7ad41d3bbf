import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createApiClient } from '../harness/api-client.ts';
import { cleaningUp } from '../harness/cleaning-up.ts';
import { startPostgres } from '../harness/postgres.ts';
import { type ServiceProcess, startService } from '../harness/service-process.ts';
import { tryEightDatabases } from './eight-databases.ts';
import { padCatalogue, settleCatalogue } from './pad-catalogue.ts';
import {
  backendCpuMs,
  backendMemory,
  catalogueBytes,
  catalogueIds,
  connectionsOf,
  pagesRead,
  relationsOf,
  transactionsOf,
} from './postgres-figures.ts';
import { backUpProject, makeProject, type UsedProject, useProject, writeRow } from './used-project.ts';

const AT_ONCE = 16;
const SAMPLES = 100;
const BACKUPS = 20;
const IDLE_MS = 10_000;
/** Requests are written into the projects' logs, which have background work until a minute later. */
const SETTLE_MS = 150_000;
const CALLERS = 4;
/** An idle connection reports what it has read after ten seconds. */
const REPORTED_MS = 11_000;

/**
 * Measures many projects on PostgreSQL: creates them with a table each, and prints the time for that, their size, and
 * the cost of first uses, a start, a sleeping project and idle minutes. Fails when any request is refused. `npm run
 * test:scale -- 1000 --relations 1000000` adds this many other relations to the catalogue.
 */
async function main(projects: number, relations: number, place: AsyncDisposableStack): Promise<void> {
  const server = place.use(await startPostgres());
  const url = await server.createDatabase('scale');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  place.defer(() => client.end());
  if (relations > 0) await padCatalogue(client, relations);
  await settleCatalogue(client);
  // Both processes use the files of the first one.
  const dataDir = await mkdtemp(join(tmpdir(), 'service-scale-'));
  place.defer(() => rm(dataDir, { recursive: true, force: true }));
  const env = {
    SERVICE_DATABASE_URL: url,
    SERVICE_SINGLE_PROCESS: 'on',
    SERVICE_RATE_LIMITS: 'off',
    SERVICE_LOG_LEVEL: 'warn',
    SERVICE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
  const first = place.use(await startService({ dataDir, env }));
  const cost = costOf(client, await catalogueIds(client));
  const made = await cost('a new project with a table', projects, () => make(first, projects));
  print('projects made a second, 16 at once', (projects / made.seconds).toFixed(1));
  await show('of a project with one table', client, projects);
  const nextUrl = (): string => first.url;
  for (const [what, work] of [
    ['first row and list of a project', writeRow],
    ['first function, user, file and call of a project', useProject],
  ] as const) {
    const took = await cost(what, projects, () => onEach(made.projects, (project) => work(nextUrl, project)));
    print(what, `p50 ${took.p50.toFixed(0)} ms, p99 ${took.p99.toFixed(0)} ms`);
  }
  print('catalogue of the database', `${((await catalogueBytes(client)) / 2 ** 20).toFixed(0)} MB`);
  await first.stop();

  const startedAt = performance.now();
  const second = place.use(await startService({ dataDir, env }));
  print('start', `${(performance.now() - startedAt).toFixed(0)} ms`);
  const { p50, p99 } = await cost('first read of a sleeping project', Math.min(projects, SAMPLES), () =>
    readSleeping(second, made.projects),
  );
  print('first read of a sleeping project', `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`);
  print('private memory of the largest backend', `${(await backendMemory(client)) / 1024} MB`);
  print('connections of the process', await connectionsOf(client));
  const backups = Math.min(projects, BACKUPS);
  const backup = await cost('backup of one project', backups, () => backUp(second, made.projects));
  print('backup of one project', `${backup.toFixed(0)} ms`);
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  await show('of a project that is used', client, projects);
  const before = await transactionsOf(client);
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  print('transactions a second when idle', (((await transactionsOf(client)) - before) / (IDLE_MS / 1000)).toFixed(1));
  await second.stop();
}

/** Prints what each of `count` works cost the server's processes of connections, which other load hardly changes. */
function costOf(client: pg.Client, catalogue: readonly number[]) {
  const untilReported = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, REPORTED_MS));
  return async <Result>(what: string, count: number, work: () => Promise<Result>): Promise<Result> => {
    // Otherwise what connections read before the work would count as read by it.
    await untilReported();
    const [cpuMs, pages] = [await backendCpuMs(client), await pagesRead(client, catalogue)];
    const result = await work();
    const spentMs = (await backendCpuMs(client)) - cpuMs;
    await untilReported();
    print(`processor of the connections: ${what}`, `${(spentMs / count).toFixed(1)} ms`);
    print(`pages of the catalogue: ${what}`, (((await pagesRead(client, catalogue)) - pages) / count).toFixed(0));
    return result;
  };
}

async function make(service: ServiceProcess, count: number): Promise<{ projects: UsedProject[]; seconds: number }> {
  const projects: UsedProject[] = [];
  const startedAt = performance.now();
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) {
      const id = `many-${next}`;
      next += 1;
      projects.push(await makeProject(() => service.url, id));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { projects, seconds: (performance.now() - startedAt) / 1000 };
}

/** The times of one piece of work in every project. */
async function onEach(projects: readonly UsedProject[], work: (project: UsedProject) => Promise<void>) {
  const took: number[] = [];
  const waiting = [...projects];
  const caller = async (): Promise<void> => {
    for (let project = waiting.shift(); project !== undefined; project = waiting.shift()) {
      const startedAt = performance.now();
      await work(project);
      took.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return percentilesOf(took);
}

interface Percentiles {
  readonly p50: number;
  readonly p99: number;
}

function percentilesOf(took: readonly number[]): Percentiles {
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

async function readSleeping(service: ServiceProcess, projects: readonly UsedProject[]) {
  const step = Math.max(1, Math.floor(projects.length / SAMPLES));
  const took: number[] = [];
  for (let index = 0; index < projects.length; index += step) {
    const project = projects[index];
    if (project === undefined) continue;
    const api = createApiClient(`${service.url}/api/baas/${project.id}`, project.publicKey);
    const startedAt = performance.now();
    const read = await api.get('/data/notes');
    took.push(performance.now() - startedAt);
    if (read.status !== 200) throw new Error(read.text);
  }
  return percentilesOf(took);
}

/** Milliseconds of each call, one after the other. */
async function backUp(service: ServiceProcess, projects: readonly UsedProject[]): Promise<number> {
  const asked = projects.slice(0, BACKUPS);
  const startedAt = performance.now();
  for (const project of asked) await backUpProject(() => service.url, project);
  return (performance.now() - startedAt) / asked.length;
}

async function show(whose: string, client: pg.Client, projects: number): Promise<void> {
  const { relations, bytes } = await relationsOf(client);
  print(`relations ${whose}`, (relations / projects).toFixed(1));
  print(`disk ${whose}`, `${(bytes / projects / 1024).toFixed(0)} KB`);
}

function print(what: string, figure: string | number): void {
  console.log(`${what.padEnd(62)}${figure}`);
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { relations: { type: 'string' }, rounds: { type: 'string' } },
});
const ofDatabases = positionals[0] === 'databases';
const projects = Number((ofDatabases ? positionals[1] : positionals[0]) ?? (ofDatabases ? 240 : 1000));
const [relations, rounds] = [Number(values.relations ?? 0), Number(values.rounds ?? 3)];
if (![projects, relations, rounds].every((number) => Number.isInteger(number) && number >= 0) || projects === 0) {
  console.error(`How many projects, and relations of others? npm run test:scale -- 1000 --relations 1000000
Eight databases, with kills in each round: npm run test:scale -- databases 240 --rounds 3`);
  process.exit(2);
}
await cleaningUp((place) =>
  ofDatabases ? tryEightDatabases(projects, rounds, place) : main(projects, relations, place),
);
