import { isoTime } from './clock.ts';
import { validationFailed } from './errors.ts';

const TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** An RFC 3339 time with a zone in milliseconds since 1970. Throws `validation_failed` for `field` when it is invalid. */
export function requireInstant(text: string, field: string): number {
  const day = TIME.exec(text)?.[1];
  const ms = day === undefined || !isCalendarDay(day) ? Number.NaN : Date.parse(text);
  if (Number.isNaN(ms)) throw validationFailed({ [field]: 'must be an RFC 3339 time with a zone' });
  return ms;
}

function isCalendarDay(day: string): boolean {
  const ms = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(ms) && isoTime(ms).startsWith(day);
}
