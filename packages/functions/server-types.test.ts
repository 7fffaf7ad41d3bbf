import type {
  Config,
  Context,
  InvokeResult,
  RefusedError,
  ScheduledContext,
  StoredFile,
  WebhookContext,
} from '@service/functions/server';
import { expect, test } from 'vitest';

interface Task {
  readonly title: string;
  readonly done: boolean;
}

/** Never called: `npm run types` is the test. */
async function useEveryPart(ctx: Context<{ title: string }>, hook: WebhookContext, tick: ScheduledContext) {
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

const refusal: Pick<RefusedError, 'code' | 'status'> = { code: 'duplicate', status: 409 };

test('the types of ctx allow what functions do, and nothing else', () => {
  expect(useEveryPart).toBeInstanceOf(Function);
  expect(refusal).toEqual({ code: 'duplicate', status: 409 });
});
