import { createHmac } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { openTestRuntime, returned, testProgram } from '../../../../test/function-runtime.ts';
import type { BridgeAsk, BridgeReply, FunctionCall } from './index.ts';

const runtime = openTestRuntime();
afterAll(() => runtime[Symbol.asyncDispose]());

async function run(body: string, call: Partial<FunctionCall> = {}): Promise<unknown> {
  return returned(await runtime.call(testProgram({ run: body }), 'run', call));
}

const REQUEST = {
  method: 'POST',
  url: 'https://api.example/x?y=1',
  headers: [
    ['X-One', 'a'],
    ['x-two', 'b'],
  ] as const,
  body: new Uint8Array([0, 255, 10, 13, 200]),
};

describe('ctx', () => {
  it('names the project, function, run and user, and the deadline', async () => {
    const seen = await run(
      'return [ctx.project, ctx.function, ctx.run_id, ctx.user, Math.round((new Date(ctx.deadline) - Date.now()) / 10_000)]',
      { projectId: 'shop', runId: 'run-1', user: { id: 'u', name: 'Zoë 🦊' }, timeoutMs: 60_000 },
    );
    expect(seen).toEqual(['shop', 'run', 'run-1', { id: 'u', name: 'Zoë 🦊' }, 6]);
  });

  it('has the payload and the exact bytes of the request', async () => {
    const read =
      'const { method, url, headers, body } = ctx.request; return [ctx.payload, method, url, headers.get("x-one"), headers.get("X-Two"), body instanceof Uint8Array, [...body]]';
    const seen = await run(read, { payload: '{"a":"ü"}', request: REQUEST });
    expect(seen).toEqual([{ a: 'ü' }, 'POST', REQUEST.url, 'a', 'b', true, [0, 255, 10, 13, 200]]);
  });

  it.each([true, false])('has the exact bytes of a body that is the payload (isPayload: %s)', async (isPayload) => {
    const payload = '{ "text": "äöü 🦊" }';
    const body = new TextEncoder().encode(payload);
    const read = 'return [ctx.payload, [...ctx.request.body], await ctx.request.text(), await ctx.request.json()]';
    const value = { text: 'äöü 🦊' };
    expect(await run(read, { payload, request: { ...REQUEST, body, isPayload } })).toEqual([
      value,
      [...body],
      payload,
      value,
    ]);
  });

  it('has no payload and no request when the call has none', async () => {
    expect(await run('return [ctx.payload === undefined, ctx.request]')).toEqual([true, null]);
  });

  it('creates errors that keep their status and drop invalid codes and data', async () => {
    const program = testProgram({
      run: 'const loop = {}; loop.self = loop; throw ctx.error("no", { status: 422, code: "", data: loop })',
    });
    const outcome = await runtime.call(program, 'run', {});
    expect(outcome).toMatchObject({ kind: 'thrown', message: 'no', status: 422 });
    expect(outcome).not.toHaveProperty('code');
    expect(outcome).not.toHaveProperty('data');
  });

  it('has frozen secrets', async () => {
    const seen = await run(
      'try { ctx.secrets.KEY = "x" } catch { } return [ctx.secrets, Object.isFrozen(ctx.secrets)]',
      {
        secrets: { KEY: 'v' },
      },
    );
    expect(seen).toEqual([{ KEY: 'v' }, true]);
  });

  it('verifies signatures over the exact bytes, synchronously, and never throws', async () => {
    const signature = createHmac('sha256', 'secret').update(REQUEST.body).digest('hex');
    const request = { ...REQUEST, headers: [['x-webhook-signature', signature]] as const };
    const verify =
      'return [ctx.verifySignature("secret"), ctx.verifySignature("other"), ctx.verifySignature(), ctx.verifySignature(7), ctx.verifySignature("secret", null), ctx.verifySignature("secret", { scheme: "stripe" })]';
    expect(await run(verify, { request })).toEqual([true, false, false, false, true, false]);
  });
});

