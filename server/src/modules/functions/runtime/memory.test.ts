import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { functionProcessIds, openTestRuntime, returned, testProgram } from '../../../../test/function-runtime.ts';

const runtime = openTestRuntime();
const neighbour = testProgram({ one: 'return 1' });
afterAll(() => runtime[Symbol.asyncDispose]());

const BOMBS = {
  // Large pieces fill the memory before the garbage collector becomes the bottleneck.
  lists: 'const kept = []; for (;;) kept.push(new Array(100_000).fill(0.5));',
  texts: 'const kept = []; for (;;) kept.push(JSON.parse(JSON.stringify("x".repeat(1_000_000))));',
  buffers: 'const kept = []; for (;;) kept.push(new Uint8Array(10_000_000).fill(1));',
  'a stream without end':
    'await new Response(new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(1_000_000)) })).arrayBuffer();',
  'wasm memory':
    'const kept = []; for (;;) { const { buffer } = new WebAssembly.Memory({ initial: 100 }); new Uint8Array(buffer).fill(1); kept.push(buffer); }',
};

describe('a function that exhausts the memory of its process', () => {
  it.each(Object.entries(BOMBS))('fails as out of memory with %s while others keep running', async (_name, bomb) => {
    const program = testProgram({ bomb, quick: 'return "quick"' });
    const bombing = runtime.call(program, 'bomb', { timeoutMs: 29_000 });
    expect(returned(await runtime.call(neighbour, 'one'))).toBe(1);
    expect(await bombing).toEqual({ kind: 'out_of_memory' });
    expect(returned(await runtime.call(program, 'quick'))).toBe('quick');
  });

  it('fails as out of memory when it keeps data between calls', async () => {
    const keep = 'const kept = []; export default () => { kept.push(new Uint8Array(30_000_000).fill(1)); return 1 }';
    const program = testProgram({ keep });
    const outcomes: unknown[] = [];
    for (let call = 0; call < 12; call += 1) outcomes.push((await runtime.call(program, 'keep')).kind);
    expect(outcomes.slice(0, 2)).toEqual(['value', 'value']);
    expect(outcomes).toContain('out_of_memory');
    expect(outcomes[outcomes.indexOf('out_of_memory') + 1]).toBe('value');
  });
});

describe('a function that uses too much', () => {
  it('may allocate 100 MB in each call if it keeps none of them', async () => {
    const program = testProgram({ large: 'return new Uint8Array(100 * 1024 * 1024).fill(1).length' });
    for (let call = 0; call < 4; call += 1)
      expect(returned(await runtime.call(program, 'large'))).toBe(100 * 1024 * 1024);
  });

  it('gets an error for setting a million timers', async () => {
    const program = testProgram({ timers: 'for (let at = 0; at < 1e6; at += 1) setTimeout(() => 0, 1e6)' });
    expect(await runtime.call(program, 'timers')).toMatchObject({ kind: 'thrown', name: 'QuotaExceededError' });
  });

  it('gets too_large when its answer exceeds the limit', async () => {
    const program = testProgram({
      value: 'return "x".repeat(6 * 1024 * 1024)',
      text: 'return "x".repeat(100_000_000)',
      response: 'return new Response(new Uint8Array(6 * 1024 * 1024 + 1))',
      fits: 'return new Response(new Uint8Array(6 * 1024 * 1024))',
    });
    expect(await runtime.call(program, 'value')).toEqual({ kind: 'too_large' });
    expect(await runtime.call(program, 'text')).toEqual({ kind: 'too_large' });
    expect(await runtime.call(program, 'response')).toEqual({ kind: 'too_large' });
    expect(await runtime.call(program, 'fits')).toMatchObject({ kind: 'response', status: 200 });
  });
});

describe.runIf(process.platform === 'linux')('a function that does almost nothing', () => {
  it('leaves so little garbage in thousands of calls that it stays far below the limit', async () => {
    await using alone = openTestRuntime();
    const others = await functionProcessIds();
    const program = testProgram({ nothing: 'return 1' });
    let left = 10_000;
    const kinds = new Set<string>();
    const caller = async (): Promise<void> => {
      while (left-- > 0) kinds.add((await alone.call(program, 'nothing')).kind);
    };
    await Promise.all(Array.from({ length: 16 }, caller));
    expect([...kinds]).toEqual(['value']);
    const [id] = (await functionProcessIds()).filter((found) => !others.includes(found));
    const status = await readFile(`/proc/${id}/status`, 'utf8');
    expect(Number(/RssAnon:\s+(\d+)/.exec(status)?.[1])).toBeLessThan(100_000);
  });
});
