import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresDatabase } from '../../test/engines/postgres-database.ts';
import { createTestClock, startTestServer } from '../../test/index.ts';
import { systemClock } from '../platform/clock.ts';
import { createChangeFeed } from './change-feed.ts';
import { createDatabase, type Database } from './index.ts';

describe('the change feed', () => {
  let directory = '';
  let database: Database;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'service-feed-'));
    database = await createDatabase({ url: undefined, directory, clock: systemClock });
  });
  afterAll(async () => {
    await database.close();
    await rm(directory, { recursive: true, force: true });
  });

  it('notifies its own process at once and every other within a second, in commit order', async () => {
    const [here, there] = [1, 2].map(() => createChangeFeed({ database, clock: systemClock, isShared: true }));
    if (here === undefined || there === undefined) throw new Error('two feeds were made');
    const heard: string[] = [];
    const own: string[] = [];
    here.subscribe((subject) => own.push(subject));
    there.subscribe((subject) => heard.push(subject));
    await Promise.all([here.start(), there.start()]);
    const subjects = ['a', 'b', 'c'];
    const before = performance.now();
    for (const subject of subjects) {
      await database.write('control', here.steps(subject));
    }
    expect(own).toEqual(subjects);
    await expect.poll(() => heard, { timeout: 1000, interval: 20 }).toEqual(subjects);
    expect(performance.now() - before).toBeLessThan(1000);
    await Promise.all([here.stop(), there.stop()]);
  });

  it('numbers concurrent changes without gaps', async () => {
    const feed = createChangeFeed({ database, clock: systemClock, isShared: true });
    const read = () => database.query('control', { text: 'SELECT version FROM change_counter', values: [] });
    const [before] = await read();
    await Promise.all(Array.from({ length: 40 }, (_, index) => database.write('control', feed.steps(`s${index}`))));
    const [after] = await read();
    expect(Number(after?.['version']) - Number(before?.['version'])).toBe(40);
    const versions = await database.query('control', {
      text: 'SELECT DISTINCT version FROM change_feed WHERE subject LIKE ?',
      values: ['s%'],
    });
    expect(versions).toHaveLength(40);
  });

  it('deletes at start the changes that every process received long ago', async () => {
    const clock = createTestClock();
    const feed = createChangeFeed({ database, clock, isShared: false });
    await database.write('control', feed.steps('old'));
    clock.advance(25 * 60 * 60 * 1000);
    await feed.start();
    const left = await database.query('control', {
      text: "SELECT 1 FROM change_feed WHERE subject = 'old'",
      values: [],
    });
    expect(left).toEqual([]);
  });
});

describe('two processes on one database', () => {
  it('apply a revoked key, a changed rule and a deleted project within a second, whichever made the change', async () => {
    await using postgres = await createPostgresDatabase();
    const config = { database: { engine: 'postgres', url: postgres.url }, masterKey: new Uint8Array(32) } as const;
    await using first = await startTestServer({ config });
    await using second = await startTestServer({ config });
    const project = await first.createProject();
    await project.createTable({ name: 'notes', columns: [], rules: { read: 'public' } });
    const read = async (key: string): Promise<number> =>
      (await second.api(`/api/baas/${project.id}/data/notes`, { key })).status;
    expect([await read(project.publicKey), await read(project.secretKey)]).toEqual([200, 200]);

    const { body } = await project.cloudApi<{ data: { id: string }[] }>('/keys');
    await project.cloudApi(`/keys/${body.data[0]?.id}`, { method: 'DELETE' });
    await expect.poll(() => read(project.secretKey), { timeout: 1000, interval: 20 }).toBe(401);

    await project.cloudApi('/tables/notes', { method: 'PATCH', json: { rules: { read: 'private' } } });
    await expect.poll(() => read(project.publicKey), { timeout: 1000, interval: 20 }).toBe(403);

    await project.cloudApi('', { method: 'DELETE' });
    await expect.poll(() => read(project.publicKey), { timeout: 1000, interval: 20 }).toBe(404);
  });
});
