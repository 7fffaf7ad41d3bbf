import type { Context } from '@service/functions/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deploy } from '../../server/test/functions.ts';
import { startTestServer, type TestProject, type TestServer } from '../../server/test/index.ts';

/** Every name that the types of `ctx` know. */
const NAMES: Readonly<Record<keyof Context, true>> = {
  payload: true,
  request: true,
  user: true,
  data: true,
  storage: true,
  messages: true,
  functions: true,
  secrets: true,
  job: true,
  delivery: true,
  verifySignature: true,
  log: true,
  error: true,
  project: true,
  function: true,
  run_id: true,
  deadline: true,
};

const PARTS: {
  readonly [Part in 'request' | 'data' | 'storage' | 'messages' | 'functions' | 'log']: Readonly<
    Record<keyof Context[Part], true>
  >;
} = {
  request: { method: true, url: true, headers: true, body: true, text: true, json: true },
  data: { table: true, asCaller: true },
  storage: { upload: true, list: true, get: true, download: true, update: true, remove: true, sign: true },
  messages: { send: true },
  functions: { invoke: true, later: true, stream: true },
  log: { debug: true, info: true, warn: true, error: true },
};

const TABLE: Readonly<Record<keyof ReturnType<Context['data']['table']>, true>> = {
  list: true,
  count: true,
  get: true,
  insert: true,
  update: true,
  remove: true,
  aggregate: true,
  batch: true,
};

describe('the types of ctx', () => {
  let server: TestServer;
  let project: TestProject;
  beforeAll(async () => {
    server = await startTestServer();
    project = await server.createProject();
  });
  afterAll(() => server?.close());

  test('have exactly the names that functions get at run time', async () => {
    const source = `import type { Context } from '@service/functions/server';
    export default (ctx: Context) => {
      const names = (value: object) => Object.keys(value).sort();
      const { request, data, storage, messages, functions, log } = ctx;
      const parts = Object.entries({ request, data, storage, messages, functions, log });
      return { ctx: names(ctx), table: names(data.table('any')), ...Object.fromEntries(parts.map(([name, part]) => [name, names(part)])) };
    };`;
    await deploy(project, 'names', source);
    const { body } = await project.api<{ data: unknown }>('/functions/names/invoke', { method: 'POST', json: {} });
    const parts = Object.entries(PARTS).map(([name, part]) => [name, Object.keys(part).sort()]);
    expect(body.data).toEqual({
      ctx: Object.keys(NAMES).sort(),
      table: Object.keys(TABLE).sort(),
      ...Object.fromEntries(parts),
    });
  });
});
