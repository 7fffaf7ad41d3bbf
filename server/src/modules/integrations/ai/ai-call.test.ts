import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { billingOf, connect, fund } from '../../../../test/billing.ts';
import { deploy, runsOf } from '../../../../test/functions.ts';
import { ENGINES, receivedMails, startTestServer, type TestProject, type TestServer } from '../../../../test/index.ts';
import { createMember } from '../../../../test/operators.ts';
import { AI_KEY, type ScriptedAiProvider, startAnthropic, startOpenAi } from '../../../../test/providers/index.ts';

const USER = { id: '0199aaaa-0000-7000-8000-000000000001', email: 'ann@example.com' };
const SCHEMA = {
  type: 'object',
  properties: { age: { type: 'integer' } },
  required: ['age'],
  additionalProperties: false,
};

const WRONG: readonly (readonly [string, unknown])[] = [
  ['neither prompt nor messages', {}],
  ['both', { prompt: 'a', messages: [{ role: 'user', content: 'b' }] }],
  ['another role', { messages: [{ role: 'tool', content: 'b' }] }],
  ['no message of the user', { messages: [{ role: 'system', content: 'b' }] }],
  ['a temperature out of range', { prompt: 'a', temperature: 3 }],
  ['half a token', { prompt: 'a', max_tokens: 0.5 }],
  ['an unknown field', { prompt: 'a', tools: [] }],
  ['a schema that is not an object', { prompt: 'a', json_schema: 'object' }],
  ['a schema with an unknown type', { prompt: 'a', json_schema: { type: 'strnig' } }],
  [
    'a nested unknown type',
    { prompt: 'a', json_schema: { type: 'object', properties: { a: { type: ['null', 'int'] } } } },
  ],
  ['a schema with a pattern', { prompt: 'a', json_schema: { type: 'string', pattern: '(a+)+$' } }],
  ['a schema that refers to itself', { prompt: 'a', json_schema: { $ref: '#' } }],
  ['a schema that doubles with each step', { prompt: 'a', json_schema: doubling(20) }],
  ['a schema at another address', { prompt: 'a', json_schema: { $ref: 'https://example.com/schema' } }],
];

function doubling(steps: number): object {
  const both = (n: number) => ({ allOf: [{ $ref: `#/$defs/d${n}` }, { $ref: `#/$defs/d${n}` }] });
  const entries = Array.from({ length: steps }, (_, n) => [`d${n}`, n + 1 < steps ? both(n + 1) : { type: 'string' }]);
  return { ...both(0), $defs: Object.fromEntries(entries) };
}

