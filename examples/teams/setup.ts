import { readFile, writeFile } from 'node:fs/promises';

/** Puts tables, rules and functions into a project. May be run again: what is there stays. */
const { SERVICE_URL, SERVICE_PROJECT_ID, SERVICE_PUBLIC_KEY, SERVICE_TOKEN } = process.env;
if (!SERVICE_URL || !SERVICE_PROJECT_ID || !SERVICE_PUBLIC_KEY || !SERVICE_TOKEN)
  throw new Error('Set SERVICE_URL, SERVICE_PROJECT_ID, SERVICE_PUBLIC_KEY and SERVICE_TOKEN in .env.');

async function put(path: string, body: string): Promise<void> {
  const answer = await fetch(`${SERVICE_URL}/api/cloud/projects/${SERVICE_PROJECT_ID}${path}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${SERVICE_TOKEN}`, 'content-type': 'application/json' },
    body,
  });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
}

const read = (name: string): Promise<string> => readFile(new URL(name, import.meta.url), 'utf8');

// The same as `servicectl push`.
await put('/schema', await read('schema.json'));
for (const name of ['invite', 'join']) {
  const source = await read(`functions/${name}.ts`);
  await put(`/functions/${name}`, JSON.stringify({ trigger: 'http', access: 'authenticated', source }));
}
const config = { base: `${SERVICE_URL}/api/baas/${SERVICE_PROJECT_ID}`, key: SERVICE_PUBLIC_KEY };
const lines = Object.entries(config).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`);
await writeFile(new URL('app/config.js', import.meta.url), lines.join(''));
