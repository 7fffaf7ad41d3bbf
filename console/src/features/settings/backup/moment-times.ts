import { readField } from '../../../shared/forms/times.ts';
import { shownZone } from '../../../shared/text/time-zone.ts';
import type { Moments } from './moment-api.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const FIELD_LENGTH = 19;

/** An instant as the value of a `datetime-local` field with seconds, in the zone of the times that the console shows. */
export function fieldValueOf(ms: number): string {
  const offsetMs = shownZone.isUtc() ? 0 : new Date(ms).getTimezoneOffset() * MINUTE_MS;
  return new Date(ms - offsetMs).toISOString().slice(0, FIELD_LENGTH);
}

export function momentOf(text: string): string | undefined {
  const at = readField(text);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

export function fieldRange({ from, to }: Moments): { readonly min: string; readonly max: string } {
  return {
    min: fieldValueOf(Math.ceil(Date.parse(from) / SECOND_MS) * SECOND_MS),
    max: fieldValueOf(Math.floor(Date.parse(to) / SECOND_MS) * SECOND_MS),
  };
}

export function momentProblem(at: string | undefined, { from, to }: Moments): string | undefined {
  if (at === undefined) return 'Choose a date and a time.';
  if (at < from) return 'The archive does not go back so far.';
  if (at > to) return 'The archive does not have this moment yet.';
  return undefined;
}
