import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { createPostgresDatabase } from '../../../test/engines/postgres-database.ts';
import { startTestServer, type TestServer } from '../../../test/index.ts';

const SECRETS = ['first-secret-of-a-webhook', 'second-secret-of-a-webhook', 'third-secret-of-a-webhook'];
const DESCRIPTION = 'found in a dump, because it is no secret';

it('no file of the data directory contains the current or previous secret of a webhook', async () => {
  await using server = await startTestServer();
  const made = await makeSecrets(server);
  const files = (await readdir(server.dataDir, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  const bytes = Buffer.concat(await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name)))));
  expectHidden((text) => bytes.includes(text), made);
});

it('no row of a PostgreSQL database contains the secret of a webhook', async () => {
  await using database = await createPostgresDatabase();
  await using server = await startTestServer({ config: { database: { engine: 'postgres', url: database.url } } });
  const made = await makeSecrets(server);
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ dump: string }>(`SELECT database_to_xml(true, false, '')::text AS dump`);
  await client.end();
  expectHidden((text) => rows[0]?.dump.includes(text) === true, made);
});

/** Sets, rotates and sets secrets again; returns the one that the server generated. */
async function makeSecrets(server: TestServer): Promise<string> {
  const { cloudApi, createTable } = await server.createProject();
  const table = await createTable({ columns: [{ name: 'title', type: 'text' }] });
  const [first, second, third] = SECRETS;
  const json = { table, events: ['insert'], url: 'https://a.example', secret: first, description: DESCRIPTION };
  const webhook = await cloudApi<{ data: { id: string } }>('/webhooks', { json });
  const path = `/webhooks/${webhook.body.data.id}`;
  const rotate = (secret?: string) =>
    cloudApi<{ data: { secret: string } }>(`${path}/rotate-secret`, { json: secret === undefined ? {} : { secret } });
  await rotate(second);
  const made = await rotate();
  const replaced = await cloudApi(`${path}`, { method: 'PATCH', json: { secret: third } });
  const kept = await rotate();
  expect([webhook.status, made.status, replaced.status, kept.status]).toEqual([201, 200, 200, 200]);
  return made.body.data.secret;
}

function expectHidden(holds: (text: string) => boolean, made: string): void {
  // The search finds a public text, so it would also find a secret.
  expect(holds(DESCRIPTION)).toBe(true);
  for (const secret of [...SECRETS, made, made.slice('whsec_'.length)]) expect(holds(secret), secret).toBe(false);
}
