import { type Static, Type } from 'typebox';
import type { Answer } from '../../../../http/index.ts';
import { type Clock, isoTime } from '../../../../platform/clock.ts';
import { nextTime, requireSchedule } from '../../definitions/cron-schedule.ts';

const TIMES_DEFAULT = 5;
const TIMES_MAX = 100;

export const previewBody = Type.Object({
  schedule: Type.String({ description: 'Five cron fields, or `@hourly` `@daily` `@weekly` `@monthly` `@yearly`.' }),
  timezone: Type.Optional(Type.String({ description: 'An IANA time zone; UTC by default.' })),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: TIMES_MAX, default: TIMES_DEFAULT })),
});

export const previewAnswer = Type.Object({
  data: Type.Object({ times: Type.Array(Type.String({ format: 'date-time' })) }),
  count: Type.Literal(1),
});

export function previewSchedule(
  { clock }: { readonly clock: Clock },
  { schedule: pattern, timezone = 'UTC', count = TIMES_DEFAULT }: Static<typeof previewBody>,
): Answer {
  const schedule = { pattern, timezone };
  const nowMs = clock.now();
  requireSchedule(schedule, nowMs);
  const times: string[] = [];
  for (let at = nextTime(schedule, nowMs); at !== undefined && times.length < count; at = nextTime(schedule, at)) {
    times.push(isoTime(at));
  }
  return { status: 200, body: { data: { times }, count: 1 } };
}
