import { Client } from 'pg';
import { expect, test } from 'vitest';
import { createPostgresDatabase } from './postgres-database.ts';

test('every test gets its own empty database on a real server', async () => {
  await using first = await createPostgresDatabase();
  await using second = await createPostgresDatabase();
  expect(first.url).not.toBe(second.url);
  const client = new Client({ connectionString: first.url });
  await client.connect();
  const { rows } = await client.query('SELECT current_database() AS name, version() AS version');
  await client.end();
  expect(rows[0].name).toMatch(/^t_/);
  expect(rows[0].version).toMatch(/^PostgreSQL 1[89]/);
});
