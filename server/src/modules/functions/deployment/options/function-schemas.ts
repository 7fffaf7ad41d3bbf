import { type Static, Type } from 'typebox';
import { listingQuery, textOfForm } from '../../../../http/index.ts';
import { TRIGGERS } from '../../definitions/function-definition.ts';

const TIMEOUT_MS_MAX = 300_000;
const RETRIES_MAX = 3;

function orNull<S extends Parameters<typeof Type.Union>[0][number]>(schema: S) {
  return Type.Union([schema, Type.Null()]);
}

/** Body of `PUT …/functions/:name`. Absent options keep their values. */
export const functionBody = Type.Object({
  trigger: Type.Optional(Type.Enum([...TRIGGERS])),
  source: Type.Optional(
    Type.String({ description: 'One TypeScript or JavaScript module: short for `files` with `index.ts`.' }),
  ),
  files: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      minProperties: 1,
      maxProperties: 5000,
      description: 'Texts by path; `index.ts` or `index.js` is the entry, packages stand under `node_modules/`.',
    }),
  ),
  access: Type.Optional(
    textOfForm(
      '^(public|authenticated|private|role:[^\\s:,\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]{1,100})$',
      'must be public, authenticated, private or role:<name>',
      { description: 'Who may invoke it: public, authenticated, role:<name> or private.' },
    ),
  ),
  schedule: Type.Optional(
    orNull(Type.String({ description: 'Five cron fields or @hourly, @daily, @weekly, @monthly, @yearly.' })),
  ),
  timezone: Type.Optional(orNull(Type.String({ description: 'An IANA zone; UTC when not said.' }))),
  timeout_ms: Type.Optional(
    orNull(
      Type.Integer({
        minimum: 1,
        maximum: TIMEOUT_MS_MAX,
        description: 'null: 30 s for http, 10 s for webhook, 300 s for scheduled.',
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
      description: 'The options are those of `export const config`, as in a deployment; no other may be sent along.',
    }),
  ),
});

const CONFIG_NAMES = ['trigger', 'access', 'schedule', 'timezone', 'timeout_ms', 'retries', 'description'] as const;

/** Options that a function of a deployment may set in `export const config`. */
export const functionConfig = Type.Pick(functionBody, [...CONFIG_NAMES]);

/** Options that the project's schema may set for a function that was deployed by hand. */
export const functionOptions = Type.Pick(functionBody, [...CONFIG_NAMES, 'enabled']);

export type FunctionConfig = Static<typeof functionConfig>;

export type FunctionBody = Static<typeof functionBody>;

export const rollbackBody = Type.Object({
  version: Type.Optional(
    Type.Integer({ minimum: 1, description: 'The one before the version in force when not said.' }),
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
    description: 'Deployed alone, with the published app, or brought by the service.',
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
    Type.String({ maxLength: 200, description: 'Part of the name or the description in any case.' }),
  ),
  stats: Type.Optional(Type.Boolean({ default: false, description: 'Adds what the last 24 hours brought.' })),
  handlers: Type.Optional(
    Type.Boolean({ default: false, description: 'Also the handlers of the published app, as `webhook/<file>`.' }),
  ),
});

const stats = Type.Object({
  runs: Type.Integer(),
  failed: Type.Integer(),
  last_run: orNull(Type.String({ format: 'date-time', description: 'However long ago.' })),
});

export const functionsAnswer = Type.Object({
  data: Type.Array(Type.Object({ ...functionFields, stats: Type.Optional(stats) })),
  count: Type.Integer(),
});

/** One function with its sources and the versions that a rollback can restore. */
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
