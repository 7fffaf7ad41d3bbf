import { afterAll, describe, expect, it } from 'vitest';
import { functionProcessIds, openTestRuntime, returned, testProgram } from '../../../../test/function-runtime.ts';
import type { BridgeReply } from './index.ts';

const runtime = openTestRuntime();
afterAll(() => runtime[Symbol.asyncDispose]());

const COUNTS = 'globalThis.rounds = 0; setInterval(() => { globalThis.rounds += 1; }, 1);';
const MADE_SINCE = 'const before = globalThis.rounds; await scheduler.wait(50); return globalThis.rounds - before;';

/** A bridge that answers once the test opens it. */
function createGate() {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const bridge = async (): Promise<BridgeReply> => {
    reach();
    await opened;
    return { json: '1' };
  };
  return { bridge, reached, open };
}

const WAITS = 'await ctx.data.table("gate").get("1"); return "done"';

describe('a function that tries to exit its process', () => {
  it.each([
    "(await import('node:process')).exit(0)",
    "(await import('node:process')).reallyExit(0)",
    "(await import('process')).exit(1)",
    "process.getBuiltinModule('process').exit(0)",
    "(await import('node:module')).createRequire('file:///x').call(null, 'node:process').abort()",
  ])('by %s stops no other function', async (attempt) => {
    const program = testProgram({ attempt, waits: WAITS });
    const gate = createGate();
    const waits = runtime.call(program, 'waits', gate);
    await gate.reached;
    expect(await runtime.call(program, 'attempt')).toMatchObject({ kind: 'thrown' });
    gate.open();
    expect(returned(await waits)).toBe('done');
  });

  it('in an undetectable way ends the calls on its channel with an error, keeps the process, and then runs alone', async () => {
    await using alone = openTestRuntime();
    const program = testProgram({
      attempt: "(await import('node:' + 'pro' + 'cess')).exit(0)",
      waits: WAITS,
      one: 'return 1',
    });
    const first = createGate();
    const waits = alone.call(program, 'waits', first);
    await first.reached;
    const before = await functionProcessIds();
    expect(await alone.call(program, 'attempt')).toMatchObject({
      kind: 'thrown',
      message: expect.stringContaining('exit'),
    });
    expect(await waits).toMatchObject({ kind: 'thrown' });
    expect(returned(await alone.call(program, 'one'))).toBe(1);
    expect(await functionProcessIds()).toEqual(before);
    const second = createGate();
    const again = alone.call(program, 'waits', second);
    await second.reached;
    expect(await alone.call(program, 'attempt')).toMatchObject({ kind: 'thrown' });
    second.open();
    expect(returned(await again)).toBe('done');
  });
});

describe('leftover work of a call', () => {
  it.each([
    ['timers', 'for (;;) { globalThis.rounds += 1; await new Promise((resolve) => setTimeout(resolve, 1)); }'],
    [
      'an interval',
      'setInterval(() => { globalThis.rounds += 1; }, 1); await new Promise((resolve) => setTimeout(resolve, 60_000));',
    ],
    ['waiting', 'for (;;) { globalThis.rounds += 1; await scheduler.wait(1); }'],
    ['asking', 'for (;;) try { globalThis.rounds += 1; await ctx.data.table("t").count(); } catch { }'],
    ['fetching', 'for (;;) try { globalThis.rounds += 1; await fetch("http://127.0.0.1:1/"); } catch { }'],
  ])('with %s ends at its timeout, although other calls run beside it', async (_name, loop) => {
    const program = testProgram({ endless: `globalThis.rounds = 0; ${loop}`, rounds: MADE_SINCE, waits: WAITS });
    const gate = createGate();
    const waits = runtime.call(program, 'waits', gate);
    await gate.reached;
    const bridge = async (): Promise<BridgeReply> => ({ json: '1' });
    expect(await runtime.call(program, 'endless', { timeoutMs: 200, bridge })).toEqual({ kind: 'timeout' });
    await expect.poll(async () => returned(await runtime.call(program, 'rounds')), { timeout: 10_000 }).toBe(0);
    gate.open();
    expect(returned(await waits)).toBe('done');
  });

  it('stops soon after the call ends, even while other calls keep coming', async () => {
    const program = testProgram({ leaves: `${COUNTS} return 1`, rounds: MADE_SINCE });
    expect(returned(await runtime.call(program, 'leaves'))).toBe(1);
    await expect.poll(async () => returned(await runtime.call(program, 'rounds')), { timeout: 10_000 }).toBe(0);
  });

  it('stops at once if its function has timed out before', async () => {
    const program = testProgram({
      endless: `${COUNTS} await new Promise((r) => setTimeout(r, 60_000))`,
      rounds: MADE_SINCE,
      waits: WAITS,
    });
    expect(await runtime.call(program, 'endless', { timeoutMs: 100 })).toEqual({ kind: 'timeout' });
    const gate = createGate();
    const waits = runtime.call(program, 'waits', gate);
    await gate.reached;
    expect(await runtime.call(program, 'endless', { timeoutMs: 100 })).toEqual({ kind: 'timeout' });
    await expect.poll(async () => returned(await runtime.call(program, 'rounds')), { timeout: 10_000 }).toBe(0);
    gate.open();
    expect(returned(await waits)).toBe('done');
  });
});

