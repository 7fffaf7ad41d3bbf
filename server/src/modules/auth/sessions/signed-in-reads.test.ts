import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createVisitor, signUp, startTestServer } from '../../../../test/index.ts';
import { createDatabase } from '../../../database/index.ts';
import { systemClock } from '../../../platform/clock.ts';

test("a session's user is read once, and again after it changes", async () => {
  const directory = await mkdtemp(join(tmpdir(), 'signed-in-'));
  const database = await createDatabase({ url: undefined, directory, clock: systemClock });
  let queries = 0;
  const { query } = database;
  database.query = (store, statement) => {
    // The queue polls for work meanwhile.
    if (statement.text.includes('_sessions')) queries += 1;
    return query.call(database, store, statement);
  };
  const server = await startTestServer({ database });
  try {
    const project = await server.createProject();
    const table = await project.createTable({ columns: [], rules: { read: 'authenticated' } });
    const user = await signUp(project.api);
    const read = async (): Promise<number> => {
      const before = queries;
      expect((await user.api(`/data/${table}`)).status).toBe(200);
      return queries - before;
    };
    await read();
    expect([await read(), await read()]).toEqual([0, 0]);
    await user.api('/auth/refresh', { method: 'POST' });
    expect([await read(), await read()]).toEqual([1, 0]);
    // Control: an unknown token is looked up each time.
    const stranger = createVisitor(project.api, user.cookies);
    stranger.cookies.set(`${project.id}_session`, `${'A'.repeat(22)}.0.${'A'.repeat(43)}`);
    const before = queries;
    for (let time = 0; time < 2; time += 1) expect((await stranger.api(`/data/${table}`)).status).toBe(401);
    expect(queries - before).toBe(2);
  } finally {
    await server.close();
    await rm(directory, { recursive: true, force: true });
  }
});
