import { afterAll, describe, expect, it } from 'vitest';
import { openTestRuntime, returned, testProgram } from '../../../../test/function-runtime.ts';

const runtime = openTestRuntime();
const neighbour = testProgram({ add: 'return ctx.payload.a + ctx.payload.b' });
afterAll(() => runtime[Symbol.asyncDispose]());

const LOOPS = {
  'a loop': 'for (;;);',
  'a loop of microtasks': 'for (;;) await 0;',
  'a regular expression': "/^(a+)+$/.test('a'.repeat(64) + 'b');",
  'a loop in a getter of the answer': 'return { get x() { for (;;); } };',
  'a loop of timers': 'for (;;) await scheduler.wait(1);',
  'a flood of log lines': 'for (;;) console.log("again");',
};

describe('a function that exceeds its timeout', () => {
  it.each(Object.entries(LOOPS))('is stopped in %s while others keep running', async (_name, loop) => {
    const program = testProgram({ endless: `console.log('begins'); ${loop}`, quick: 'return "quick"' });
    const endless = runtime.callWithLog(program, 'endless', { timeoutMs: 300 });
    const beside = await runtime.call(neighbour, 'add', { payload: '{"a":1,"b":2}' });
    expect(returned(beside)).toBe(3);
    const { outcome, lines } = await endless;
    expect(outcome).toEqual({ kind: 'timeout' });
    expect(lines[0]).toMatchObject({ level: 'info', message: 'begins' });
    expect(returned(await runtime.call(program, 'quick'))).toBe('quick');
  });

  it('is stopped while its module loads', async () => {
    const program = testProgram({ endless: 'for (;;); export default () => 1', quick: 'return "quick"' });
    expect(returned(await runtime.call(program, 'quick'))).toBe('quick');
    expect(await runtime.call(program, 'endless', { timeoutMs: 300 })).toEqual({ kind: 'timeout' });
    expect(returned(await runtime.call(program, 'quick'))).toBe('quick');
  });

  it('does not affect other calls of its project if it only waits', async () => {
    const program = testProgram({
      waits: 'await scheduler.wait(60_000)',
      slow: 'await scheduler.wait(700); return "done"',
    });
    const slow = runtime.call(program, 'slow');
    expect(await runtime.call(program, 'waits', { timeoutMs: 200 })).toEqual({ kind: 'timeout' });
    expect(returned(await slow)).toBe('done');
  });

  it('also ends the other calls of its project if it blocks the thread, and they report a crash', async () => {
    const program = testProgram({ endless: 'for (;;);', slow: 'await scheduler.wait(60_000)' });
    const slow = runtime.call(program, 'slow');
    expect(await runtime.call(program, 'endless', { timeoutMs: 500 })).toEqual({ kind: 'timeout' });
    expect(await slow).toEqual({ kind: 'crashed' });
  });

  it('never counts as a crash', async () => {
    const program = testProgram({ endless: 'for (;;);', quick: 'return "quick"' });
    for (let round = 0; round < 6; round += 1)
      expect(await runtime.call(program, 'endless', { timeoutMs: 50 })).toEqual({ kind: 'timeout' });
    expect(returned(await runtime.call(program, 'quick'))).toBe('quick');
  });
});

describe('a function that waits for something that never happens', () => {
  it('fails at once', async () => {
    const program = testProgram({ never: 'console.log("waits"); await new Promise(() => {})' });
    const { outcome, lines } = await runtime.callWithLog(program, 'never');
    expect(outcome).toMatchObject({ kind: 'thrown', message: expect.stringContaining('never') });
    expect(lines).toMatchObject([{ message: 'waits' }]);
  });
});
