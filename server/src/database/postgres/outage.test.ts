import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type PostgresServer, startPostgresServer } from '../../../test/engines/postgres-server.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Database, PlainStep, StoreName } from '../database.ts';
import { DatabaseFailure } from '../errors.ts';
import type { Value } from '../statement.ts';
import { openPostgresDatabase } from './open-postgres-database.ts';

const CLIENTS = 32;
/** No caller may wait longer than this for an answer, whatever happened to the server. */
const ANSWER_MAX_MS = 5000;

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgresServer({ durable: true });
});

afterAll(async () => {
  await server.close();
});

const plain = (text: string, values: readonly Value[] = []): PlainStep => ({
  kind: 'plain',
  statement: { text, values },
});

interface Load {
  readonly acknowledged: Set<string>;
  readonly failures: unknown[];
  slowestMs: number;
  isOver: boolean;
  readonly done: Promise<unknown>;
}

/** Clients that write and read continuously and record the answers. */
function startLoad(database: Database, store: StoreName): Load {
  const load = { acknowledged: new Set<string>(), failures: [] as unknown[], slowestMs: 0, isOver: false };
  const client = async (): Promise<void> => {
    while (!load.isOver) {
      const id = randomBytes(8).toString('hex');
      const startedAt = performance.now();
      try {
        await database.write(store, [plain('INSERT INTO "{store}".notes (id) VALUES ($1)', [id])]);
        load.acknowledged.add(id);
        await database.query(store, { text: 'SELECT id FROM "{store}".notes WHERE id = $1', values: [id] });
      } catch (error) {
        load.failures.push(error);
        await pause(5);
      }
      load.slowestMs = Math.max(load.slowestMs, performance.now() - startedAt);
    }
  };
  return Object.assign(load, { done: Promise.all(Array.from({ length: CLIENTS }, client)) });
}

test.each(['stop', 'kill'] as const)(
  'during an outage (%s) calls fail in time, and afterwards they work again with every acknowledged write',
  async (how) => {
    const database = await openPostgresDatabase({ url: await server.createDatabase(), clock: systemClock });
    const store: StoreName = `p_${randomBytes(16).toString('hex')}`;
    await database.write(store, [plain('CREATE TABLE notes (id text PRIMARY KEY)')], { exclusive: true });

    const load = startLoad(database, store);
    onTestFinished(() => {
      load.isOver = true;
    });
    await until(() => load.acknowledged.size > 500);
    await server[how]();
    await untilUnavailable(() => database.ping());
    await untilUnavailable(() => database.write(store, [plain('DELETE FROM "{store}".notes WHERE id IS NULL')]));
    const before = load.acknowledged.size;
    await server.start();
    await until(() => load.acknowledged.size > before + 500);
    load.isOver = true;
    await load.done;

    expect(load.failures.length).toBeGreaterThan(0);
    for (const failure of load.failures) {
      expect(failure).toBeInstanceOf(DatabaseFailure);
      expect(failure).toMatchObject({ kind: 'unavailable' });
    }
    expect(load.slowestMs).toBeLessThan(ANSWER_MAX_MS);
    const rows = await database.query(store, { text: 'SELECT id FROM "{store}".notes', values: [] });
    const kept = new Set(rows.map((row) => row['id']));
    expect([...load.acknowledged].filter((id) => !kept.has(id))).toEqual([]);
    await database.ping();
    await database.close();
  },
);

test('an unreachable server is an error at start, after some retries', async () => {
  const opening = openPostgresDatabase({
    url: 'postgres://nobody:x@127.0.0.1:1/nothing',
    clock: systemClock,
    limits: { connectTimeoutMs: 200 },
  });
  await expect(opening).rejects.toMatchObject({ kind: 'unavailable' });
});

/** The backends of a killed server notice its end a moment later, and answer until then. */
async function untilUnavailable(work: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await work();
      await pause(5);
    } catch (error) {
      expect(error).toMatchObject({ kind: 'unavailable' });
      return;
    }
  }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(5);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
