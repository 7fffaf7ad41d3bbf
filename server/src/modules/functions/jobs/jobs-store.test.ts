import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createPostgresDatabase } from '../../../../test/engines/postgres-database.ts';
import { createTestClock, ENGINES, type Engine } from '../../../../test/index.ts';
import type { Database, StoreName } from '../../../database/database.ts';
import { createDatabase } from '../../../database/index.ts';
import type { Statement } from '../../../database/statement.ts';
import { createJobsStore } from './jobs-store.ts';

const STORE: StoreName = 'p_00000000000000000000000000000001';
const JOBS = 2_000;
const TERMS = { owner: 'this', isSole: true };

async function openDatabase(engine: Engine): Promise<Database> {
  const directory = await mkdtemp(join(tmpdir(), 'jobs-store-'));
  const postgres = engine === 'postgres' ? await createPostgresDatabase() : undefined;
  const database = await createDatabase({ url: postgres?.url, directory, clock: createTestClock() });
  onTestFinished(async () => {
    await database.close();
    await postgres?.[Symbol.asyncDispose]();
    await rm(directory, { recursive: true, force: true });
  });
  return database;
}

test.each(ENGINES)('starting a job never sorts the waiting jobs, on %s', async (engine) => {
  const database = await openDatabase(engine);
  const executed: Statement[] = [];
  const recording: Database = Object.assign(Object.create(database) as Database, {
    query: (store: StoreName, statement: Statement) => {
      executed.push(statement);
      return database.query(store, statement);
    },
  });
  const jobsStore = createJobsStore(recording, TERMS);
  const sample = {
    functionName: 'report',
    state: 'waiting',
    isPaused: false,
    attempt: 0,
    retries: 3,
    retriesLeft: 3,
    interruptions: 0,
    key: null,
    payload: null,
    orderedBy: 'secret:1',
    callerKind: 'secret',
    userId: null,
    depth: 0,
    createdAt: '2026-01-01T00:00:00.000Z',
    startedAt: null,
    endedAt: null,
    error: null,
    runId: null,
  } as const;
  const steps = Array.from({ length: JOBS }, (_, at) =>
    jobsStore.insertStep({ ...sample, id: `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`, dueAtMs: at }),
  );
  await database.write(STORE, steps);
  expect(await jobsStore.startable(STORE, JOBS / 2, 3)).toHaveLength(3);
  expect(await jobsStore.nextStartMs(STORE, 0)).toBe(0);
  expect(executed).toHaveLength(4);
  const explain = engine === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
  for (const statement of executed.filter(({ values }) => values.includes('waiting'))) {
    const plan = await database.query(STORE, { ...statement, text: `${explain} ${statement.text}` });
    expect(JSON.stringify(plan)).not.toMatch(/TEMP B-TREE|Sort|Seq Scan/);
  }
});
