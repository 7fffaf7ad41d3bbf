import { Type } from 'typebox';
import { isoTime } from '../../../platform/clock.ts';
import { type Redact, redactJson } from '../secrets/redact.ts';
import { type FunctionJob, JOB_STATES } from './function-job.ts';

const time = Type.String({ format: 'date-time' });

function orNull<S extends Parameters<typeof Type.Union>[0][number]>(schema: S) {
  return Type.Union([schema, Type.Null()]);
}

const jobFields = {
  id: Type.String(),
  function: Type.String(),
  state: Type.Enum([...JOB_STATES]),
  due_at: Type.String({
    format: 'date-time',
    description: 'When the job may start; after a failure, when it is repeated.',
  }),
  attempt: Type.Integer({ description: 'The number of runs started so far.' }),
  retries: Type.Integer(),
  key: orNull(Type.String()),
  created_at: time,
  started_at: orNull(Type.String({ format: 'date-time', description: 'When the latest run started.' })),
  ended_at: orNull(time),
  error: orNull(Type.String({ description: 'Why the latest run failed.' })),
  run_id: orNull(Type.String({ description: 'The id of the latest run.' })),
};

export const jobSchema = Type.Object(jobFields);

export const wholeJobSchema = Type.Object({
  ...jobFields,
  ordered_by: Type.String({ description: '`secret:<id>` or `function:<name>`' }),
  payload: Type.Unknown({ description: 'The payload of its runs. Values of secrets are left out.' }),
});

export function presentJob(job: FunctionJob) {
  return {
    id: job.id,
    function: job.functionName,
    state: job.state,
    due_at: isoTime(job.dueAtMs),
    attempt: job.attempt,
    retries: job.retries,
    key: job.key,
    created_at: job.createdAt,
    started_at: job.startedAt,
    ended_at: job.endedAt,
    error: job.error,
    run_id: job.runId,
  };
}

export function presentJobWhole(job: FunctionJob, redact: Redact) {
  const payload = job.payload === null ? null : (JSON.parse(redactJson(redact, job.payload)) as unknown);
  return { ...presentJob(job), ordered_by: job.orderedBy, payload };
}
