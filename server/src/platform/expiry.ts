import { type Clock, isoTime } from './clock.ts';
import { validationFailed } from './errors.ts';

const TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** The time at which something is to end, as ISO text in UTC; null for never. It must be an RFC 3339 time to come. */
export function requireExpiry(text: string | null | undefined, clock: Clock): string | null {
  if (text === undefined || text === null) return null;
  const day = TIME.exec(text)?.[1];
  const ms = day === undefined || !isCalendarDay(day) ? Number.NaN : Date.parse(text);
  if (Number.isNaN(ms)) throw validationFailed({ expires_at: 'must be an RFC 3339 time with a zone' });
  if (ms <= clock.now()) throw validationFailed({ expires_at: 'must be in the future' });
  return isoTime(ms);
}

function isCalendarDay(day: string): boolean {
  const ms = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(ms) && isoTime(ms).startsWith(day);
}
