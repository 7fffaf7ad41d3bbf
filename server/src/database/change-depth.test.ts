import { describe, expect, test } from 'vitest';
import { ENGINES, startTestServer, storeOf } from '../../test/index.ts';
import { type Database, followChangeDepth, type StoreName, withChangeDepth } from './index.ts';

/** Opens a database whose `record` writes the depth that triggers would read. */
async function openDepths(database: Database, store: StoreName) {
  const depths = followChangeDepth(database);
  const seen = database.dialect.table('seen_depths');
  const write = (text: string, afterWrite = (): void => undefined) =>
    depths.write(store, [{ kind: 'plain', statement: { text, values: [] }, afterWrite }]);
  await write(`CREATE TABLE ${seen} (place integer, depth integer)`);
  let place = 0;
  return {
    record: (afterWrite?: () => void) =>
      write(`INSERT INTO ${seen} SELECT ${++place}, ${database.dialect.changeDepth}`, afterWrite),
    seen: async () =>
      (await database.query(store, { text: `SELECT depth FROM ${seen} ORDER BY place`, values: [] })).map(({ depth }) =>
        Number(depth),
      ),
  };
}

describe.each(ENGINES)('the change depth on %s', (engine) => {
  test('a call has its own depth, 0 too, whatever depth surrounds it', async () => {
    await using server = await startTestServer({ engine });
    const project = await server.createProject();
    const { record, seen } = await openDepths(server.database, await storeOf(server.database, project.id));
    await record();
    await withChangeDepth(3, () => record());
    await withChangeDepth(3, () => withChangeDepth(0, () => record()));
    await withChangeDepth(3, () => withChangeDepth(1, () => record()));
    await record();
    expect(await seen()).toEqual([0, 3, 0, 1, 0]);
  });

  test('work that begins after a write does not have the depth of that write', async () => {
    await using server = await startTestServer({ engine });
    const project = await server.createProject();
    const { record, seen } = await openDepths(server.database, await storeOf(server.database, project.id));
    const { promise, resolve } = Promise.withResolvers<unknown>();
    await withChangeDepth(3, () => record(() => setImmediate(() => resolve(record()))));
    await promise;
    expect(await seen()).toEqual([3, 0]);
  });
});
