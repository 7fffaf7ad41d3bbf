import { afterAll, describe, expect, it, vi } from 'vitest';
import { openTestRuntime, returned, testProgram } from '../../../../test/function-runtime.ts';

const runtime = openTestRuntime();
afterAll(() => runtime[Symbol.asyncDispose]());

/** The import must come between two calls, when the process may load nothing. */
const RARELY = { timeout: 20_000, interval: 1000 };

describe('a module that code imports after its call has ended', () => {
  it('is loaded by a later call of its function', async () => {
    const program = testProgram({
      early: `
        const { setTimeout } = await import("node:timers");
        const load = () => import("./late.js").then(() => "loaded", String).then((imported) => { globalThis.imported = imported });
        setTimeout(load, 250);`,
      state: 'return globalThis.imported',
      late: 'return 1',
    });
    expect(returned(await runtime.call(program, 'early'))).toBeUndefined();
    await vi.waitFor(
      async () => expect(returned(await runtime.call(program, 'state'))).toContain('No such module'),
      RARELY,
    );
    expect(returned(await runtime.call(program, 'late'))).toBe(1);
  });
});
