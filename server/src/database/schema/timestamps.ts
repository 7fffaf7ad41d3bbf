const MINUTE_MS = 60_000;
const YEAR_FIRST_MS = Date.parse('0001-01-01T00:00:00.000Z');
const YEAR_LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');
/** Only a long fraction can make a timestamp longer, and digits beyond this length change nothing. */
const TIMESTAMP_CHARS_MAX = 64;

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIMESTAMP =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d+))?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

/**
 * RFC 3339 with a zone to ISO 8601 UTC with milliseconds and `Z`. Undefined outside the years 0001 to 9999 in UTC.
 * Further digits are cut; leap seconds are refused, because no engine can store them.
 */
export function parseTimestamp(text: string): string | undefined {
  if (text.length > TIMESTAMP_CHARS_MAX) return undefined;
  const match = TIMESTAMP.exec(text);
  if (match === null) return undefined;
  const [, year = '', month = '', day = '', hour, minute, second, fraction = '', sign, zoneHours, zoneMinutes] = match;
  if (!isDay(Number(year), Number(month), Number(day))) return undefined;
  const millis = fraction.slice(0, 3).padEnd(3, '0');
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}.${millis}Z`;
  if (sign === undefined) return year === '0000' ? undefined : local;
  const offsetMs = (Number(zoneHours) * 60 + Number(zoneMinutes)) * MINUTE_MS;
  const ms = Date.parse(local) - (sign === '-' ? -offsetMs : offsetMs);
  return ms < YEAR_FIRST_MS || ms > YEAR_LAST_MS ? undefined : new Date(ms).toISOString();
}

/** Parses `YYYY-MM-DD` in the years 0001 to 9999; undefined when there is no such day. */
export function parseDate(text: string): string | undefined {
  const match = DATE.exec(text);
  if (match === null || match[1] === '0000') return undefined;
  return isDay(Number(match[1]), Number(match[2]), Number(match[3])) ? text : undefined;
}

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isDay(year: number, month: number, day: number): boolean {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && isLeap ? 29 : (MONTH_DAYS[month - 1] ?? 0);
  return day >= 1 && day <= days;
}