describe('what a function requests through ctx', () => {
  it('reaches the bridge with the right operation and arguments', async () => {
    const asks: BridgeAsk[] = [];
    const bridge = async (ask: BridgeAsk): Promise<BridgeReply> => {
      asks.push(ask);
      return { json: String(asks.length) };
    };
    const todos = 'const todos = ctx.data.table("todos");';
    const body = `${todos} return [await todos.list(), await todos.count({ filter: "a:eq:1" }), await todos.get("1"), await todos.insert([{ a: 1 }]), await todos.update("1", { a: 2 }), await todos.update({ filter: "x" }, { a: 3 }), await todos.remove("1"), await todos.aggregate({ op: "count" }), await todos.batch([{}], { atomic: false }), await ctx.data.asCaller().table("mine").get("2"), await ctx.messages.send({ body: "hi" }), await ctx.functions.invoke("other", { b: 1 }), await ctx.storage.sign("f", { expires_in: 5 })]`;
    expect(await run(body, { bridge })).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
    const own = { table: 'todos', isAsCaller: false };
    expect(asks).toMatchObject([
      { ...own, op: 'data.list', args: [{}] },
      { ...own, op: 'data.count', args: [{ filter: 'a:eq:1' }] },
      { ...own, op: 'data.get', args: ['1'] },
      { ...own, op: 'data.insert', args: [[{ a: 1 }]] },
      { ...own, op: 'data.update', args: ['1', { a: 2 }] },
      { ...own, op: 'data.update', args: [{ filter: 'x' }, { a: 3 }] },
      { ...own, op: 'data.remove', args: ['1'] },
      { ...own, op: 'data.aggregate', args: [{ op: 'count' }] },
      { ...own, op: 'data.batch', args: [[{}], { atomic: false }] },
      { op: 'data.get', table: 'mine', isAsCaller: true, args: ['2'] },
      { op: 'messages.send', args: [{ body: 'hi' }] },
      { op: 'functions.invoke', args: ['other', { b: 1 }] },
      { op: 'storage.sign', args: ['f', { expires_in: 5 }] },
    ]);
  });

  it('when refused, throws an error with the code and status of the HTTP API', async () => {
    const refusal = { message: 'There is no such table.', code: 'table_not_found', status: 404 };
    const body =
      'try { await ctx.data.table("x").list() } catch (error) { return [error instanceof Error, error.message, error.code, error.status] }';
    expect(await run(body, { bridge: async () => ({ refusal }) })).toEqual([true, refusal.message, refusal.code, 404]);
    const uncaught = await run('await ctx.data.table("x").list()', { bridge: async () => ({ refusal }) });
    expect(uncaught).toMatchObject({ kind: 'thrown', message: refusal.message });
    expect(uncaught).not.toHaveProperty('status');
  });

  it('transfers files in both directions', async () => {
    const bytes = new Uint8Array(300_000).map((_, at) => at % 251);
    const bridge = async (ask: BridgeAsk): Promise<BridgeReply> => {
      if (ask.op !== 'storage.upload')
        return {
          bytes: (async function* () {
            yield bytes;
            yield bytes;
          })(),
        };
      const chunks: Uint8Array[] = [];
      for await (const chunk of ask.body) chunks.push(chunk);
      return { json: JSON.stringify([ask.args, Buffer.concat(chunks).equals(bytes)]) };
    };
    const body =
      'const up = new Uint8Array(300_000).map((_, at) => at % 251); const down = await ctx.storage.download("id"); return [await ctx.storage.upload({ name: "n", body: up }), down.length, down[300_001]]';
    expect(await run(body, { bridge })).toEqual([[[{ name: 'n' }], true], 600_000, 1]);
  });

  it('invoking another function returns a failure instead of throwing', async () => {
    const bridge = async (): Promise<BridgeReply> => ({
      refusal: { message: 'Too deep.', code: 'forbidden', status: 403 },
    });
    expect(await run('return await ctx.functions.invoke("x")', { bridge })).toMatchObject({
      success: false,
      error: 'Too deep.',
    });
  });

  it('is sent at most sixteen at a time', async () => {
    let now = 0;
    let most = 0;
    const bridge = async (): Promise<BridgeReply> => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
      return { json: '1' };
    };
    const body =
      'return (await Promise.all(Array.from({ length: 500 }, (_, at) => ctx.data.table("t").get(String(at))))).length';
    expect(await run(body, { bridge })).toBe(500);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(16);
  });

  it('hides internal errors', async () => {
    const bridge = async (): Promise<BridgeReply> => {
      throw new Error('SELECT secret');
    };
    const outcome = await run('await ctx.data.table("x").list()', { bridge });
    expect(JSON.stringify(outcome)).not.toContain('SELECT');
    expect(outcome).toMatchObject({ kind: 'thrown' });
  });
});

