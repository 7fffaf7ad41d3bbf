import { isoTime } from '../../../../platform/clock.ts';
import { validationFailed } from '../../../../platform/errors.ts';
import { nextTime, requireSchedule, requireZone } from '../../definitions/cron-schedule.ts';
import { FUNCTION_NAME, type FunctionDefinition } from '../../definitions/function-definition.ts';
import type { FunctionBody } from './function-schemas.ts';

export interface Change {
  readonly name: string;
  readonly body: Omit<FunctionBody, 'source' | 'files' | 'from_source'>;
  readonly origin: FunctionDefinition['origin'];
  readonly nowMs: number;
  readonly version: { readonly id: string; readonly number: number; readonly deployedAt: string };
}

/** Absent options keep their values. Throws `invalid_schedule`. */
export function mergeOptions(before: FunctionDefinition | undefined, change: Change): FunctionDefinition {
  const { name, body, origin, nowMs, version } = change;
  const trigger = body.trigger ?? before?.trigger;
  if (trigger === undefined) throw validationFailed({ trigger: 'is required' });
  if (body.timezone != null) requireZone(body.timezone);
  const now = isoTime(nowMs);
  const merged: FunctionDefinition = {
    name,
    trigger,
    access: body.access ?? before?.access ?? 'public',
    schedule: chosen(body.schedule, before?.schedule ?? null),
    timezone: chosen(body.timezone, before?.timezone ?? 'UTC') ?? 'UTC',
    timeoutMs: chosen(body.timeout_ms, before?.timeoutMs ?? null),
    retries: body.retries ?? before?.retries ?? 0,
    description: chosen(body.description, before?.description ?? null),
    enabled: body.enabled ?? before?.enabled ?? true,
    origin: before === undefined ? origin : before.origin,
    versionId: version.id,
    version: version.number,
    revision: (before?.revision ?? 0) + 1,
    nextRunAt: null,
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
    deployedAt: version.deployedAt,
  };
  return trigger === 'scheduled' ? withNextRun(before, merged, nowMs) : withoutSchedule(merged, body);
}

export function requireFunctionName(name: string): void {
  if (FUNCTION_NAME.test(name)) return;
  throw validationFailed({ name: 'must be lower-case letters, digits, _ and -, starting with a letter, at most 63' });
}

function chosen<T>(sent: T | null | undefined, before: T | null): T | null {
  return sent === undefined ? before : sent;
}

function withoutSchedule(merged: FunctionDefinition, body: Change['body']): FunctionDefinition {
  if (body.schedule !== undefined && body.schedule !== null) {
    throw validationFailed({ schedule: 'is for functions with the trigger scheduled' });
  }
  return { ...merged, schedule: null };
}

function withNextRun(
  before: FunctionDefinition | undefined,
  merged: FunctionDefinition,
  nowMs: number,
): FunctionDefinition {
  const { schedule, timezone, enabled } = merged;
  if (schedule === null) throw validationFailed({ schedule: 'is required for the trigger scheduled' });
  const isSame = before?.schedule === schedule && before.timezone === timezone && before.enabled === enabled;
  if (isSame) return { ...merged, nextRunAt: before.nextRunAt };
  requireSchedule({ pattern: schedule, timezone }, nowMs);
  const next = enabled ? nextTime({ pattern: schedule, timezone }, nowMs) : undefined;
  return { ...merged, nextRunAt: next === undefined ? null : isoTime(next) };
}
