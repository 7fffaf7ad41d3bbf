import { Cron } from 'croner';
import { ServiceError } from '../../../platform/errors.ts';

const NICKNAMES: ReadonlySet<string> = new Set(['@hourly', '@daily', '@weekly', '@monthly', '@yearly']);
/** Five fields of numbers, names, `*`, `,`, `-` and `/`: no syntax that only some cron dialects support. */
const FIELD =
  /^(?:\d+|\*|[A-Za-z]{3})(?:-(?:\d+|[A-Za-z]{3}))?(?:\/\d+)?(?:,(?:\d+|\*|[A-Za-z]{3})(?:-(?:\d+|[A-Za-z]{3}))?(?:\/\d+)?)*$/;
const PATTERN_CHARACTERS_MAX = 200;
/** Only named zones are allowed: a bare offset has no daylight saving time. */
const ZONE = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;

export interface Schedule {
  readonly pattern: string;
  /** IANA time zone name. */
  readonly timezone: string;
}

/** Throws `invalid_schedule` for an invalid pattern or zone, and for a pattern without any time after `nowMs`. */
export function requireSchedule(schedule: Schedule, nowMs: number): void {
  requireZone(schedule.timezone);
  const { pattern } = schedule;
  const fields = pattern.trim().split(/\s+/);
  const isPlain = fields.length === 5 && fields.every((field) => FIELD.test(field));
  if (pattern.length > PATTERN_CHARACTERS_MAX || !(isPlain || NICKNAMES.has(pattern))) throw unfit(pattern);
  let next: number | undefined;
  try {
    next = nextTime(schedule, nowMs);
  } catch (cause) {
    throw unfit(pattern, cause);
  }
  if (next === undefined) throw new ServiceError('invalid_schedule', `The schedule "${pattern}" never occurs.`);
}

/** In milliseconds. Local times that DST skips run at the next instant; those that occur twice run at the first. */
export function nextTime({ pattern, timezone }: Schedule, afterMs: number): number | undefined {
  const mode = pattern.startsWith('@') ? 'auto' : '5-part';
  const cron = new Cron(pattern, { timezone, mode, paused: true, fixedTimeRule: 'no-wildcard' });
  return cron.nextRun(new Date(afterMs))?.getTime();
}

export function requireZone(timezone: string): void {
  try {
    if (!ZONE.test(timezone)) throw new RangeError('not a name');
    new Intl.DateTimeFormat('en', { timeZone: timezone });
  } catch (cause) {
    const shown = timezone.slice(0, 64);
    throw new ServiceError(
      'invalid_schedule',
      `There is no time zone "${shown}"; use an IANA name such as Europe/Berlin.`,
      {
        cause,
      },
    );
  }
}

function unfit(pattern: string, cause?: unknown): ServiceError {
  const sentence =
    `"${pattern.slice(0, 64)}" is not a schedule: use five fields (minute hour day month weekday), ` +
    'or @hourly, @daily, @weekly, @monthly, @yearly.';
  return new ServiceError('invalid_schedule', sentence, { cause });
}
