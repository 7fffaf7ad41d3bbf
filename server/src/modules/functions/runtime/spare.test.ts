import { readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  functionProcessIds,
  openTestRuntime,
  returned,
  type TestRuntime,
  testProgram,
} from '../../../../test/function-runtime.ts';

const SPARE_MS = 600_000;
const PATIENTLY = { timeout: 20_000 };

afterEach(() => void vi.useRealTimers());

const COUNT = 'globalThis.count = (globalThis.count ?? 0) + 1; return globalThis.count';

const probe = openTestRuntime();
await probe.runtime.tryOut();
const missing = probe.missingFeatures().join();
await probe[Symbol.asyncDispose]();

/** Ids of the processes that are not among `others`, the oldest first, once there are `count` of them. */
async function newProcesses(others: readonly number[], count: number): Promise<readonly number[]> {
  return await vi.waitFor(async () => {
    const ids = (await functionProcessIds()).filter((id) => !others.includes(id));
    expect(ids).toHaveLength(count);
    const started = await Promise.all(ids.map(async (id) => ({ id, ticks: await startTicks(id) })));
    return started.sort((a, b) => a.ticks - b.ticks).map(({ id }) => id);
  }, PATIENTLY);
}

async function startTicks(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[20]);
}

/** A runtime with a process of the project `first` and a spare one. */
async function openWithSpare() {
  const before = await functionProcessIds();
  const runtime: TestRuntime = openTestRuntime({ spareMs: SPARE_MS });
  const first = testProgram({ count: COUNT, secret: 'return "of the first project"' });
  expect(returned(await runtime.call(first, 'count'))).toBe(1);
  const [used = 0, spare = 0] = await newProcesses(before, 2);
  return { runtime, first, used, spare, before, [Symbol.asyncDispose]: () => runtime[Symbol.asyncDispose]() };
}

describe.runIf(process.platform === 'linux')('the spare process', () => {
  it('runs the functions of the next project that needs a process, and another takes its place', async () => {
    await using opened = await openWithSpare();
    const { runtime, spare, used, before, first } = opened;
    const next = testProgram({ count: COUNT });
    expect(returned(await runtime.call(next, 'count'))).toBe(1);
    expect(await newProcesses(before, 3)).toEqual([used, spare, expect.any(Number)]);
    expect(returned(await runtime.call(next, 'count'))).toBe(2);
    process.kill(spare, 'SIGKILL');
    // A call that comes before the service has seen the end fails as `crashed`.
    await vi.waitFor(async () => expect(returned(await runtime.call(next, 'count'))).toBe(1), PATIENTLY);
    expect(returned(await runtime.call(first, 'count'))).toBe(2);
  });

  it.runIf(!missing.includes('own-user'))('has its own user', async () => {
    await using opened = await openWithSpare();
    expect(await userOf(opened.spare)).not.toBe(await userOf(opened.used));
  });

  it.runIf(!missing.includes('nice'))('yields to others once it runs code of a project', async () => {
    await using opened = await openWithSpare();
    expect(getPriority(opened.spare)).toBe(0);
    expect(returned(await opened.runtime.call(testProgram({ one: 'return 1' }), 'one'))).toBe(1);
    expect(getPriority(opened.spare)).toBe(19);
  });

  it('knows no functions of other projects', async () => {
    await using opened = await openWithSpare();
    const { runtime } = opened;
    const next = testProgram({
      own: 'return (await import("./mine.js")).default()',
      mine: 'return 1',
      other: 'return await import("./secret.js")',
    });
    expect(returned(await runtime.call(next, 'own'))).toBe(1);
    expect(await runtime.call(next, 'other')).toMatchObject({
      kind: 'thrown',
      message: expect.stringContaining('No such module'),
    });
  });

  it('is not needed: when it was killed, the next project gets a new process', async () => {
    await using opened = await openWithSpare();
    const { runtime, spare, used, before } = opened;
    process.kill(spare, 'SIGKILL');
    expect(await newProcesses(before, 1)).toEqual([used]);
    const next = testProgram({ count: COUNT });
    expect(returned(await runtime.call(next, 'count'))).toBe(1);
    const [fresh = 0] = await newProcesses([...before, used], 2);
    expect(fresh).not.toBe(spare);
    process.kill(fresh, 'SIGKILL');
    // A call that comes before the service has seen the end fails as `crashed`.
    await vi.waitFor(async () => expect(returned(await runtime.call(next, 'count'))).toBe(1), PATIENTLY);
  });

  it('also checks a deployment', async () => {
    await using opened = await openWithSpare();
    const { runtime, used, spare, before } = opened;
    const program = testProgram({ one: 'return 1', bad: 'throw new Error("bad"); export default 1' });
    expect(await runtime.runtime.check(program)).toMatchObject({ kind: 'failed', functionName: 'bad' });
    expect(await functionProcessIds()).toContain(used);
    expect(await functionProcessIds()).not.toContain(spare);
    expect(await newProcesses([...before, used], 1)).not.toContain(spare);
    expect(returned(await runtime.call(testProgram({ one: 'return 1' }), 'one'))).toBe(1);
  });

  it('ends when no process was needed for a while', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await using opened = await openWithSpare();
    vi.advanceTimersByTime(SPARE_MS);
    await vi.waitFor(async () => expect(await functionProcessIds()).not.toContain(opened.spare), PATIENTLY);
  });

  it('ends with the runtime', async () => {
    const { runtime, before } = await openWithSpare();
    await runtime[Symbol.asyncDispose]();
    await newProcesses(before, 0);
  });
});

async function userOf(pid: number): Promise<string | undefined> {
  return /^Uid:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
}
