import { shownZone } from '../text/time-zone.ts';

const MINUTE_MS = 60_000;

/** The last instant of the day in a date field, in the zone of the console's times; null if empty. */
export function endOfDay(date: string): string | null {
  if (date === '') return null;
  const end = readField(`${date}T23:59:59.999`);
  return Number.isNaN(end.getTime()) ? date : end.toISOString();
}

export function localDateTime(at: Date): string {
  const offsetMs = shownZone.isUtc() ? 0 : at.getTimezoneOffset() * MINUTE_MS;
  return new Date(at.getTime() - offsetMs).toISOString().slice(0, 16);
}

export function instantOf(local: string): string | undefined {
  if (local === '') return undefined;
  const at = readField(local);
  return Number.isNaN(at.getTime()) ? local : at.toISOString();
}

export function readField(text: string): Date {
  return new Date(shownZone.isUtc() ? `${text}Z` : text);
}
