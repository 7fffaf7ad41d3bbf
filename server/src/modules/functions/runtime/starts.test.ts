import { describe, expect, it, vi } from 'vitest';
import { functionProcessIds, openTestRuntime, testProgram } from '../../../../test/function-runtime.ts';
import { openConfinement } from '../../../../test/open-confinement.ts';
import type { Sandbox } from '../../../platform/confinement/index.ts';
import { silentLogger } from '../../../platform/logger.ts';

const PATIENTLY = { timeout: 20_000 };

/** A runtime whose processes run a shell script instead of the program. */
function openWithScript(script: string, logger = silentLogger) {
  const confinement = openConfinement();
  const runs = (sandbox: Sandbox): Sandbox => ({ ...sandbox, command: () => ['/bin/sh', '-c', script] });
  const runtime = openTestRuntime({
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
    await using broken = openWithScript(script, { ...silentLogger, error: (fields) => void reasons.push(fields) });
    await broken.call(testProgram({ one: 'return 1' }), 'one');
    expect(reasons).toEqual([{ reason: expect.stringContaining(reason) }]);
  });
});

describe('a runtime that closes before it could start its first process', () => {
  it('starts none afterwards', async () => {
    await using confinement = openConfinement();
    const held = Promise.withResolvers<void>();
    const before = await functionProcessIds();
    await using slow = openTestRuntime({
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
