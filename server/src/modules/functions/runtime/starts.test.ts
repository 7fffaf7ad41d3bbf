import { afterEach, describe, expect, it, vi } from 'vitest';
import { functionProcessIds, openTestRuntime, returned, testProgram } from '../../../../test/function-runtime.ts';
import { openConfinement } from '../../../../test/open-confinement.ts';
import type { Sandbox } from '../../../platform/confinement/index.ts';
import { type Logger, silentLogger } from '../../../platform/logger.ts';
import type { RuntimeOptions } from './index.ts';

const PATIENTLY = { timeout: 20_000 };

interface ScriptOptions extends Pick<RuntimeOptions, 'spareMs'> {
  readonly logger?: Logger;
  /** Which starts run the script, counted from 0; others run the program. */
  readonly isScript?: (start: number) => boolean;
}

/** A runtime whose processes run a shell script instead of the program. */
function openWithScript(script: string, { isScript = () => true, logger = silentLogger, ...rest }: ScriptOptions = {}) {
  const confinement = openConfinement();
  let starts = 0;
  const runs = (sandbox: Sandbox): Sandbox => ({
    ...sandbox,
    command: (program) => {
      starts += 1;
      return isScript(starts - 1) ? ['/bin/sh', '-c', script] : sandbox.command(program);
    },
  });
  const runtime = openTestRuntime({
    ...rest,
    logger,
    confinement: {
      ...confinement,
      hold: async (holding) => {
        const { openSandbox } = await confinement.hold(holding);
        return { openSandbox: async () => runs(await openSandbox()) };
      },
    },
  });
  return {
    ...runtime,
    starts: () => starts,
    async [Symbol.asyncDispose]() {
      await runtime[Symbol.asyncDispose]();
      await confinement[Symbol.asyncDispose]();
    },
  };
}

describe('a process that ends before it listens', () => {
  it.each([
    ['has too little memory', 'echo "fork: Cannot allocate memory" >&2; exit 1'],
    ['prints statistics of the allocator', 'echo "MALLOC: 1" >&2; exit 1'],
    ['prints an error of V8', 'echo "Uncaught Error: no" >&2; exit 1'],
    ['is ended by a crash', 'kill -ABRT $$'],
    ['ends without a word', 'exit 1'],
  ])('is never a fault of the project: it %s', async (_name, script) => {
    await using broken = openWithScript(script);
    const program = testProgram({ one: 'return 1' });
    for (let call = 0; call < 6; call += 1)
      expect(await broken.call(program, 'one')).toEqual({ kind: 'unhealthy', reason: 'machine', retryAfterSeconds: 5 });
    expect(await broken.runtime.check(program)).toEqual({ kind: 'unavailable' });
  });

  it.each([
    ['its last words', 'echo "Cannot allocate memory" >&2; exit 1', 'Cannot allocate memory'],
    ['how it ended', 'exit 3', 'it ended with code 3'],
  ])('is logged with %s', async (_name, script, reason) => {
    const reasons: object[] = [];
    await using broken = openWithScript(script, {
      logger: { ...silentLogger, error: (fields) => void reasons.push(fields) },
    });
    await broken.call(testProgram({ one: 'return 1' }), 'one');
    expect(reasons).toEqual([{ reason: expect.stringContaining(reason) }]);
  });
});

describe('a spare process that does not start', () => {
  const one = () => testProgram({ one: 'return 1' });
  const spareMs = 600_000;
  afterEach(() => void vi.useRealTimers());

  it('is logged once', async () => {
    const lines: unknown[] = [];
    const logger = { ...silentLogger, error: (...line: unknown[]) => void lines.push(line) };
    await using broken = openWithScript('exit 3', { logger, spareMs, isScript: (start) => start > 0 });
    expect(returned(await broken.call(one(), 'one'))).toBe(1);
    const failed = [{ reason: expect.stringContaining('code 3') }, 'The spare process for functions did not start.'];
    await vi.waitFor(() => expect(lines).toEqual([failed]), PATIENTLY);
    // Each call starts one process and a spare one, the next spare one only after the previous one has failed.
    await vi.waitFor(async () => {
      await broken.call(one(), 'one');
      expect(broken.starts()).toBeGreaterThan(8);
    }, PATIENTLY);
    expect(lines.filter((line) => String(Object(line)[1]) === failed[1])).toHaveLength(1);
  });

  it('delays the next project only briefly when it is stuck', async () => {
    // The limit of a start never comes, so a call that waits for the whole start of the spare process gets no answer.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await using stuck = openWithScript('exec sleep 600', { spareMs, isScript: (start) => start === 1 });
    expect(returned(await stuck.call(one(), 'one'))).toBe(1);
    await vi.waitFor(() => expect(stuck.starts()).toBe(2), PATIENTLY);
    expect(returned(await stuck.call(one(), 'one'))).toBe(1);
    vi.advanceTimersByTime(10_000);
  });
});

describe('a runtime that closes before it could start its first process', () => {
  it('starts none afterwards, and logs no error', async () => {
    await using confinement = openConfinement();
    const held = Promise.withResolvers<void>();
    const before = await functionProcessIds();
    const errors: unknown[] = [];
    await using slow = openTestRuntime({
      logger: { ...silentLogger, error: (...line: unknown[]) => void errors.push(line) },
      confinement: { ...confinement, hold: (holding) => held.promise.then(() => confinement.hold(holding)) },
    });
    const program = testProgram({ one: 'return 1' });
    const check = slow.runtime.check(program);
    const call = slow.call(program, 'one');
    await slow.runtime.close();
    held.resolve();
    expect(await check).toEqual({ kind: 'unavailable' });
    expect(await call).toEqual({ kind: 'crashed' });
    expect(await functionProcessIds()).toEqual(before);
    expect(errors).toEqual([]);
  });
});

describe('a runtime that closes during a check', () => {
  it('ends the process of the check, and blames no module', async () => {
    const before = await functionProcessIds();
    await using alone = openTestRuntime();
    const check = alone.runtime.check(testProgram({ endless: 'for (;;); export default () => 1' }));
    await vi.waitFor(async () => expect((await functionProcessIds()).length).toBeGreaterThan(before.length), PATIENTLY);
    await alone.runtime.close();
    expect(await functionProcessIds()).toEqual(before);
    expect(await check).toEqual({ kind: 'unavailable' });
  });
});
