import type { StoredRun } from './runs-store.ts';

type Summary = Omit<StoredRun, 'attempt' | 'owner' | 'deadline_ms' | 'payload' | 'request' | 'log'>;

export function presentRun(run: Summary) {
  return {
    id: run.id,
    function: run.function,
    trigger: run.kind,
    status: run.status,
    caller: run.caller,
    scheduled_for: run.scheduled_for,
    ...(run.delivery_id !== null && { delivery_id: run.delivery_id }),
    ...(run.job_id !== null && { job_id: run.job_id }),
    started_at: run.started_at,
    duration_ms: run.duration_ms === null ? null : Number(run.duration_ms),
    error: run.error,
  };
}

export function presentRunWhole(run: StoredRun) {
  const input = run.payload ?? run.request;
  return {
    ...presentRun(run),
    payload: input === null ? null : (JSON.parse(input) as unknown),
    log: JSON.parse(run.log) as unknown,
  };
}
