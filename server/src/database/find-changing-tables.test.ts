import { expect, test } from 'vitest';
import { createPostgresDatabase } from '../../test/engines/postgres-database.ts';
import { startTestServer, storeOf, type TestServer } from '../../test/index.ts';
import { findChangingTables } from './index.ts';

async function expectFound(server: TestServer, url: string | undefined): Promise<void> {
  const { database, dataDir: directory } = server;
  const found = () => findChangingTables({ url, directory });
  const [one, other] = [await server.createProject({ id: 'one' }), await server.createProject({ id: 'other' })];
  for (const project of [one, other]) {
    await project.createTable({ name: 'still', columns: [{ name: 'pending', type: 'text', default: '"pending":' }] });
    await project.createTable({ name: 'changing', columns: [{ name: 'title', type: 'text' }] });
  }
  expect(await found()).toEqual([]);
  const [marked, meant] = ['{"pending":{"id":"x","limits":[]},"columns"', '{"columns"'];
  const text = `UPDATE ${database.dialect.table('_tables')} SET definition = replace(definition, '${meant}', '${marked}')
    WHERE name = 'changing'`;
  await database.write(await storeOf(database, other.id), [{ kind: 'plain', statement: { text, values: [] } }]);
  expect(await found()).toEqual([{ project: 'other', table: 'changing' }]);
}

test('finds the tables with a change that has not ended on SQLite, while the service runs', async () => {
  await using server = await startTestServer();
  await expectFound(server, undefined);
});

test('finds the tables with a change that has not ended on PostgreSQL, while the service runs', async () => {
  await using postgres = await createPostgresDatabase();
  await using server = await startTestServer({ config: { database: { engine: 'postgres', url: postgres.url } } });
  await expectFound(server, postgres.url);
});
