import type { Callers } from './callers.ts';

/** Rows that the work inserts, changes and deletes itself. */
const NOTES = {
  name: 'notes',
  columns: [
    { name: 'title', type: 'text', required: true, indexed: true },
    { name: 'version', type: 'integer', required: true },
  ],
};
/** Rows that functions insert. A job may run again after its process died, so each name may be there only once. */
const DONE = { name: 'done', columns: [{ name: 'name', type: 'text', required: true, unique: true }] };
const RECORD = `export default async (ctx) => {
  try {
    await ctx.data.table('done').insert({ name: ctx.payload.name });
  } catch (error) {
    if (error.code !== 'duplicate') throw error;
  }
  return { name: ctx.payload.name };
};`;
const TICK = `export default async (ctx) => {
  try {
    await ctx.data.table('done').insert({ name: 'slot ' + ctx.payload.scheduled_for });
  } catch (error) {
    if (error.code !== 'duplicate') throw error;
  }
};`;

export interface Extras {
  readonly hasSchedule: boolean;
  /** Where the project's webhook sends its changes. */
  readonly receiver?: string;
}

/** Creates a project with two tables and a function, and if wanted a schedule and a webhook. */
export async function prepareProject(callers: Callers, id: string, { hasSchedule, receiver }: Extras): Promise<void> {
  const send = async (method: string, path: string, body: object): Promise<void> => {
    await callers.must({ kind: 'preparation', isWrite: true, method, path: `/cloud/projects${path}`, body });
  };
  await send('POST', '', { name: id, id });
  await send('POST', `/${id}/tables`, NOTES);
  await send('POST', `/${id}/tables`, DONE);
  await send('PUT', `/${id}/functions/record`, { trigger: 'http', source: RECORD });
  if (hasSchedule) {
    const body = { trigger: 'scheduled', schedule: '* * * * *', retries: 3, source: TICK };
    await send('PUT', `/${id}/functions/tick`, body);
  }
  if (receiver !== undefined)
    await send('POST', `/${id}/webhooks`, { table: 'notes', events: ['insert'], url: receiver });
}
