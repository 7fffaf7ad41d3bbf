import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript';

const ROOT = new URL('../../', import.meta.url);
const TYPES = new URL('console/src/shared/api/description.d.ts', ROOT);
const START_MS = 30_000;

// Writes the types of the console's client from the API description of a service of the same source. They are not
// committed: `npm run types` writes them before it compiles.
const dataDir = await mkdtemp(join(tmpdir(), 'console-types-'));
const service = spawn(process.execPath, ['server/src/main.ts'], {
  cwd: fileURLToPath(ROOT),
  env: { ...process.env, PORT: '0', SERVICE_DATA_DIR: dataDir },
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const answer = await fetch(`${await addressOf(service.stdout)}/api/baas/openapi.json`);
  await writeFile(TYPES, await typesOf((await answer.json()) as OpenAPI3));
} finally {
  service.kill('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
}

async function addressOf(output: AsyncIterable<Buffer>): Promise<string> {
  const timer = setTimeout(() => service.kill('SIGKILL'), START_MS);
  let text = '';
  for await (const part of output) {
    text += part.toString();
    const address = /^Service\s+(\S+)$/m.exec(text)?.[1];
    if (address === undefined) continue;
    clearTimeout(timer);
    return address.replace('localhost', '127.0.0.1');
  }
  throw new Error(`The service did not start:\n${text}`);
}

async function typesOf(description: OpenAPI3): Promise<string> {
  const paths = Object.entries(description.paths ?? {}).filter(([path]) => path.startsWith('/api/cloud/'));
  const known = { ...description, paths: Object.fromEntries(paths) };
  return astToString(await openapiTypes(known));
}