describe.each(ENGINES)('ai_call on %s', (engine) => {
  let openai: ScriptedAiProvider;
  let anthropic: ScriptedAiProvider;
  let server: TestServer;
  beforeAll(async () => {
    [openai, anthropic] = await Promise.all([startOpenAi(), startAnthropic()]);
    const outboundAllow = [openai.receiver.host, anthropic.receiver.host];
    server = await startTestServer({ engine, config: { outboundAllow, mode: 'development' }, providerMs: 2000 });
  });
  afterAll(async () => {
    await server?.close();
    await Promise.all([openai, anthropic].map((each) => each?.[Symbol.asyncDispose]()));
  });

  const optionsOf = (name: string) =>
    name === 'anthropic'
      ? { provider: 'anthropic', api_key: AI_KEY, model: 'claude-test', base_url: anthropic.url }
      : { provider: 'openai-compatible', api_key: AI_KEY, model: 'gpt-test', base_url: openai.url };
  const createProject = async (provider: string, amount = 100): Promise<TestProject> => {
    const project = await server.createProject();
    await fund(project, amount);
    await connect(project, 'ai', optionsOf(provider));
    return project;
  };
  const ask = (project: TestProject, json: unknown, init = {}) =>
    project.api('/functions/ai_call/invoke', { json, user: USER, ...init });

  test('users need a verified address; keys and functions do not', async () => {
    const project = await createProject('anthropic');
    const before = anthropic.asked.length;
    const refused = await ask(project, {}, { user: { ...USER, verified: false } });
    expect(refused).toMatchObject({ status: 403, body: { success: false, code: 'email_not_verified' } });
    expect(anthropic.asked.length).toBe(before);
    const json = { prompt: 'Hi' };
    expect((await project.secretApi('/functions/ai_call/invoke', { json })).status).toBe(200);
  });

  test('a project spends at most its daily limit, and its owners get one mail at four fifths of it', async () => {
    const project = await createProject('anthropic', 1000);
    const owner = await createMember(server, project, 'owner');
    await project.cloudApi('/settings', { method: 'PATCH', json: { limits: { ai_per_day: 10 } } });
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(project, { prompt: 'Hi' })));
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(200), count(429)]).toEqual([5, 7]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ success: false, code: 'rate_limited' });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await billingOf(project)).toMatchObject({ balance: 990, reserved: 0 });
    await expect
      .poll(async () =>
        (await receivedMails(server, owner.email)).filter(({ subject }) => subject.includes('used up their day')),
      )
      .toHaveLength(1);
  });

  test.each(['openai-compatible', 'anthropic'])(
    '%s answers as a whole or as a stream, and each answer is charged',
    async (name) => {
      const project = await createProject(name);
      const provider = name === 'anthropic' ? anthropic : openai;
      const model = name === 'anthropic' ? 'claude-test' : 'gpt-test';
      const answer = { text: 'Hello there', model, usage: { input_tokens: 11, output_tokens: 7 } };
      const whole = await ask(project, { prompt: 'Hi', system: 'Be kind', temperature: 0.5, max_tokens: 50 });
      expect(whole.body, whole.text).toMatchObject({ success: true, data: answer });
      expect(provider.asked.at(-1)).toMatchObject({ model, temperature: 0.5, max_tokens: 50 });
      expect(JSON.stringify(provider.asked.at(-1))).toContain('Be kind');
      const source = `export default async (ctx) => {
      const pieces = [];
      const answer = ctx.functions.stream('ai_call', { prompt: 'Hi', model: 'another' });
      for await (const text of answer) pieces.push(text);
      const { success, data } = await answer.result;
      return { pieces, success, data };
    }`;
      await deploy(project, 'chat', source);
      const streamed = await project.api('/functions/chat/invoke', { method: 'POST' });
      const data = { pieces: ['Hello', ' there'], success: true, data: { ...answer, model: 'another' } };
      expect(streamed.body, streamed.text).toMatchObject({ data });
      expect(await billingOf(project)).toMatchObject({ balance: 96, reserved: 0 });
      const runs = await runsOf(project, 'ai_call');
      expect(runs.map(({ status, caller }) => [status, caller])).toEqual([
        ['succeeded', 'function:chat'],
        ['succeeded', `user:${USER.id}`],
      ]);
    },
  );

  test.each(['openai-compatible', 'anthropic'])('%s must answer with JSON that matches the schema', async (name) => {
    const project = await createProject(name);
    const provider = name === 'anthropic' ? anthropic : openai;
    provider.says = ['{"age"', ':7}'];
    const fits = await ask(project, { prompt: 'How old?', json_schema: SCHEMA });
    expect(fits.body, fits.text).toMatchObject({ success: true, data: { object: { age: 7 }, text: '{"age":7}' } });
    expect(JSON.stringify(provider.asked.at(-1))).toContain('json_schema');
    const type = { type: ['string', 'null'], default: { type: 'of a property and of data' } };
    const named = { ...SCHEMA, properties: { ...SCHEMA.properties, type } };
    expect((await ask(project, { prompt: 'How old?', json_schema: named })).status).toBe(200);
    for (const says of ['{"age":"seven"}', 'seven', '{"age":']) {
      provider.says = [says];
      const { status, body } = await ask(project, { prompt: 'How old?', json_schema: SCHEMA });
      expect([status, body]).toMatchObject([502, { success: false, code: 'upstream_error' }]);
    }
    provider.says = ['Hello', ' there'];
    expect(await billingOf(project)).toMatchObject({ balance: 96 });
  });

  test.each(['openai-compatible', 'anthropic'])('%s may break off a stream, and the call is free', async (name) => {
    const project = await createProject(name);
    const provider = name === 'anthropic' ? anthropic : openai;
    const source = `export default async (ctx) => {
      const answer = ctx.functions.stream('ai_call', { prompt: 'Hi' });
      for await (const text of answer) ctx.log(text);
      return (await answer.result).code;
    }`;
    await deploy(project, 'chat', source);
    const events = { 'content-type': 'text/event-stream' };
    const half = { choices: [{ index: 0, delta: { content: 'Hal' }, finish_reason: null }] };
    const faults = [
      { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' },
      { status: 200, headers: events, body: '' },
      { status: 200, headers: events, body: `data: ${JSON.stringify(half)}\n\n` },
    ];
    for (const answer of faults) {
      provider.fault = { answer };
      const { body } = await project.api('/functions/chat/invoke', { method: 'POST' });
      expect(body).toMatchObject({ success: true, data: 'upstream_error' });
    }
    provider.fault = undefined;
    expect(await billingOf(project)).toMatchObject({ balance: 100, reserved: 0 });
  });

  test.each(['openai-compatible', 'anthropic'])('%s may fail in any way, and the call is free', async (name) => {
    const project = await createProject(name);
    const provider = name === 'anthropic' ? anthropic : openai;
    const faults = [
      [{ status: 401, body: JSON.stringify({ error: { message: `Incorrect key ${AI_KEY}` } }) }, 502],
      [{ status: 429, headers: { 'retry-after': '12' }, body: '{"error":{"message":"slow down"}}' }, 429],
      [{ status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' }, 502],
      [{ status: 200, headers: { 'content-type': 'application/json' }, body: '{}' }, 502],
      [{ status: 529, body: 'overloaded' }, 502],
      [{ reset: 'after_headers' }, 502],
      [
        {
          status: 200,
          headers: { 'content-type': 'application/json' },
          body: `{"x":"${'y'.repeat(40)}"}`,
          trickleMs: 150,
        },
        502,
      ],
      [{ hang: 'after_headers' }, 502],
    ] as const;
    for (const [answer, status] of faults) {
      provider.fault = { answer };
      const failed = await ask(project, { prompt: 'Hi' });
      expect(failed.status, failed.text).toBe(status);
      expect(failed.text).not.toContain(AI_KEY);
      if (status === 429) expect(failed.headers.get('retry-after')).toBe('12');
    }
    provider.fault = undefined;
    expect(await billingOf(project)).toMatchObject({ balance: 100, reserved: 0 });
  });

  test('an empty, malformed or too complex payload gets 400', async () => {
    const project = await createProject('anthropic');
    for (const [what, json] of WRONG) {
      const { status, body } = await ask(project, json);
      expect([what, status, body]).toMatchObject([what, 400, { success: false, code: 'validation_failed' }]);
    }
  });

  test('changed keys, a lowered plan and a removed connection apply to the next call, not the running one', async () => {
    const project = await createProject('openai-compatible');
    openai.fault = {
      answer: { status: 200, headers: { 'content-type': 'application/json' }, body: completion(), delayMs: 400 },
    };
    const before = openai.receiver.requests.length;
    const slow = ask(project, { prompt: 'Hi' });
    await openai.receiver.received((requests) => requests.length > before);
    await connect(project, 'ai', { ...optionsOf('openai-compatible'), api_key: 'sk-other-0123456789' });
    await project.cloudApi('/billing', { method: 'PATCH', json: { plan: 'free' } });
    await project.cloudApi('/integrations/ai', { method: 'DELETE' });
    expect((await slow).status).toBe(200);
    openai.fault = undefined;
    expect((await ask(project, { prompt: 'Hi' })).body).toMatchObject({ code: 'plan_required' });
    await project.cloudApi('/billing', { method: 'PATCH', json: { plan: 'pro' } });
    expect((await ask(project, { prompt: 'Hi' })).body).toMatchObject({ code: 'integration_not_connected' });
    expect(await billingOf(project)).toMatchObject({ balance: 98, reserved: 0 });
  });
});

function completion(): string {
  const message = { role: 'assistant', content: 'Late' };
  return JSON.stringify({ id: 'c', model: 'gpt-test', choices: [{ index: 0, message, finish_reason: 'stop' }] });
}
