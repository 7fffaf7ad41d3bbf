import { Type } from 'typebox';
import { functionName } from './names.ts';
import { declareTool, trusted, untrusted } from './tool.ts';

const orNull = (schema: Parameters<typeof Type.Union>[0][number]) => Type.Optional(Type.Union([schema, Type.Null()]));

export const putFunction = declareTool({
  name: 'put_function',
  title: 'Deploy a function',
  description:
    'Deploys a function or changes the options that are sent. A source that fails to load changes nothing; the error names the place.',
  input: Type.Object(
    {
      name: functionName,
      trigger: Type.Optional(Type.Enum(['http', 'webhook', 'scheduled'])),
      source: Type.Optional(Type.String({ description: 'One TypeScript or JavaScript module.' })),
      files: Type.Optional(
        Type.Record(Type.String(), Type.String(), {
          description: 'Source texts by path. `index.ts` or `index.js` is the entry point.',
        }),
      ),
      access: Type.Optional(Type.String({ description: '`public`, `authenticated`, `role:<name>` or `private`.' })),
      schedule: orNull(Type.String()),
      timezone: orNull(Type.String()),
      timeout_ms: orNull(Type.Integer()),
      retries: Type.Optional(Type.Integer()),
      description: orNull(Type.String()),
      enabled: Type.Optional(Type.Boolean()),
      from_source: Type.Optional(Type.Boolean({ description: 'Takes the options from `export const config`.' })),
    },
    { additionalProperties: false },
  ),
  effect: 'destroys',
  async run({ api, base }, { name, ...body }) {
    const { data } = await api.call('PUT', `${base}/functions/${name}`, body);
    const { files: _, versions: __, ...about } = data as Record<string, unknown>;
    return trusted(about);
  },
});

export const runFunction = declareTool({
  name: 'run_function',
  title: 'Run a function',
  description: 'Runs a function now and returns its result and its log.',
  input: Type.Object({ name: functionName, payload: Type.Optional(Type.Unknown()) }, { additionalProperties: false }),
  effect: 'reaches',
  async run(context, { name, payload }) {
    const body = payload === undefined ? {} : { payload };
    const { data } = await context.api.call('POST', `${context.base}/functions/${name}/run`, body);
    return untrusted(context, { source: 'function' }, { rows: [data] });
  },
});
