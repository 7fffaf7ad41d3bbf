import { type Static, Type } from 'typebox';
import { listingQuery, textOfForm } from '../../../../http/index.ts';
import { TRIGGERS } from '../../definitions/function-definition.ts';

const TIMEOUT_MS_MAX = 300_000;
const RETRIES_MAX = 3;

function orNull<S extends Parameters<typeof Type.Union>[0][number]>(schema: S) {
  return Type.Union([schema, Type.Null()]);
}

export const functionBody = Type.Object({
  trigger: Type.Optional(Type.Enum([...TRIGGERS])),
  source: Type.Optional(
    Type.String({ description: 'One TypeScript or JavaScript module: short for `files` with `index.ts`.' }),
  ),
  files: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      minProperties: 1,
      maxProperties: 5000,
      description:
        'Source texts by path. `index.ts` or `index.js` is the entry point; packages are below `node_modules/`.',
    }),
  ),
  access: Type.Optional(
    textOfForm(
      '^(public|authenticated|private|role:[^\\s:,\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]{1,100})$',
      'must be public, authenticated, private or role:<name>',
      { description: 'Who may call the function: public, authenticated, role:<name> or private.' },
    ),
  ),
  schedule: Type.Optional(
    orNull(Type.String({ description: 'Five cron fields or @hourly, @daily, @weekly, @monthly, @yearly.' })),
  ),
  timezone: Type.Optional(orNull(Type.String({ description: 'An IANA time zone; UTC by default.' }))),
  timeout_ms: Type.Optional(
    orNull(
      Type.Integer({
        minimum: 1,
        maximum: TIMEOUT_MS_MAX,
        description: 'null: the default, which is 30 s for http, 10 s for webhook and 300 s for scheduled functions.',
      }),
    ),
  ),
  retries: Type.Optional(Type.Integer({ minimum: 0, maximum: RETRIES_MAX })),
  description: Type.Optional(
    orNull(textOfForm('^[^\\u0000\\ud800-\\udfff]*$', 'must be text without NUL', { maxLength: 1000 })),
  ),
  enabled: Type.Optional(Type.Boolean()),
  from_source: Type.Optional(
    Type.Boolean({
      description: 'Takes the options from `export const config`, as a deployment does; no other options may be sent.',
    }),
  ),
});

const CONFIG_NAMES = ['trigger', 'access', 'schedule', 'timezone', 'timeout_ms', 'retries', 'description'] as const;

export const functionConfig = Type.Pick(functionBody, [...CONFIG_NAMES]);

export const functionOptions = Type.Pick(functionBody, [...CONFIG_NAMES, 'enabled']);

export type FunctionConfig = Static<typeof functionConfig>;

export type FunctionBody = Static<typeof functionBody>;

export const rollbackBody = Type.Object({
  version: Type.Optional(
    Type.Integer({ minimum: 1, description: 'The version to activate; by default the one before the active version.' }),
  ),
});

const time = Type.String({ format: 'date-time' });

const functionFields = {
  name: Type.String(),
  trigger: Type.Enum([...TRIGGERS]),
  access: Type.String(),
  schedule: orNull(Type.String()),
  timezone: Type.String(),
  timeout_ms: Type.Integer(),
  retries: Type.Integer(),
  description: orNull(Type.String()),
  enabled: Type.Boolean(),
  origin: Type.Enum(['api', 'deployment', 'template'], {
    description: 'Whether it was deployed alone, with the published app, or comes with the service.',
  }),
  version: Type.Integer(),
  created_at: time,
  updated_at: time,
  deployed_at: time,
  next_run_at: orNull(time),
};

export const functionsQuery = Type.Object({
  ...listingQuery.properties,
  search: Type.Optional(
    Type.String({ maxLength: 200, description: 'Part of the name or the description, case-insensitive.' }),
  ),
  stats: Type.Optional(Type.Boolean({ default: false, description: 'Adds the figures of the last 24 hours.' })),
  handlers: Type.Optional(
    Type.Boolean({ default: false, description: 'Includes the handlers of the published app, as `webhook/<file>`.' }),
  ),
});

const stats = Type.Object({
  runs: Type.Integer(),
  failed: Type.Integer(),
  last_run: orNull(Type.String({ format: 'date-time', description: 'When the function last ran, however long ago.' })),
});

export const functionsAnswer = Type.Object({
  data: Type.Array(Type.Object({ ...functionFields, stats: Type.Optional(stats) })),
  count: Type.Integer(),
});

export const functionAnswer = Type.Object({
  data: Type.Object({
    ...functionFields,
    files: Type.Record(Type.String(), Type.String()),
    versions: Type.Array(
      Type.Object({ id: Type.String(), version: Type.Integer(), size_bytes: Type.Integer(), created_at: time }),
    ),
  }),
  count: Type.Literal(1),
});