describe('a function that waits', () => {
  it('for another call is not mistaken for one that waits forever', async () => {
    const program = testProgram({
      waits: 'return await new Promise((resolve) => { globalThis.settle = resolve; })',
      settles: 'globalThis.settle?.(ctx.payload); return globalThis.settle !== undefined',
    });
    const waits = runtime.call(program, 'waits');
    // Longer than several checks for stuck calls take.
    await new Promise((resolve) => setTimeout(resolve, 900));
    expect(returned(await runtime.call(program, 'settles', { payload: '"settled"' }))).toBe(true);
    expect(returned(await waits)).toBe('settled');
  });

  it.each([
    ['a timer', 'await new Promise((resolve) => setTimeout(resolve, 900)); return "done"'],
    ['a timer of Node', 'await (await import("node:timers/promises")).setTimeout(900); return "done"'],
    [
      'a stream of its own',
      'const { readable, writable } = new TransformStream(); const writer = writable.getWriter(); setTimeout(async () => { await writer.write(new Uint8Array([100])); await writer.close(); }, 900); return await new Response(readable).text() === "d" ? "done" : "not"',
    ],
    [
      'a signal',
      'const signal = AbortSignal.timeout(900); await new Promise((resolve) => signal.addEventListener("abort", resolve)); return "done"',
    ],
    [
      'an event',
      'const { EventEmitter, once } = await import("node:events"); const events = new EventEmitter(); setTimeout(() => events.emit("x"), 900); await once(events, "x"); return "done"',
    ],
  ])('for %s is not mistaken for one that waits forever', async (_name, waits) => {
    expect(returned(await runtime.call(testProgram({ waits }), 'waits'))).toBe('done');
  });

  it('for something that never happens fails, even beside other calls and with a timer of its own', async () => {
    const program = testProgram({ never: 'setInterval(() => 0, 10); await new Promise(() => {})', waits: WAITS });
    const gate = createGate();
    const waits = runtime.call(program, 'waits', gate);
    await gate.reached;
    expect(await runtime.call(program, 'never')).toMatchObject({
      kind: 'thrown',
      message: expect.stringContaining('never'),
    });
    gate.open();
    expect(returned(await waits)).toBe('done');
  });
});

