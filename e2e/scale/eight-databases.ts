import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { audit, printTable } from '../cluster/ledger.ts';
import { type PostgresServer, startPostgres } from '../harness/postgres.ts';
import { type ServiceProcess, startService } from '../harness/service-process.ts';
import { Databases } from './databases.ts';
import { NotedWriters } from './noted-writers.ts';
import { makeProject, type UsedProject } from './used-project.ts';

/** The primary has the weight 1, as every installation begins. */
const WEIGHTS: Readonly<Record<string, number>> = { b: 1, c: 2, d: 1, e: 2, f: 1, g: 3, h: 1 };
/** Databases on the server that is killed. */
const KILLED: ReadonlySet<string> = new Set(['e', 'f', 'g', 'h']);
const AT_ONCE = 8;
const WRITERS = 8;
const MOVERS = 3;
const ROUND_MS = 15_000;
const DOWN_MS = 4_000;
/** A process counts as gone after ten seconds without a sign of life, and then its moves are ended. */
const MOVES_END_MS = 90_000;
/** A process opens at most this many to all further databases, besides those of moves and checks (docs/operations.md). */
const OTHERS_MAX = 48;
/** A move has one connection to each of its databases, the check of a database has one. */
const CONNECTIONS = {
  primary: 30 + MOVERS + 1,
  others: OTHERS_MAX + 2 * MOVERS + Object.keys(WEIGHTS).length,
};

/**
 * Runs one service with eight databases on two PostgreSQL servers: places projects by weight, writes and moves
 * them, kills a server and the service in the middle of moves, and then compares every acknowledged row. Throws when
 * something does not hold.
 */
export async function tryEightDatabases(projects: number, rounds: number, place: AsyncDisposableStack): Promise<void> {
  const [kept, killed] = [place.use(await startPostgres()), place.use(await startPostgres())];
  const primary = await kept.createDatabase('primary');
  const urls = new Map<string, string>([['primary', primary]]);
  for (const name of Object.keys(WEIGHTS)) {
    urls.set(name, await (KILLED.has(name) ? killed : kept).createDatabase(`database_${name}`));
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'service-databases-'));
  place.defer(() => rm(dataDir, { recursive: true, force: true }));
  const env = {
    SERVICE_DATABASE_URL: primary,
    SERVICE_DATABASE_CONNECTIONS: String(OTHERS_MAX),
    SERVICE_SINGLE_PROCESS: 'on',
    SERVICE_LOG_LEVEL: 'error',
    SERVICE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
  let service = await startService({ dataDir, env });
  place.defer(() => service.end('SIGKILL').then(() => undefined));
  const url = (): string => service.url;
  const databases = new Databases(url);
  for (const [name, weight] of Object.entries(WEIGHTS)) await databases.add(name, urls.get(name) ?? '', weight);
  const made = await make(url, projects);
  await requireShares(databases, projects);

  const writers = new NotedWriters(url, made);
  const watch = watchConnections([...urls.values()]);
  place.defer(async () => void (await watch.stop()));
  writers.start(WRITERS);
  const moves = new Moves(databases, made, [...urls.keys()]);
  moves.start(MOVERS);
  for (let round = 1; round <= rounds; round += 1) {
    await pause(ROUND_MS);
    await killServer(killed);
    await pause(ROUND_MS);
    await service.end('SIGKILL');
    watch.restart();
    service = await restart({ dataDir, env }, service);
  }
  await pause(ROUND_MS);
  await moves.stop();
  await writers.stop();
  await untilMoved(databases, made);
  print('moves', moves.outcomes);
  print('refused writes', writers.refused);
  console.log(`longest write ${writers.longestMs.toFixed(0)} ms; most connections: ${await watch.stop()}`);
  const all = (await databases.list()).reduce((sum, { projects: has }) => sum + has, 0);
  await requireOnePlace(all, [...urls.values()]);
  await compareRows(writers, made);
}

async function make(url: () => string, count: number): Promise<readonly UsedProject[]> {
  const made: UsedProject[] = [];
  const numbers = Array.from({ length: count }, (_number, index) => index);
  const maker = async (): Promise<void> => {
    for (let number = numbers.shift(); number !== undefined; number = numbers.shift()) {
      made.push(await makeProject(url, `placed-${number}`));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, maker));
  return made;
}

/** Projects that are created at once may be counted late, so each share may be off by their number. */
async function requireShares(databases: Databases, projects: number): Promise<void> {
  const found = await databases.list();
  const weights = found.reduce((sum, { weight }) => sum + weight, 0);
  console.log('| database | weight | projects | share of the weight |\n|---|---|---|---|');
  for (const { name, weight, projects: has } of found) {
    const wanted = (projects * weight) / weights;
    console.log(`| ${name} | ${weight} | ${has} | ${wanted.toFixed(1)} |`);
    if (Math.abs(has - wanted) > AT_ONCE)
      throw new Error(`${name} has ${has} projects instead of ${wanted.toFixed(1)}`);
  }
}

