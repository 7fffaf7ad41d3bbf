import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { ApiAnswer } from '../harness/api-client.ts';
import { ADMIN_TOKEN, launch } from '../harness/service-process.ts';

/**
 * Threat: two services on one machine that see neither each other's files nor network, but share the machine's users.
 */

const PORT = '8787';
const START_MS = 120_000;
const run = promisify(execFile);

/**
 * An environment like a container's, with its own `/run`, `/tmp` and `/var/lib`, where locks on users would be. The
 * sources keep their path, even below `/tmp`.
 */
const ENTER = `set -e
sources=$PWD
mount --bind "$sources" /mnt
for folder in /run /var/lib /tmp; do mount -t tmpfs none $folder; done
mkdir -p /tmp/data "$sources"
mount --bind /mnt "$sources"
cd "$sources"
ip link set lo up
exec "$@"`;

interface Container extends AsyncDisposable {
  readonly output: () => string;
  ask(method: string, path: string, body?: object, token?: string): Promise<Pick<ApiAnswer, 'status' | 'body'>>;
}

/** Sends the request from inside, because nothing outside reaches its network. */
const ASK = `const [url, method, body, token] = process.argv.slice(1);
fetch(url, { method, headers: { authorization: 'Bearer ' + token, 'content-type': 'application/json' }, ...(body !== '' && { body }) })
  .then(async (answer) => console.log(JSON.stringify({ status: answer.status, body: await answer.json() })))
  .catch(() => console.log('{"status":0}'));`;

async function startContainer(more: readonly string[]): Promise<Container> {
  const program = [process.execPath, 'server/src/main.ts'];
  const running = launch(
    ['--mount', '--net', ...more, '--kill-child=SIGTERM', 'sh', '-c', ENTER, 'sh', ...program],
    { PORT, SERVICE_DATA_DIR: '/tmp/data', SERVICE_MODE: 'production', SERVICE_PUBLIC_URL: `http://127.0.0.1:${PORT}` },
    'unshare',
  );
  const network = `--net=/proc/${running.child.pid}/ns/net`;
  const ask: Container['ask'] = async (method, path, body, token = ADMIN_TOKEN) => {
    const url = `http://127.0.0.1:${PORT}${path}`;
    const text = body === undefined ? '' : JSON.stringify(body);
    const { stdout } = await run('nsenter', [network, process.execPath, '-e', ASK, url, method, text, token]);
    return JSON.parse(stdout);
  };
  const isHealthy = () => ask('GET', '/health').then(({ status }) => status === 200);
  await expect.poll(isHealthy, { timeout: START_MS, interval: 500 }).toBe(true);
  return {
    output: running.output,
    ask,
    async [Symbol.asyncDispose]() {
      running.child.kill('SIGKILL');
      await running.exit;
    },
  };
}

/** Creates a project with a function; resolves with the secret key. */
async function setUp({ ask }: Container): Promise<string> {
  expect((await ask('POST', '/api/cloud/projects', { name: 'Shop', id: 'shop' })).status).toBe(201);
  const key = await ask('POST', '/api/cloud/projects/shop/keys', { name: 'tests' });
  await deploy(ask);
  return String(Object(key.body).data.key);
}

async function deploy(ask: Container['ask']): Promise<void> {
  const source = 'export default async () => { await scheduler.wait(300); return 1 }';
  const put = await ask('PUT', '/api/cloud/projects/shop/functions/one', { trigger: 'http', source });
  expect([200, 201], JSON.stringify(put)).toContain(put.status);
}

const canUnshare = process.platform === 'linux' && process.getuid?.() === 0;
const OWN_PROCESSES = ['--pid', '--fork', '--mount-proc'];

describe.runIf(canUnshare).each([
  ['with separate processes, network and files', OWN_PROCESSES, OWN_PROCESSES],
  ['with shared processes, but separate network and files', ['--fork'], ['--fork']],
])('two services %s', (_name, first, second) => {
  test('never end each other’s functions or refuse a deployment, even if one starts while the other runs', {
    timeout: 300_000,
  }, async () => {
    await using one = await startContainer(first);
    const oneKey = await setUp(one);
    const invoke = (container: Container, key: string) =>
      container.ask('POST', '/api/baas/shop/functions/one/invoke', {}, key);
    // The second service starts while functions of the first one run.
    const early = Array.from({ length: 5 }, () => invoke(one, oneKey));
    await using other = await startContainer(second);
    const otherKey = await setUp(other);
    const late = Array.from({ length: 4 }, () => [invoke(one, oneKey), invoke(other, otherKey)]).flat();
    await Promise.all([deploy(one.ask), deploy(other.ask)]);
    for (const answer of await Promise.all([...early, ...late, invoke(one, oneKey), invoke(other, otherKey)]))
      expect(answer).toMatchObject({ status: 200, body: { data: 1 } });
    for (const { output } of [one, other]) expect(output()).not.toContain('ended from outside');
  });
});
