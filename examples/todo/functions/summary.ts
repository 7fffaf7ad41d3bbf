import type { Config, Context } from '@service/functions/server';

export const config: Config = { access: 'authenticated' };

/** Counts in the name of who asks, so it sees their own todos only. */
export default async function (ctx: Context) {
  const todos = ctx.data.asCaller().table<{ done: boolean }>('todos');
  const [all, done] = await Promise.all([todos.count(), todos.count({ filter: { done: true } })]);
  return { all, done, open: all - done };
}
