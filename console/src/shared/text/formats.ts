import { shownZone } from './time-zone.ts';

const count = new Intl.NumberFormat('en');
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

export function formatCount(value: number): string {
  return count.format(value);
}

export function plural(value: number, one: string, many = `${one}s`): string {
  return `${formatCount(value)} ${value === 1 ? one : many}`;
}

const BYTE_UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

export function formatBytes(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < BYTE_UNITS.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${size >= 100 || unit === 0 ? Math.round(size) : size.toFixed(1)} ${BYTE_UNITS[unit] ?? 'B'}`;
}

export function formatMs(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
}

const DATE = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const MINUTES = { ...DATE, hour: '2-digit', minute: '2-digit' } as const;
const MILLISECONDS = { ...MINUTES, second: '2-digit', fractionalSecondDigits: 3 } as const;

/** The one style of times in the console: `14 Mar 2026, 09:26`, in the zone that the account page says. */
function format(iso: string, options: Intl.DateTimeFormatOptions): string {
  const zone = shownZone.isUtc() ? { timeZone: 'UTC' } : {};
  return new Intl.DateTimeFormat('en-GB', { ...options, ...zone }).format(new Date(iso));
}

export function formatTime(iso: string): string {
  return format(iso, MINUTES);
}

export function formatDate(date: string): string {
  return new Intl.DateTimeFormat('en-GB', { ...DATE, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));
}

export function formatClock(iso: string): string {
  return format(iso, { hour: '2-digit', minute: '2-digit' });
}

export function formatDay(iso: string): string {
  return format(iso, { day: 'numeric', month: 'short' });
}

export function formatPreciseTime(iso: string): string {
  return format(iso, MILLISECONDS);
}

export function formatZonedTime(iso: string): string {
  return format(iso, { ...MILLISECONDS, timeZoneName: 'longOffset' });
}

/** With the name of the zone; UTC if none is given or the browser does not know it. */
export function formatTimeIn(iso: string, timeZone: string): string {
  const zone = isKnownZone(timeZone) ? timeZone : 'UTC';
  return new Intl.DateTimeFormat('en-GB', { ...MINUTES, timeZone: zone, timeZoneName: 'short' }).format(new Date(iso));
}

function isKnownZone(timeZone: string): boolean {
  try {
    return timeZone !== '' && new Intl.DateTimeFormat('en', { timeZone }) !== undefined;
  } catch {
    return false;
  }
}

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

export function formatAgo(iso: string, now = Date.now()): string {
  const seconds = (new Date(iso).getTime() - now) / 1000;
  if (Math.abs(seconds) > 30 * 86_400) return formatTime(iso);
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  }
  return seconds <= 0 ? 'just now' : 'in a moment';
}
