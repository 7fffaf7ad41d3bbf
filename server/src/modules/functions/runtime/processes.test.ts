import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { functionProcessIds, openTestRuntime, returned, testProgram } from '../../../../test/function-runtime.ts';
import { createTestClock } from '../../../../test/test-clock.ts';
import type { BridgeReply, Program } from './index.ts';

const runtime = openTestRuntime();
afterAll(() => runtime[Symbol.asyncDispose]());

/** Long enough for a busy machine. */
const PATIENTLY = { timeout: 20_000 };
const COUNT = 'globalThis.count = (globalThis.count ?? 0) + 1; return globalThis.count';

/** A bridge that holds every request until it is opened. */
function createGate() {
  const arrived: (() => void)[] = [];
  return {
    arrived,
    bridge: () =>
      new Promise<BridgeReply>((resolve) => {
        arrived.push(() => resolve({ json: '1' }));
      }),
    open: () => {
      for (const letGo of arrived.splice(0)) letGo();
    },
  };
}

const WAITS = 'await ctx.data.table("gate").get("1"); return 1';

describe('a process that dies', () => {
  it('by SIGKILL during a call fails that call, keeps its log lines, and the next call starts a new process', async () => {
    await using alone = openTestRuntime();
    const program = testProgram({ waits: `console.log("begun"); ${WAITS}`, count: COUNT });
    const others = await functionProcessIds();
    expect(returned(await alone.call(program, 'count'))).toBe(1);
    const gate = createGate();
    const call = alone.callWithLog(program, 'waits', { bridge: gate.bridge });
    await vi.waitFor(() => expect(gate.arrived).toHaveLength(1), PATIENTLY);
    const [pid = 0] = (await functionProcessIds()).filter((id) => !others.includes(id));
    process.kill(pid, 'SIGKILL');
    const { outcome, lines } = await call;
    expect(outcome).toEqual({ kind: 'crashed' });
    expect(lines).toMatchObject([{ message: 'begun' }]);
    expect(returned(await alone.call(program, 'count'))).toBe(1);
  });

  it('five times in a minute is not restarted for half a minute, and other projects are unaffected', async () => {
    const clock = createTestClock();
    await using alone = openTestRuntime({ clock });
    const dies =
      'import { abortIsolate } from "cloudflare:workers"; export default () => { abortIsolate("x"); return 1 }';
    const program = testProgram({ dies, one: 'return 1' });
    const neighbour = testProgram({ one: 'return 1' });
    for (let crash = 0; crash < 5; crash += 1) expect(await alone.call(program, 'dies')).toEqual({ kind: 'crashed' });
    expect(await alone.call(program, 'one')).toEqual({ kind: 'unhealthy', reason: 'crashes', retryAfterSeconds: 30 });
    expect(returned(await alone.call(neighbour, 'one'))).toBe(1);
    clock.advance(30_001);
    expect(returned(await alone.call(program, 'one'))).toBe(1);
  });
});

describe('a process', () => {
  it('is replaced by a new version after finishing its running calls', async () => {
    const store = 'versions';
    const old: Program = testProgram({ waits: WAITS, which: 'return "old"' }, store);
    const next: Program = { ...testProgram({ waits: WAITS, which: 'return "new"' }, store), version: '2' };
    const gate = createGate();
    const begun = runtime.call(old, 'waits', { bridge: gate.bridge });
    await vi.waitFor(() => expect(gate.arrived).toHaveLength(1), PATIENTLY);
    expect(returned(await runtime.call(next, 'which'))).toBe('new');
    gate.open();
    expect(returned(await begun)).toBe(1);
  });

  it('ends after it has been idle for a while', async () => {
    await using alone = openTestRuntime({ idleMs: 100 });
    const others = await functionProcessIds();
    const program = testProgram({ count: COUNT });
    expect(returned(await alone.call(program, 'count'))).toBe(1);
    await vi.waitFor(
      async () => expect((await functionProcessIds()).filter((id) => !others.includes(id))).toEqual([]),
      PATIENTLY,
    );
    expect(returned(await alone.call(program, 'count'))).toBe(1);
  });

  it('gives its place to another project when the limit is reached and it is idle', async () => {
    await using alone = openTestRuntime({ processesMax: 1 });
    const [one, other] = [testProgram({ count: COUNT, waits: WAITS }), testProgram({ count: COUNT })];
    expect(returned(await alone.call(one, 'count'))).toBe(1);
    expect(returned(await alone.call(other, 'count'))).toBe(1);
    expect(returned(await alone.call(one, 'count'))).toBe(1);
    const gate = createGate();
    const waiting = alone.call(one, 'waits', { bridge: gate.bridge });
    await vi.waitFor(() => expect(gate.arrived).toHaveLength(1), PATIENTLY);
    expect(await alone.call(other, 'count')).toEqual({ kind: 'busy', retryAfterSeconds: 5 });
    gate.open();
    expect(returned(await waiting)).toBe(1);
  });

  it('ends with its project, fails its running calls, and late calls start no new process', async () => {
    const program = testProgram({ waits: WAITS, count: COUNT });
    const gate = createGate();
    const call = runtime.call(program, 'waits', { bridge: gate.bridge });
    await vi.waitFor(() => expect(gate.arrived).toHaveLength(1), PATIENTLY);
    await runtime.runtime.end(program.projectStore);
    expect(await call).toEqual({ kind: 'crashed' });
    expect(await runtime.call(program, 'count')).toEqual({ kind: 'crashed' });
  });

  it('ends when the runtime closes, and its running calls fail', async () => {
    await using alone = openTestRuntime();
    const others = await functionProcessIds();
    const gate = createGate();
    const call = alone.call(testProgram({ waits: WAITS }), 'waits', { bridge: gate.bridge });
    await vi.waitFor(() => expect(gate.arrived).toHaveLength(1), PATIENTLY);
    await alone.runtime.close();
    expect(await call).toEqual({ kind: 'crashed' });
    expect((await functionProcessIds()).filter((id) => !others.includes(id))).toEqual([]);
  });
});

