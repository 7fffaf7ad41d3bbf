import type {
  Config,
  Context,
  InvokeResult,
  RefusedError,
  ScheduledContext,
  StoredFile,
  WebhookContext,
} from '@service/functions/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deploy } from '../../server/test/functions.ts';
import { startTestServer, type TestProject, type TestServer } from '../../server/test/index.ts';

interface Task {
  readonly title: string;
  readonly done: boolean;
}

/** Never called: the test is that it compiles. */
export async function compiles(ctx: Context<{ title: string }>, hook: WebhookContext, tick: ScheduledContext) {
  const tasks = ctx.data.asCaller().table<Task>('tasks');
  const row: Task & { id: string; owner_id: string | null } = await tasks.insert({ title: ctx.payload.title });
  const rows: readonly Task[] = await tasks.insert([{ title: 'a' }, { done: true }]);
  const changed: number = await tasks.update({ filter: { done: true } }, { done: false });
  const one: Task = await tasks.update(row.id, { done: true });
  const removed: number = await tasks.remove({ filter: 'done:eq:true' });
  const found: Task | null = await tasks.get(row.id);
  const loose: string = (await ctx.data.table('notes').list({ limit: 1, select: ['text'] }))[0]?.text;
  const file: StoredFile = await ctx.storage.upload({ name: 'a.txt', body: 'a', visibility: 'private' });
  const link: string = await ctx.storage.sign(file.id, { expires_in: 60 });
  const result: InvokeResult<{ n: number }> = await ctx.functions.invoke<{ n: number }>('other', { a: 1 });
  const text: string = result.success ? String(result.data?.n) : result.error;
  const time: string = tick.payload.scheduled_for;
  const nothing: null = tick.request;
  const bytes: Uint8Array = hook.request.body;
  // @ts-expect-error A column that the table does not have.
  await tasks.insert({ colour: 'red' });
  // @ts-expect-error Secrets are frozen.
  ctx.secrets.KEY = 'value';
  // @ts-expect-error There is no such access.
  const config: Config = { access: 'everybody' };
  // @ts-expect-error It may be undefined.
  ctx.user.email;
  if (!hook.verifySignature(hook.secrets['KEY'])) throw hook.error('no', { status: 401, code: 'unsigned', data: {} });
  ctx.log.warn({ rows, changed, one, removed, found, loose, link, text, time, nothing, bytes, config });
}

export const refusal: Pick<RefusedError, 'code' | 'status'> = { code: 'duplicate', status: 409 };

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
