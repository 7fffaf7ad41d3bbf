import { Type } from 'typebox';
import { listingQuery } from '../../../http/index.ts';
import { RUN_STATUSES, RUN_TRIGGERS } from './run.ts';

const time = Type.String({ format: 'date-time' });

function orNull<S extends Parameters<typeof Type.Union>[0][number]>(schema: S) {
  return Type.Union([schema, Type.Null()]);
}

export const runsQuery = Type.Object({
  status: Type.Optional(Type.Enum([...RUN_STATUSES])),
  trigger: Type.Optional(Type.Enum([...RUN_TRIGGERS])),
  since: Type.Optional(Type.String({ description: 'ISO 8601 time: runs that started then or later.' })),
  until: Type.Optional(Type.String({ description: 'ISO 8601 time: runs that started before it.' })),
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'The whole id of a run, job or delivery, or part of the error, payload or log; `*` matches any characters.',
    }),
  ),
  ...listingQuery.properties,
});

export const allRunsQuery = Type.Object({
  ...runsQuery.properties,
  function: Type.Optional(Type.String({ description: 'The name of a function, even a deleted one.' })),
});

const runFields = {
  id: Type.String(),
  function: Type.String(),
  trigger: Type.Enum([...RUN_TRIGGERS]),
  status: Type.Enum([...RUN_STATUSES]),
  caller: Type.String({
    description: 'anonymous, user:<id>, secret:<id>, function:<name>, webhook:<id>, account:<id>, admin or schedule',
  }),
  scheduled_for: orNull(time),
  delivery_id: Type.Optional(
    Type.String({ description: 'The delivery of a webhook that a run with the trigger `change` received.' }),
  ),
  job_id: Type.Optional(Type.String({ description: 'The job that a run with the trigger `later` performed.' })),
  started_at: time,
  duration_ms: orNull(Type.Integer()),
  error: orNull(Type.String({ description: 'The error with its stack; positions refer to the deployed sources.' })),
};

export const runsAnswer = Type.Object({ data: Type.Array(Type.Object(runFields)), count: Type.Integer() });

const wholeRun = {
  ...runFields,
  payload: Type.Unknown({ description: 'The payload; for a webhook, the request. Secrets are left out.' }),
  log: Type.Array(
    Type.Object({ at: time, level: Type.Enum(['debug', 'info', 'warn', 'error']), message: Type.String() }),
  ),
};

export const runAnswer = Type.Object({ data: Type.Object(wholeRun), count: Type.Literal(1) });

export const ranAnswer = Type.Object({
  data: Type.Object({
    ...wholeRun,
    result: Type.Unknown({ description: 'The value the function returned; null if it failed. It is not stored.' }),
  }),
  count: Type.Literal(1),
});

export const runBody = Type.Object({
  payload: Type.Optional(Type.Unknown()),
  run_id: Type.Optional(Type.String({ description: 'Repeats this run with its payload.' })),
});
