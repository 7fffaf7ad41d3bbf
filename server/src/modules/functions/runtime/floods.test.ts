import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { openTestRuntime, returned, testProgram } from '../../../../test/function-runtime.ts';

/** Takes over the channel that all calls of its project share and sends arbitrary frames to the service. */
const TAKES_CHANNEL = `
  const { send } = WebSocket.prototype;
  let channel;
  WebSocket.prototype.send = function (message) { channel ??= this; return send.call(this, message); };
  const say = (heads) => send.call(channel, JSON.stringify(heads) + '\\n');
  const repeat = (count, head) => Array.from({ length: count }, () => head);`;
const hostile = (body: string) =>
  testProgram({
    hostile: `${TAKES_CHANNEL} export default async (ctx) => { await ctx.data.table('things').list(); ${body}; await scheduler.wait(60_000) }`,
    kind: 'return 1',
  });
const bridge = async () => ({ json: '1' });

describe('a function that takes over its channel', () => {
  it.each([
    ['sends more frames than there can be', 'say(repeat(400_000, ["waits", 1, 0]))'],
    ['answers a call that was never made', 'say([["value", 999_999, 0, 0]])'],
    ['asks for a call that was never made', 'say([["ask", 1, 999_999, 0]])'],
    ['asks on for calls that are over', 'say(repeat(2000, ["ask", 1, 0, 0]))'],
    ['sends nothing', 'send.call(channel, "[]\\n")'],
    ['sends no frames', 'send.call(channel, "nonsense")'],
  ])('and %s ends with its process, and the next call gets a new one', async (_, body) => {
    await using alone = openTestRuntime();
    const program = hostile(body);
    expect(await alone.call(program, 'hostile', { bridge })).toEqual({ kind: 'crashed' });
    expect(returned(await alone.call(program, 'kind'))).toBe(1);
  });

  it("and sends as fast as possible leaves half of the service's thread free", async () => {
    await using alone = openTestRuntime();
    const flood = hostile(
      'for (;;) { for (let n = 0; n < 20; n += 1) say(repeat(2000, ["waits", 1, 0])); await scheduler.wait(1) }',
    );
    const flooding = alone.call(flood, 'hostile', { bridge, timeoutMs: 3000 });
    await alone.call(testProgram({ one: 'return 1' }), 'one');
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const startedMs = performance.now();
    const idle = performance.eventLoopUtilization();
    await new Promise((resolve) => setTimeout(resolve, 2000));
    const { utilization } = performance.eventLoopUtilization(idle);
    delay.disable();
    expect(performance.now() - startedMs).toBeLessThan(4000);
    // It may use half of the thread, in turns of a few milliseconds; the rest is margin for a loaded machine.
    expect(utilization).toBeGreaterThan(0.1);
    expect(utilization).toBeLessThan(0.75);
    expect(delay.percentile(95) / 1e6).toBeLessThan(15);
    expect((await flooding).kind).toBe('timeout');
  });

  it('and fetches as fast as possible leaves time for others, and still gets its answers', async () => {
    await using alone = openTestRuntime();
    const fetches = testProgram({
      hostile: `let count = 0; const refused = () => fetch('http://127.0.0.1:1/', { headers }).catch(() => (count += 1));
        const headers = Object.fromEntries(Array.from({ length: 500 }, (_, n) => ['x-' + n, 'x']));
        export default async () => {
          const end = Date.now() + 3000;
          const one = async () => { while (Date.now() < end) await refused() };
          await Promise.all(Array.from({ length: 64 }, one));
          return count }`,
    });
    const flooding = alone.call(fetches, 'hostile', { timeoutMs: 20_000 });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const idle = performance.eventLoopUtilization();
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect(performance.eventLoopUtilization(idle).utilization).toBeLessThan(0.75);
    expect(returned(await flooding)).toBeGreaterThan(100);
  });
});

it('requests of a process start in portions, between which the event loop takes other work', async () => {
  await using alone = openTestRuntime();
  const asks = testProgram({
    asks: 'const ask = () => ctx.data.table("things").list(); await Promise.all(Array.from({ length: 64 }, ask)); return 1',
  });
  let startedInTurn = 0;
  let mostInTurn = 0;
  const endTurn = (): void => {
    startedInTurn = 0;
  };
  const counting = async () => {
    if (startedInTurn === 0) setImmediate(endTurn);
    startedInTurn += 1;
    mostInTurn = Math.max(mostInTurn, startedInTurn);
    return { json: '[]' };
  };
  const calls = Array.from({ length: 8 }, () => alone.call(asks, 'asks', { bridge: counting }));
  expect((await Promise.all(calls)).map(returned)).toEqual(Array.from({ length: 8 }, () => 1));
  expect(mostInTurn).toBeLessThanOrEqual(16);
});
