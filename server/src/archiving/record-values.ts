import { UnfitRecord } from '../archive/index.ts';
import { isoTime } from '../platform/clock.ts';
import { parseUuid } from '../platform/ids.ts';

/** A time of a record in the one form in which times are stored. Throws `UnfitRecord`. */
export function timeOf(text: string): string {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new UnfitRecord(`${text.slice(0, 40)} is no time.`);
  return isoTime(ms);
}

export function timeOrNull(text: string | null): string | null {
  return text === null ? null : timeOf(text);
}

/** Throws `UnfitRecord`. */
export function uuidOf(text: string): string {
  const id = parseUuid(text);
  if (id === undefined) throw new UnfitRecord(`${text.slice(0, 40)} is no UUID.`);
  return id;
}
