import { afterAll, describe, expect, it } from 'vitest';
import { openTestRuntime, testProgram } from '../../../../test/function-runtime.ts';
import type { LogLine } from './index.ts';

const runtime = openTestRuntime();
afterAll(() => runtime[Symbol.asyncDispose]());

async function linesOf(body: string): Promise<readonly LogLine[]> {
  return (await runtime.callWithLog(testProgram({ run: body }), 'run')).lines;
}

describe('the log of a run', () => {
  it('has what the function logged, with levels, in order', async () => {
    const lines = await linesOf(
      'console.debug("a"); console.log("b", 1, { c: [2] }); console.warn("d"); console.error(new Error("e")); ctx.log("f"); ctx.log.warn("g\\nh"); process.stdout.write("i")',
    );
    expect(lines.map(({ level, message }) => [level, message.split('\n    at ')[0]])).toEqual([
      ['debug', 'a'],
      ['info', 'b 1 { c: [ 2 ] }'],
      ['warn', 'd'],
      ['error', 'Error: e'],
      ['info', 'f'],
      ['warn', 'g\nh'],
      ['info', expect.stringContaining('i')],
    ]);
    expect(lines[0]?.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('includes what the module logged while it loaded', async () => {
    expect(await linesOf('console.log("loading"); export default () => console.log("running")')).toMatchObject([
      { message: 'loading' },
      { message: 'running' },
    ]);
  });

  it('arrives while the function still runs', async () => {
    let onFirstLine = (): void => undefined;
    const first = new Promise<void>((resolve) => {
      onFirstLine = resolve;
    });
    const program = testProgram({ run: 'console.log("now"); await ctx.data.table("gate").get("1"); return 1' });
    const outcome = await runtime.call(program, 'run', {
      onLog: onFirstLine,
      bridge: () => first.then(() => ({ json: '1' })),
    });
    expect(outcome.kind).toBe('value');
  });

  it('keeps 256 lines and marks the last one as truncated', async () => {
    const lines = await linesOf('for (let at = 1; at <= 100_000; at += 1) console.log(at)');
    expect(lines).toHaveLength(256);
    expect(lines[254]?.message).toBe('255');
    expect(lines[255]).toMatchObject({ level: 'warn', message: expect.stringMatching(/… \[truncated\]$/) });
    expect((await linesOf('for (let at = 1; at <= 256; at += 1) console.log(at)')).at(-1)?.message).toBe('256');
  });

  it.each(['x', 'ü', '🦊'])('truncates lines at 8 KB of %s and says so', async (character) => {
    const [line] = await linesOf(`console.log(${JSON.stringify(character)}.repeat(100_000))`);
    const bytes = Buffer.byteLength(line?.message ?? '');
    expect(bytes).toBeLessThanOrEqual(8192);
    expect(bytes).toBeGreaterThan(8180);
    expect(line?.message).toMatch(/… \[truncated\]$/);
    expect(line?.message.isWellFormed()).toBe(true);
  });

  it('is never mixed with that of a concurrent run', async () => {
    const program = testProgram({
      run: 'for (let at = 0; at < 20; at += 1) { console.log(ctx.payload); await scheduler.wait(1); }',
    });
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const runs = await Promise.all(
      names.map((name) => runtime.callWithLog(program, 'run', { payload: JSON.stringify(name) })),
    );
    for (const [at, { lines }] of runs.entries())
      expect(lines.map((line) => line.message)).toEqual(new Array(20).fill(names[at]));
  });

  it('treats forged protocol lines as plain messages', async () => {
    const lines = await linesOf('console.log("\\u0001token info \\"forged\\"\\n\\u0001ping x"); console.log("true")');
    expect(lines.map((line) => line.message)).toEqual(['\u0001token info "forged"\n\u0001ping x', 'true']);
  });

  it('survives values that cannot be printed', async () => {
    const lines = await linesOf(
      'console.log({ get a() { throw 1 }, [Symbol.for("nodejs.util.inspect.custom")]() { throw 2 } }); console.log("after")',
    );
    expect(lines.at(-1)?.message).toBe('after');
  });
});
