import { Type } from 'typebox';
import { withQuery } from './api.ts';
import { declareTool, untrusted } from './tool.ts';

const JOBS_MAX = 100;
const JOBS = 20;

export const listJobs = declareTool({
  name: 'list_jobs',
  title: 'Read what functions ordered for later',
  description: 'Returns the newest queued runs with their state and, if they failed, the reason.',
  input: Type.Object(
    {
      function: Type.Optional(Type.String({ maxLength: 200, description: 'Only jobs of this function.' })),
      state: Type.Optional(Type.Enum(['waiting', 'running', 'succeeded', 'failed', 'cancelled'])),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: JOBS_MAX, default: JOBS })),
    },
    { additionalProperties: false },
  ),
  effect: 'reads',
  async run(context, { limit = JOBS, ...rest }) {
    const { data, count } = await context.api.call('GET', withQuery(`${context.base}/jobs`, { ...rest, limit }));
    return untrusted(context, { source: 'function' }, { rows: data as unknown[], count });
  },
});
