import pg from 'pg';
import { findPort } from '../harness/find-port.ts';
import { startPgBouncer } from '../harness/pgbouncer.ts';
import { startPostgres } from '../harness/postgres.ts';
import type { Callers, HourRequest } from './callers.ts';
import { type Fault, type Installation, pause } from './installation.ts';
import type { Outages } from './outages.ts';
import type { Places } from './places.ts';

const DOWN_MS = 4_000;
const POOLER_DOWN_MS = 1_000;
const POLL_MS = 500;
/** A move ends when both of its servers are back, and a killed one with many files takes minutes for that. */
const MOVE_ENDS_MS = 600_000;
/** Writes that waited for the move are answered by then. */
const MOVE_OVER_MS = 2_000;
const OTHER: Readonly<Record<string, string>> = { primary: 'b', b: 'primary' };

/** Two PostgreSQL servers with a database each, behind one PgBouncer in transaction mode. */
export async function startTwoDatabases(
  outages: Outages,
  places: Places,
  place: AsyncDisposableStack,
): Promise<Installation> {
  const servers = { primary: place.use(await startPostgres()), b: place.use(await startPostgres()) };
  const urls = { primary: await servers.primary.createDatabase('primary'), b: await servers.b.createDatabase('b') };
  const pooler = place.use(await startPgBouncer(urls, await findPort()));
  const faults: readonly Fault[] = [
    {
      name: 'the server of b is killed',
      inject: () =>
        outages.during('b', async () => {
          await servers.b.kill();
          await pause(DOWN_MS);
          await servers.b.start();
        }),
    },
    {
      name: 'the server of primary is restarted',
      inject: () =>
        outages.during('primary', async () => {
          await servers.primary.stop();
          await servers.primary.start();
        }),
    },
    {
      name: 'PgBouncer is killed',
      inject: () =>
        outages.during('pooler', async () => {
          await pooler.kill();
          await pause(POOLER_DOWN_MS);
          await pooler.start();
        }),
    },
  ];
  return {
    description: `two PostgreSQL servers behind PgBouncer ${pooler.version}`,
    url: pooler.urlOf(urls.primary),
    faults,
    backupsNeedAllParts: false,
    ...movesOf(pooler.urlOf(urls.b), outages, places),
    requireOnePlace: (count) => requireOnePlace(Object.values(urls), count),
  };
}

function movesOf(urlOfB: string, outages: Outages, places: Places): Pick<Installation, 'attach' | 'locate' | 'move'> {
  let attached: Callers | undefined;
  let moves = 0;
  const callers = (): Callers => {
    if (attached === undefined) throw new Error('no processes are attached');
    return attached;
  };
  const placeOf = async (project: string): Promise<string> => {
    const { body } = await callers().must(reading(`/cloud/instance/projects?id=${project}`));
    const [found] = (body as { readonly data: readonly { readonly database: string }[] }).data;
    if (found === undefined) throw new Error(`${project} is nowhere`);
    return found.database;
  };
  const locate = async (projects: readonly string[]): Promise<void> => {
    for (const project of projects) places.set(project, [await placeOf(project)]);
  };
  return {
    attach: async (processes) => {
      attached = processes;
      const body = { name: 'b', url: urlOfB };
      await callers().must({
        kind: 'preparation',
        isWrite: true,
        method: 'POST',
        path: '/cloud/instance/databases',
        body,
      });
    },
    locate,
    move: async (project) => {
      const [from = 'primary'] = places.of(project);
      const database = OTHER[from];
      moves += 1;
      const part = `move ${moves}`;
      places.set(project, Object.keys(OTHER));
      places.setMoving(project, part);
      const path = `/cloud/projects/${project}/move?wait=60`;
      const request: HourRequest = { kind: 'move', project, isWrite: true, method: 'POST', path, body: { database } };
      const outcome = await outages.during(
        part,
        async () => {
          const answer = await callers().call(request);
          const state = await untilEnded(callers(), project);
          return answer === undefined ? 'no answer or 503' : state;
        },
        MOVE_OVER_MS,
      );
      await locate([project]);
      return outcome;
    },
  };
}

async function untilEnded(callers: Callers, project: string): Promise<string> {
  const deadline = performance.now() + MOVE_ENDS_MS;
  for (;;) {
    const { body } = await callers.must(reading(`/cloud/projects/${project}/moves?limit=1`));
    const [move] = (body as { readonly data: readonly { readonly state: string }[] }).data;
    if (move?.state !== 'running') return move?.state ?? 'not begun';
    if (performance.now() > deadline) throw new Error(`the move of ${project} does not end`);
    await pause(POLL_MS);
  }
}

function reading(path: string): HourRequest {
  return { kind: 'operator', isWrite: false, method: 'GET', path };
}

async function requireOnePlace(urls: readonly string[], count: number): Promise<void> {
  const places = new Map<string, number>();
  for (const url of urls) for (const name of await projectsIn(url)) places.set(name, (places.get(name) ?? 0) + 1);
  const several = [...places].filter(([, found]) => found !== 1);
  if (several.length > 0 || places.size < count)
    throw new Error(
      `${places.size} projects are somewhere, at least ${count} should be; in several places: ${JSON.stringify(several)}`,
    );
}

async function projectsIn(url: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(`SELECT n.nspname AS name FROM pg_namespace n
      WHERE n.nspname ~ '^p_[0-9a-f]{32}$' AND to_regclass(format('%I._tables', n.nspname)) IS NOT NULL`);
    return rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}
