import { readFile } from 'node:fs/promises';

/** Makes the tables and the function of the example in an empty project. May be run again: what is there stays. */
const { SERVICE_URL, SERVICE_PROJECT_ID, SERVICE_TOKEN } = process.env;
if (!SERVICE_URL || !SERVICE_PROJECT_ID || !SERVICE_TOKEN) {
  throw new Error('Set SERVICE_URL, SERVICE_PROJECT_ID and SERVICE_TOKEN in .env.');
}
const base = `${SERVICE_URL}/api/cloud/projects/${SERVICE_PROJECT_ID}`;

async function call(method: string, path: string, body: unknown): Promise<void> {
  const answer = await fetch(base + path, {
    method,
    headers: { authorization: `Bearer ${SERVICE_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const isThere = answer.status === 409;
  if (!answer.ok && !isThere) throw new Error(`${method} ${path}: ${await answer.text()}`);
}

const read = (name: string): Promise<string> => readFile(new URL(name, import.meta.url), 'utf8');
const { tables } = JSON.parse(await read('schema.json')) as { tables: { name: string }[] };
for (const table of tables) await call('POST', '/tables', table);
await call('PUT', '/functions/summary', {
  trigger: 'http',
  access: 'authenticated',
  source: await read('functions/summary.ts'),
});
// Everybody chooses what a coffee is worth: shops list their prices instead.
await call('PATCH', '/settings', {
  auth: { passkeys: { enabled: true } },
  payments: { allow_custom_amounts: true },
});
process.stdout.write('The project is ready. Now: npm run dev\n');