describe('what a function returns', () => {
  it('is JSON, undefined, or a Response passed on unchanged', async () => {
    expect(await run('return { a: [1, "ü"] }')).toEqual({ a: [1, 'ü'] });
    expect(await run('return null')).toBe(null);
    expect(await run('')).toBe(undefined);
    const headers = '{ headers: { "x-a": "b" }, status: 201 }';
    const outcome = await runtime.call(
      testProgram({ run: `return new Response(new Uint8Array([1, 0, 255]), ${headers})` }),
      'run',
    );
    expect(outcome).toMatchObject({ kind: 'response', status: 201, headers: [['x-a', 'b']] });
    expect([...(outcome.kind === 'response' ? outcome.body : [])]).toEqual([1, 0, 255]);
  });

  it.each([
    'return 1n',
    'const a = {}; a.a = a; return a',
    'return () => 1',
    'return { toJSON() { throw new Error("no") } }',
  ])('fails if it is not JSON: %s', async (body) => {
    expect(await run(body)).toMatchObject({ kind: 'thrown' });
  });

  it('is a thrown error with its place in the source, whatever was thrown', async () => {
    expect(await run('\n\nthrow new RangeError("bad")')).toMatchObject({
      kind: 'thrown',
      name: 'RangeError',
      message: 'bad',
      stack: expect.stringMatching(/functions\/run\.js:3:7/),
    });
    const evil = 'throw new Proxy({}, { get() { throw 1 }, getPrototypeOf() { throw 2 } })';
    for (const thrown of ['throw "text"', 'throw null', 'throw undefined', evil, 'throw Object.create(null)'])
      expect(await run(thrown)).toMatchObject({ kind: 'thrown', message: expect.any(String) });
    expect(JSON.stringify(await run('throw new Error("x")'))).not.toContain('service-shim');
  });

  it('carries the status, code and data of ctx.error', async () => {
    expect(await run('throw ctx.error("no", { status: 418, code: "teapot", data: { a: 1 } })')).toMatchObject({
      kind: 'thrown',
      message: 'no',
      status: 418,
      code: 'teapot',
      data: '{"a":1}',
    });
    for (const status of [500, 200, 418.5, '"418"'])
      expect(await run(`throw ctx.error("no", { status: ${status} })`)).not.toHaveProperty('status');
    expect(await run('throw Object.assign(new Error("no"), { status: 404 })')).not.toHaveProperty('status');
  });
});

describe('a run that has ended', () => {
  it('gets no more answers through its context', async () => {
    const requested: string[] = [];
    const bridge = async (ask: BridgeAsk): Promise<BridgeReply> => {
      requested.push(ask.op);
      return { json: '1' };
    };
    const program = testProgram({
      late: 'globalThis.kept = ctx; return 1',
      reuse: 'try { await globalThis.kept.data.table("t").count() } catch (error) { return error.message }',
    });
    expect(returned(await runtime.call(program, 'late', { bridge }))).toBe(1);
    expect(returned(await runtime.call(program, 'reuse', { bridge }))).toContain('ended');
    expect(requested).toEqual([]);
  });
});