describe('large data', () => {
  it('returns complete and unchanged from sixteen concurrent calls', async () => {
    const size = 5 * 1024 * 1024;
    const program = testProgram({
      text: 'return "ü".repeat(ctx.payload)',
      bytes: 'return new Response(new Uint8Array(ctx.payload).fill(7))',
      small: 'return 1',
    });
    const payload = String(size >> 1);
    const texts = Array.from({ length: 8 }, () => runtime.call(program, 'text', { payload }));
    const bytes = Array.from({ length: 4 }, () => runtime.call(program, 'bytes', { payload }));
    expect(returned(await runtime.call(program, 'small'))).toBe(1);
    for (const text of await Promise.all(texts)) expect(returned(text)).toBe('ü'.repeat(size >> 1));
    for (const outcome of await Promise.all(bytes))
      expect(outcome.kind === 'response' && Buffer.from(outcome.body).equals(Buffer.alloc(size >> 1, 7))).toBe(true);
  });

  it('arrives complete in a function, with no character split', async () => {
    const text = `x${'🦊'.repeat(9 * 1024 * 1024)}`;
    const program = testProgram({
      reads:
        'const row = await ctx.data.table("t").get("1"); return [row.length, row.isWellFormed(), row.at(-1) === "\\uDD8A"]',
    });
    const bridge = async (): Promise<BridgeReply> => ({ json: JSON.stringify(text) });
    expect(returned(await runtime.call(program, 'reads', { bridge }))).toEqual([text.length, true, true]);
  });

  it('above 2 MiB in one ctx request is refused with the code of the HTTP API', async () => {
    const program = testProgram({
      asks: 'try { return await ctx.data.table("t").insert({ text: "ü".repeat(ctx.payload) }) } catch (error) { return [error.code, error.status] }',
    });
    const bridge = async (): Promise<BridgeReply> => ({ json: '"stored"' });
    expect(returned(await runtime.call(program, 'asks', { payload: '1000000', bridge }))).toBe('stored');
    expect(returned(await runtime.call(program, 'asks', { payload: '1050000', bridge }))).toEqual([
      'payload_too_large',
      413,
    ]);
  });
});

describe('the timers of a function', () => {
  it('are limited per call, so that others on the channel can still set theirs', async () => {
    const program = testProgram({
      many: `for (let at = 0; at < 2000; at += 1) setTimeout(() => 0, 60_000); ${WAITS}`,
      more: 'for (let at = 0; at < 2001; at += 1) setTimeout(() => 0, 60_000)',
      again:
        'for (let at = 0; at < 5000; at += 1) clearTimeout(setTimeout(() => 0, 60_000)); await scheduler.wait(1); return "waited"',
    });
    const gate = createGate();
    const many = runtime.call(program, 'many', gate);
    await gate.reached;
    for (let round = 0; round < 8; round += 1)
      expect(await runtime.call(program, 'more')).toMatchObject({ kind: 'thrown', name: 'QuotaExceededError' });
    expect(returned(await runtime.call(program, 'again'))).toBe('waited');
    gate.open();
    expect(returned(await many)).toBe('done');
  });

  it('call their callbacks with the given values, as often as they should', async () => {
    const program = testProgram({
      run: `const seen = [];
        await new Promise((resolve) => setTimeout((...values) => resolve(seen.push(values)), 1, 'a', 2));
        await new Promise((resolve) => { const timer = setInterval((value) => { if (seen.push(value) === 3) { clearInterval(timer); resolve(); } }, 1, 'b'); });
        await new Promise((resolve) => setImmediate((value) => resolve(seen.push(value)), 'c'));
        clearTimeout(setTimeout(() => seen.push('never'), 1));
        await scheduler.wait(20);
        return seen;`,
    });
    expect(returned(await runtime.call(program, 'run'))).toEqual([['a', 2], 'b', 'b', 'c']);
  });
});

describe('the context of a run', () => {
  it('cannot be used by a later run, and its own run continues', async () => {
    const program = testProgram({
      keeps: `globalThis.kept = ctx; ${WAITS}`,
      uses: 'const kept = await globalThis.kept.data.table("t").get("1").catch((error) => error.message); return [kept, await ctx.data.table("t").get("1")]',
    });
    const gate = createGate();
    const keeps = runtime.call(program, 'keeps', gate);
    await gate.reached;
    // Long enough that the next call runs on another channel.
    await new Promise((resolve) => setTimeout(resolve, 1200));
    const bridge = async (): Promise<BridgeReply> => ({ json: '1' });
    expect(returned(await runtime.call(program, 'uses', { bridge }))).toEqual(['The run has ended.', 1]);
    gate.open();
    expect(returned(await keeps)).toBe('done');
  });
});