async function killServer(server: PostgresServer): Promise<void> {
  await server.kill();
  await pause(DOWN_MS);
  await server.start();
}

async function restart(options: object, before: ServiceProcess): Promise<ServiceProcess> {
  return await startService({ ...options, port: before.port });
}

/** Moves projects to and fro at random. */
class Moves {
  readonly outcomes = new Map<string, number>();
  readonly #databases: Databases;
  readonly #projects: readonly UsedProject[];
  readonly #names: readonly string[];
  #isStopped = false;
  #working: Promise<unknown> = Promise.resolve();

  constructor(databases: Databases, projects: readonly UsedProject[], names: readonly string[]) {
    this.#databases = databases;
    this.#projects = projects;
    this.#names = names;
  }

  start(movers: number): void {
    this.#working = Promise.all(Array.from({ length: movers }, () => this.#move()));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#working;
  }

  async #move(): Promise<void> {
    while (!this.#isStopped) {
      const project = this.#projects[randomInt(this.#projects.length)]?.id ?? '';
      const target = this.#names[randomInt(this.#names.length)] ?? '';
      const outcome = await this.#databases.move(project, target).catch(() => 'no answer');
      this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
      // A service that is being started again answers nothing for some seconds.
      if (outcome === 'no answer') await pause(500);
    }
  }
}

async function untilMoved(databases: Databases, projects: readonly UsedProject[]): Promise<void> {
  const until = performance.now() + MOVES_END_MS;
  for (const { id } of projects) {
    while (await databases.isMoving(id)) {
      if (performance.now() > until) throw new Error(`the move of ${id} does not end`);
      await pause(500);
    }
  }
}

interface ConnectionWatch {
  /** From now on only later connections count: PostgreSQL notices late that a killed process is gone. */
  restart(): void;
  stop(): Promise<string>;
}

/** Notes the most connections to the primary, and to all other databases together. */
function watchConnections(urls: readonly string[]): ConnectionWatch {
  let since = new Date();
  const most = { primary: 0, others: 0 };
  let isStopped = false;
  const watching = (async () => {
    while (!isStopped) {
      const counts = await Promise.all(urls.map((url) => countIn(url, since)));
      const [primary = 0, ...others] = counts;
      most.primary = Math.max(most.primary, primary);
      most.others = Math.max(
        most.others,
        others.reduce((sum, count) => sum + count, 0),
      );
      await pause(1_000);
    }
  })();
  return {
    restart: () => {
      since = new Date();
    },
    async stop() {
      isStopped = true;
      await watching;
      if (most.primary > CONNECTIONS.primary || most.others > CONNECTIONS.others) {
        throw new Error(`more connections than allowed: ${JSON.stringify(most)}`);
      }
      return JSON.stringify(most);
    },
  };
}

async function countIn(url: string, since: Date): Promise<number> {
  const counting = inDatabase(url, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database()
        AND pid <> pg_backend_pid() AND client_port IS NOT NULL AND backend_start >= $1`,
      [since],
    );
    return rows[0]?.count ?? 0;
  });
  // A killed server has none.
  return await counting.catch(() => 0);
}

/** Every project's tables are in exactly one database. */
async function requireOnePlace(projects: number, urls: readonly string[]): Promise<void> {
  const places = new Map<string, number>();
  for (const url of urls) {
    const names = await inDatabase(url, async (client) => {
      const { rows } = await client.query<{ name: string }>(`SELECT n.nspname AS name FROM pg_namespace n
        WHERE n.nspname ~ '^p_[0-9a-f]{32}$' AND to_regclass(format('%I._tables', n.nspname)) IS NOT NULL`);
      return rows.map(({ name }) => name);
    });
    for (const name of names) places.set(name, (places.get(name) ?? 0) + 1);
  }
  const several = [...places].filter(([, count]) => count !== 1);
  if (several.length > 0 || places.size !== projects) {
    throw new Error(
      `${places.size} of ${projects} projects are somewhere, in several places: ${JSON.stringify(several)}`,
    );
  }
}

async function compareRows(writers: NotedWriters, projects: readonly UsedProject[]): Promise<void> {
  const [acknowledged, found]: [string[], string[]] = [[], []];
  for (const project of projects) {
    acknowledged.push(...(writers.acknowledged.get(project.id) ?? []).map((title) => `${project.id} ${title}`));
    found.push(...(await writers.rowsOf(project)).map((title) => `${project.id} ${title}`));
  }
  const finding = audit('rows', acknowledged, found);
  printTable([finding]);
  if (finding.lost > 0 || finding.doubled > 0) throw new Error('the ledger has a difference');
}

async function inDatabase<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function print(what: string, counts: ReadonlyMap<string, number>): void {
  console.log(`${what}: ${[...counts].map(([name, count]) => `${name} ${count}`).join(', ')}`);
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