const KIT = new URL('../../../../test/function-runtime.ts', import.meta.url).href;
/** Plays the service: starts a function process and prints its id. */
const SERVICE = `
  import { functionProcessIds, openTestRuntime, testProgram } from '${KIT}';
  const { missingFeatures, call } = openTestRuntime();
  await call(testProgram({ one: 'return 1' }), 'one');
  console.log(JSON.stringify({ ids: await functionProcessIds(), missing: missingFeatures() }));
  setInterval(() => 0, 1000);`;

describe('a service that is killed', () => {
  it('takes its function processes with it, where the machine supports that', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fn-killed-'));
    // Function processes run as other users, who must be able to enter this folder.
    await chmod(folder, 0o755);
    const service = spawn(process.execPath, ['--input-type=module', '-e', SERVICE], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, TMPDIR: folder },
    });
    const [output] = await once(service.stdout, 'data');
    const { ids, missing } = JSON.parse(String(output));
    expect(ids).toHaveLength(1);
    service.kill('SIGKILL');
    if (missing.join().includes('no-new-privileges')) process.kill(ids[0], 'SIGKILL');
    await vi.waitFor(async () => expect(await isRunning(ids[0])).toBe(false), PATIENTLY);
    await rm(folder, { recursive: true, force: true });
  });
});

/** Whether a process runs; zombies do not count. */
async function isRunning(id: number): Promise<boolean> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,stat=']);
  return new RegExp(`^\\s*${id} [^Z]`, 'm').test(stdout);
}

describe('concurrent calls of one project', () => {
  it('run sixteen at a time; sixty-four wait in order; more are refused', async () => {
    const program = testProgram({ waits: WAITS, one: 'return 1' });
    const gate = createGate();
    const calls = Array.from({ length: 80 }, () => runtime.call(program, 'waits', { bridge: gate.bridge }));
    await vi.waitFor(() => expect(gate.arrived).toHaveLength(16), PATIENTLY);
    expect(await runtime.call(program, 'waits', { bridge: gate.bridge })).toEqual({
      kind: 'busy',
      retryAfterSeconds: 1,
    });
    expect(returned(await runtime.call(testProgram({ one: 'return 1' }), 'one'))).toBe(1);
    let done = 0;
    const counted = calls.map((call) => call.finally(() => (done += 1)));
    while (done < calls.length) {
      gate.open();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await Promise.all(counted)).map(returned)).toEqual(new Array(80).fill(1));
  });

  it('never deadlock when functions invoke functions', async () => {
    const program = testProgram({ outer: 'return (await ctx.functions.invoke("inner")) + 1', inner: 'return 1' });
    const bridge = async (): Promise<BridgeReply> => {
      const outcome = await runtime.call(program, 'inner', { isNested: true });
      return { json: outcome.kind === 'value' ? (outcome.json ?? '') : '0' };
    };
    const outer = Array.from({ length: 16 }, () => runtime.call(program, 'outer', { bridge }));
    expect((await Promise.all(outer)).map(returned)).toEqual(new Array(16).fill(2));
  });
});
