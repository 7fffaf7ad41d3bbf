import { Type } from 'typebox';
import { withQuery } from './api.ts';
import { declareTool, untrusted } from './tool.ts';

const LINES_MAX = 200;
const LINES = 50;

export const getLogs = declareTool({
  name: 'get_logs',
  title: 'Read what functions log',
  description: 'Returns the newest log lines of functions, newest first.',
  input: Type.Object(
    {
      function: Type.Optional(Type.String({ maxLength: 200, description: 'Only lines of this function.' })),
      since: Type.Optional(Type.String({ description: 'ISO 8601 time: lines from then on.' })),
      level: Type.Optional(Type.Enum(['debug', 'info', 'warn', 'error'])),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LINES_MAX, default: LINES })),
    },
    { additionalProperties: false },
  ),
  effect: 'reads',
  async run(context, { limit = LINES, ...rest }) {
    const path = withQuery(`${context.base}/logs`, { source: 'function', limit, ...rest });
    const { data } = await context.api.call('GET', path);
    return untrusted(context, { source: 'logs' }, { rows: data as unknown[] });
  },
});
