import { afterAll, describe, expect, it } from 'vitest';
import { openTestRuntime, returned, testProgram } from '../../../../../test/function-runtime.ts';

const { runtime, ...rest } = openTestRuntime();
afterAll(() => rest[Symbol.asyncDispose]());

describe('the check of a program', () => {
  it('succeeds when every module loads and exports a function', async () => {
    expect(await runtime.check(testProgram({ one: 'return 1', two: 'return 2' }))).toEqual({
      kind: 'ready',
      configs: new Map(),
    });
  });

  it.each([
    ['throws when it is loaded', '\nthrow new TypeError("bad start"); export default () => 1', 'TypeError: bad start'],
    ['has no default export', 'export const a = 1; // export default', 'not a function'],
    ['has a default export that is not a function', 'export default { run() {} }', 'not a function'],
    ['imports a missing module', 'import "node:nothing"; export default () => 1', 'node:nothing'],
    ['is not valid JavaScript', 'export default ((', 'SyntaxError'],
    [
      'waits for the network when it is loaded',
      'await fetch("http://x.example/"); export default () => 1',
      'global scope',
    ],
  ])('fails when a module %s', async (_name, module, message) => {
    const outcome = await runtime.check(testProgram({ bad: module }));
    expect(outcome).toMatchObject({ kind: 'failed', message: expect.stringContaining(message) });
  });

  it('names the function and place that failed', async () => {
    const outcome = await runtime.check(
      testProgram({ good: 'return 1', bad: '\n\nthrow new Error("x"); export default 1' }),
    );
    expect(outcome).toMatchObject({
      kind: 'failed',
      functionName: 'bad',
      stack: expect.stringContaining('functions/bad.js:3:7'),
    });
  });

  it('fails when a module needs too much memory', async () => {
    const hungry = 'const kept = []; for (;;) kept.push(new Uint8Array(1e7).fill(1)); export default () => 1';
    expect(await runtime.check(testProgram({ bad: hungry }))).toEqual({ kind: 'out_of_memory', functionName: 'bad' });
  });

  it.each([
    ['computes without end', 'for (;;); export default () => 1'],
    ['computes its config without end', 'export default () => 1; export const config = { toJSON() { for (;;); } }'],
    ['waits for what never comes', 'export const then = () => {}; export default () => 1'],
  ])('blames a module that %s', { timeout: 180_000 }, async (_name, module) => {
    // A small share of a busy machine is enough for this much processor time.
    await using small = openTestRuntime({ loadLimits: { processorMsMax: 200, msMax: 150_000 } });
    expect(await small.runtime.check(testProgram({ bad: module }))).toEqual({ kind: 'endless', functionName: 'bad' });
  });

  it('does not blame a module for which the machine had too little processor time', async () => {
    // No machine gives 5 s of processor time within 300 ms.
    await using slow = openTestRuntime({ loadLimits: { processorMsMax: 5000, msMax: 300 } });
    const module = 'for (;;); export default () => 1';
    expect(await slow.runtime.check(testProgram({ fine: module }))).toEqual({ kind: 'unavailable' });
  });

  it('does not disturb the running version of the project', async () => {
    const count = 'globalThis.count = (globalThis.count ?? 0) + 1; return globalThis.count';
    const program = testProgram({ count });
    expect(returned(await rest.call(program, 'count'))).toBe(1);
    const next = testProgram({ count: 'throw new Error("bad"); export default 1' }, program.projectStore);
    expect(await runtime.check(next)).toMatchObject({ kind: 'failed' });
    expect(returned(await rest.call(program, 'count'))).toBe(2);
  });
});
