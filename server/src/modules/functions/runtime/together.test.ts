import { afterAll, describe, expect, it } from 'vitest';
import { openTestRuntime, returned, testProgram } from '../../../../test/function-runtime.ts';

const runtime = openTestRuntime();
const program = testProgram({
  does: `
    const { grows, wait, loops, never, size, refuse, asks, log, response } = ctx.payload;
    if (log) console.log(log);
    if (grows) { await scheduler.wait(5); for (const all = []; ; ) all.push(new Array(1e6).fill(1.5)); }
    if (wait) await scheduler.wait(wait);
    if (loops) for (;;) { globalThis.rounds = (globalThis.rounds ?? 0) + 1; await scheduler.wait(1); }
    if (never) await new Promise(() => {});
    if (size) return 'x'.repeat(size);
    if (refuse) throw ctx.error('no', { status: 418, data: ctx.payload });
    if (asks) return await ctx.data.table('things').get(asks);
    if (response) return new Response(response, { status: 201 });
    return ctx.payload;`,
  rounds: `
    const before = globalThis.rounds;
    await scheduler.wait(50);
    return globalThis.rounds - before;`,
});

interface FinishedCall {
  readonly outcome: Awaited<ReturnType<typeof runtime.call>>;
  readonly lines: readonly { readonly message: string }[];
}

const call = (payload: object, timeoutMs = 20_000): Promise<FinishedCall> =>
  runtime.callWithLog(program, 'does', {
    payload: JSON.stringify(payload),
    timeoutMs,
    bridge: async (ask) => ({ json: JSON.stringify({ asked: ask.args }) }),
  });

afterAll(() => runtime[Symbol.asyncDispose]());

describe('calls that arrive at the same moment', () => {
  it('each get their own answer, whatever happens to the others', async () => {
    const done = await Promise.all([
      call({ name: 'ä', log: 'first' }),
      call({ refuse: true }),
      call({ asks: 'one' }),
      call({ response: 'ü' }),
      call({ wait: 20, log: 'fifth' }),
      call({ size: 7 * 1024 * 1024 }),
    ]);
    expect(returned((done[0] as FinishedCall).outcome)).toEqual({ name: 'ä', log: 'first' });
    expect(done[1]?.outcome).toMatchObject({ kind: 'thrown', status: 418, data: '{"refuse":true}' });
    expect(returned((done[2] as FinishedCall).outcome)).toEqual({ asked: ['one'] });
    expect(done[3]?.outcome).toMatchObject({ kind: 'response', status: 201, body: Buffer.from('ü') });
    expect(returned((done[4] as FinishedCall).outcome)).toEqual({ wait: 20, log: 'fifth' });
    expect(done[5]?.outcome).toEqual({ kind: 'too_large' });
    expect(done.map(({ lines }) => lines.map(({ message }) => message))).toEqual([
      ['first'],
      [],
      [],
      [],
      ['fifth'],
      [],
    ]);
  });

  it('return complete when they are large and more than may run at once', async () => {
    const sizes = Array.from({ length: 40 }, (_, at) => 1 + at * 50_000);
    const done = await Promise.all(sizes.map((size) => call({ size })));
    expect(done.map(({ outcome }) => String(returned(outcome)).length)).toEqual(sizes);
  });

  it('do not wait for a slower one', async () => {
    const slow = call({ wait: 60_000 }, 1000);
    const quick = [call({ at: 1 }), call({ at: 2, wait: 5 })];
    expect((await Promise.all(quick)).map(({ outcome }) => returned(outcome))).toEqual([{ at: 1 }, { at: 2, wait: 5 }]);
    expect((await slow).outcome).toEqual({ kind: 'timeout' });
  });

  it('time out separately, and leave no work behind', async () => {
    const [loops, waits] = await Promise.all([call({ loops: true }, 150), call({ wait: 400 })]);
    expect(loops?.outcome).toEqual({ kind: 'timeout' });
    expect(returned((waits as FinishedCall).outcome)).toEqual({ wait: 400 });
    await expect.poll(async () => returned(await runtime.call(program, 'rounds'))).toBe(0);
  });

  it('are not affected by one that waits forever', async () => {
    const [never, quick] = await Promise.all([call({ never: true }, 2000), call({ wait: 30 })]);
    expect(returned((quick as FinishedCall).outcome)).toEqual({ wait: 30 });
    expect(never?.outcome).toMatchObject({ kind: 'thrown', message: expect.stringContaining('never') });
    await call({});
    const both = await Promise.all([call({ never: true }), call({ never: true })]);
    for (const { outcome } of both)
      expect(outcome).toMatchObject({ kind: 'thrown', message: expect.stringContaining('never') });
    expect(returned((await call({ after: true })).outcome)).toEqual({ after: true });
  });

  it('all fail when the process ends during the calls', async () => {
    const done = await Promise.all([call({ wait: 5000 }), call({ grows: true }), call({ wait: 5000 })]);
    expect(done[1]?.outcome).toEqual({ kind: 'out_of_memory' });
    expect(done.map(({ outcome }) => outcome.kind)).not.toContain('value');
    expect(returned((await call({ after: true })).outcome)).toEqual({ after: true });
  });
});
