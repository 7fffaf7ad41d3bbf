import { readdir, readFile, readlink } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { functionProcessIds, openTestRuntime, returned, testProgram } from '../../../../test/function-runtime.ts';

const runtime = openTestRuntime();
afterAll(() => runtime[Symbol.asyncDispose]());

async function run(body: string): Promise<unknown> {
  return returned(await runtime.call(testProgram({ run: body }), 'run'));
}

describe('a function', () => {
  it('sees no environment variables of the service', async () => {
    process.env['SERVICE_TEST_CANARY'] = 'canary';
    expect(await run('return process.env')).toEqual({});
    expect(await run('return Object.keys(globalThis).filter((name) => name.startsWith("SERVICE"))')).toEqual([]);
  });

  it.each([
    '/etc/passwd',
    '/proc/self/environ',
    '/proc/1/environ',
    process.cwd(),
    '../../../etc/passwd',
    'config.capnp',
  ])('cannot read %s of the host', async (path) => {
    const read = `const fs = await import('node:fs'); try { return [String(fs.readFileSync(${JSON.stringify(path)}))] } catch { return 'unreadable' }`;
    expect(await run(read)).toBe('unreadable');
  });

  it('cannot import the bindings of the shim', async () => {
    const module = 'import { env } from "cloudflare:workers"; export default () => Object.keys(env)';
    expect(await run(module)).toEqual([]);
  });

  it.each(['process.kill(1, 9)', 'process.kill(process.pid, 9)', 'process.exit(0)', 'process.abort()'])(
    'cannot stop other functions with %s',
    async (attempt) => {
      const program = testProgram({ attempt, slow: 'await scheduler.wait(300); return "done"' });
      const slow = runtime.call(program, 'slow');
      expect(await runtime.call(program, 'attempt')).toMatchObject({ kind: 'thrown' });
      expect(returned(await slow)).toBe('done');
    },
  );

  it.each([
    "(await import('node:child_process')).execSync('id')",
    "(await import('node:worker_threads')).Worker.name && new ((await import('node:worker_threads')).Worker)('1')",
    "eval('1')",
    "new Function('return 1')()",
    "process.binding('spawn_sync')",
    "process.dlopen({}, '/lib/x86_64-linux-gnu/libc.so.6')",
  ])('cannot escape with %s', async (attempt) => {
    expect(await runtime.call(testProgram({ attempt: `return ${attempt}` }), 'attempt')).toMatchObject({
      kind: 'thrown',
    });
  });

  it('shares no state with functions of other projects', async () => {
    const count = 'globalThis.seen = (globalThis.seen ?? 0) + 1; return globalThis.seen';
    const [one, other] = [testProgram({ count }), testProgram({ count })];
    expect(returned(await runtime.call(one, 'count'))).toBe(1);
    expect(returned(await runtime.call(one, 'count'))).toBe(2);
    expect(returned(await runtime.call(other, 'count'))).toBe(1);
  });
});

/** The program's folder may be elsewhere, so the first part of this file's path is allowed, too. */
const OWN_ROOT = new Set([
  ...['bin', 'dev', 'etc', 'lib', 'lib64', 'place', 'proc', 'usr'],
  import.meta.dirname.split('/')[1],
]);

describe.runIf(process.platform === 'linux')('a function process', () => {
  it('has no network, a memory limit and no way to gain privileges, as far as the machine supports it', async () => {
    await using alone = openTestRuntime();
    const before = await functionProcessIds();
    await alone.call(testProgram({ one: 'return 1' }), 'one');
    const [pid] = (await functionProcessIds()).filter((id) => !before.includes(id));
    const missing = alone.missingFeatures().join();
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const limits = await readFile(`/proc/${pid}/limits`, 'utf8');
    const own = await readlink(`/proc/${process.pid}/ns/net`);
    const checks = {
      'data-limit': !/Max data size\s+unlimited/.test(limits),
      'no-network': (await readlink(`/proc/${pid}/ns/net`).catch(() => 'unreadable')) !== own,
      'own-files': (await readdir(`/proc/${pid}/root`)).every((name) => OWN_ROOT.has(name)),
      'no-new-privileges': /NoNewPrivs:\s+1/.test(status),
      'own-user': !/Uid:\s+0\b/.test(status) && /CapEff:\s+0+\n/.test(status),
      nice: (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ')[16] === '19',
    };
    for (const [feature, holds] of Object.entries(checks))
      expect({ feature, holds: holds || missing.includes(feature) }).toEqual({ feature, holds: true });
    expect(await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')).not.toContain('=/');
  });

  it('runs as a different user for each project', async () => {
    await using alone = openTestRuntime();
    const before = await functionProcessIds();
    await alone.call(testProgram({ one: 'return 1' }), 'one');
    await alone.call(testProgram({ one: 'return 1' }), 'one');
    const fresh = (await functionProcessIds()).filter((id) => !before.includes(id));
    const users = await Promise.all(
      fresh.map(async (id) => /Uid:\s+(\d+)/.exec(await readFile(`/proc/${id}/status`, 'utf8'))?.[1]),
    );
    const hasUsers = !alone.missingFeatures().join().includes('own-user');
    expect(new Set(users).size).toBe(hasUsers ? 2 : 1);
  });
});
