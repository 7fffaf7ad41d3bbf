import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { at } from '../harness/api-client.ts';
import { createScene, createTable, type Scene } from '../harness/each-engine.ts';
import { type ServiceProcess, startService } from '../harness/service-process.ts';

/** The hostile function that docs/security.md describes. */

let service: ServiceProcess;
let attacker: Scene;
let neighbour: Scene;

beforeAll(async () => {
  service = await startService();
  attacker = await createScene(service, 'attacker');
  neighbour = await createScene(service, 'neighbour');
  for (const scene of [attacker, neighbour])
    await createTable(scene, { name: 'things', columns: [{ name: 'title', type: 'text' }] });
  await deploy(neighbour, 'one', 'export default () => 1');
});
afterAll(() => service.stop());

function deploy(scene: Scene, name: string, source: string) {
  return scene.cloud.call('PUT', `/projects/${scene.projectId}/functions/${name}`, {
    body: { trigger: 'http', source, timeout_ms: 5000 },
  });
}

const invoke = (scene: Scene, name: string) => scene.secret.post(`/functions/${name}/invoke`, {});

test('a hostile function learns nothing about the machine at deployment', async () => {
  const messages = [];
  for (const folder of ['../../../../etc/', '../../../../nowhere/']) {
    const answer = await deploy(attacker, 'looks', `export default (x) => import(\`${folder}\${x}\`)`);
    messages.push([answer.status, at(answer.body, 'code'), at(answer.body, 'error')]);
  }
  expect(messages[0]).toEqual([400, 'invalid_source', expect.stringContaining('must stay within the deployment')]);
  expect(messages[1]).toEqual(messages[0]);
});

test('a hostile function reads nothing of the machine or of its neighbour at run time', async () => {
  const reads = `export default async (ctx) => {
    const tried = async (work) => { try { return await work() } catch { return 'refused' } };
    return [
      await tried(async () => String((await import('node:fs')).readFileSync('/etc/passwd'))),
      await tried(async () => (await fetch('${service.url}/health')).status),
      await tried(async () => (await import('node:child_process')).execSync('id')),
    ] }`;
  expect((await deploy(attacker, 'reads', reads)).status).toBe(201);
  expect(at((await invoke(attacker, 'reads')).body, 'data')).toEqual(['refused', 'refused', 'refused']);
});

test('a function that forges messages ends with its process, and its neighbour is not affected', async () => {
  const floods = `const { send } = WebSocket.prototype;
    let channel;
    WebSocket.prototype.send = function (message) { channel ??= this; return send.call(this, message) };
    export default async (ctx) => {
      await ctx.data.table('things').count();
      send.call(channel, JSON.stringify(Array.from({ length: 400000 }, () => ['value', 1, 0, 0])) + '\\n');
      await scheduler.wait(4000);
    }`;
  expect((await deploy(attacker, 'floods', floods)).status).toBe(201);
  const floodings = Array.from({ length: 3 }, () => invoke(attacker, 'floods'));
  for (let read = 0; read < 50; read += 1) expect((await neighbour.secret.get('/data/things')).status).toBe(200);
  expect((await invoke(neighbour, 'one')).status).toBe(200);
  for (const { status, body } of await Promise.all(floodings))
    expect([status, at(body, 'code')]).toEqual([503, 'function_unhealthy']);
});

test('a process that was killed from outside is a fault of the machine: 503, with a line in the log', async () => {
  await deploy(
    neighbour,
    'slow',
    "export default async (ctx) => { await ctx.data.table('things').insert({ title: 'begun' }); await scheduler.wait(4000) }",
  );
  const ended = invoke(neighbour, 'slow');
  const begun = async () => at((await neighbour.secret.get('/data/things?filter=title:eq:begun')).body, 'count');
  await expect.poll(begun).toBe(1);
  for (const pid of await workers()) process.kill(pid, 'SIGKILL');
  const { status, body } = await ended;
  expect([status, at(body, 'code')]).toEqual([503, 'function_unhealthy']);
  expect(service.output()).toContain('A function process was ended from outside: it was ended by SIGKILL.');
  expect((await invoke(neighbour, 'one')).status).toBe(200);
});

/** The function processes of this service. */
async function workers(): Promise<readonly number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent] = /^\s*(\d+)\s+(\d+)\s.*workerd serve/.exec(line) ?? [];
    return Number(parent) === service.pid ? [Number(pid)] : [];
  });
}
