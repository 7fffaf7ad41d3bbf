import { expect } from 'vitest';
import type { Database, Row, StoreName } from '../src/database/index.ts';
import type { TestProject, TestServer } from './start-test-server.ts';
import { storeOf } from './store-of.ts';

export interface Effects {
  /** Number of new, changed or deleted rows in each table of the project. */
  readonly rows?: Readonly<Record<string, number>>;
  /** Kinds of new jobs that will run later, without mails. */
  readonly jobs?: readonly string[];
  /** Number of mails that were sent, or that wait because there is no mail server. */
  readonly mails?: number;
  /** Events of new webhook deliveries. */
  readonly deliveries?: readonly string[];
  /** Other tables with new, changed or deleted rows; the service's tables as `control.<table>`. */
  readonly others?: readonly string[];
}

const NOTHING: Required<Effects> = { rows: {}, jobs: [], mails: 0, deliveries: [], others: [] };

/** The service's internal records, which are no effects on a project: requests, metrics, times of last use, checks of blobs. */
const NOTES: ReadonlySet<string> = new Set([
  '_request_log',
  '_log_spans',
  '_table_stats',
  'control.live_processes',
  'control.project_keys',
  'control.project_metrics',
  'control.scrub',
  'control.store_work',
  'control.webhook_work',
]);

/**
 * Runs some work and all jobs due after it, then compares every table of the project and of the service with its state before. Effects
 * that `expected` does not name must not have happened.
 */
export async function expectEffects(
  { server, project }: { readonly server: TestServer; readonly project: Pick<TestProject, 'id'> },
  work: () => Promise<unknown>,
  expected: Effects = {},
): Promise<void> {
  const { database } = server;
  const store = await storeOf(database, project.id);
  // The first log entry schedules a clean-up job; this request creates it before the comparison.
  await server.api(`/api/baas/${project.id}/auth/config`);
  // The table comes, with its row, when something first reads it, which also a job in the background may be.
  await database.query(store, { text: `SELECT bytes FROM ${database.dialect.table('_storage_usage')}`, values: [] });
  await settle(server, project.id);
  const before = await readTables(database, store);
  await work();
  await settle(server, project.id);
  const after = await readTables(database, store);
  expect(effectsOf(before, after)).toEqual({ ...NOTHING, ...expected });
}

/** Sends a request, and compares the status of its answer and its effects. */
export async function expectOutcome(
  open: { readonly server: TestServer; readonly project: Pick<TestProject, 'id'> },
  send: () => Promise<{ readonly status: number; readonly text: string }>,
  { status, ...effects }: Effects & { readonly status: number },
): Promise<void> {
  let answer: { readonly status: number; readonly text: string } | undefined;
  const work = async () => {
    answer = await send();
  };
  await expectEffects(open, work, effects);
  expect(answer?.status, answer?.text).toBe(status);
}

/** Sends requests that must be refused with these statuses, and checks that none of them has an effect. */
export async function expectRefusals(
  open: { readonly server: TestServer; readonly project: Pick<TestProject, 'id'> },
  send: (
    method: string,
    path: string,
    json?: object,
  ) => () => Promise<{ readonly status: number; readonly text: string }>,
  requests: readonly (readonly [status: number, method: string, path: string, json?: object])[],
): Promise<void> {
  await expectEffects(open, async () => {
    for (const [status, method, path, json] of requests) {
      const answer = await send(method, path, json)();
      expect([method, path, answer.status], answer.text).toEqual([method, path, status]);
    }
  });
}

/** Requests are logged after their responses; reading the log flushes the pending entries. */
async function settle(server: TestServer, projectId: string): Promise<void> {
  const log = await server.adminApi(`/api/cloud/projects/${projectId}/logs?limit=0`);
  expect(log.status).toBe(200);
  await server.runJobsUntilIdle();
}

type Tables = ReadonlyMap<string, readonly Row[]>;

function effectsOf(before: Tables, after: Tables): Required<Effects> {
  const rows: Record<string, number> = {};
  const jobs: string[] = [];
  const deliveries: string[] = [];
  const others: string[] = [];
  let sent = 0;
  for (const [table, now] of after) {
    if (NOTES.has(table)) continue;
    const then = before.get(table) ?? [];
    const fresh = without(now, then);
    const changes = Math.max(fresh.length, without(then, now).length);
    if (changes === 0) continue;
    if (/^(?:control\.)?_jobs$/.test(table)) jobs.push(...added(now, then).map(({ kind }) => String(kind)));
    else if (table === 'control.mailbox') sent += added(now, then).length;
    else if (table === '_webhook_deliveries') deliveries.push(...added(now, then).map(({ event }) => String(event)));
    else if (/^(?:_|control\.)/.test(table)) others.push(table);
    else rows[table] = changes;
  }
  const mails = sent + jobs.filter((kind) => kind === 'mail').length;
  return { rows, jobs: jobs.filter((kind) => kind !== 'mail'), mails, deliveries, others };
}

/** Rows with new ids, without those that only changed. */
function added(rows: readonly Row[], others: readonly Row[]): readonly Row[] {
  const known = new Set(others.map(({ id }) => id));
  return rows.filter(({ id }) => !known.has(id));
}

/** Rows without an identical row among the others. */
function without(rows: readonly Row[], others: readonly Row[]): readonly Row[] {
  const known = new Set(others.map((row) => JSON.stringify(row)));
  return rows.filter((row) => !known.has(JSON.stringify(row)));
}

async function readTables(database: Database, store: StoreName): Promise<Tables> {
  const read = async (name: StoreName, prefix: string) =>
    Promise.all(
      (await tableNames(database, name)).map(async (table) => {
        const text = `SELECT * FROM ${database.dialect.table(table)}`;
        const rows = await database.query(name, { text, values: [] });
        // Refused keys and failed sign-ins are recorded later in batches.
        return [prefix + table, rows.filter(({ action }) => !String(action).startsWith('security.'))] as const;
      }),
    );
  return new Map([...(await read(store, '')), ...(await read('control', 'control.'))]);
}

async function tableNames(database: Database, store: StoreName): Promise<string[]> {
  const { dialect } = database;
  const text =
    dialect.family === 'sqlite'
      ? `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND ${dialect.placeholder(1)} <> '' ORDER BY name`
      : `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ${dialect.placeholder(1)} ORDER BY table_name`;
  return (await database.query(store, { text, values: [store] })).map(({ name }) => String(name));
}
