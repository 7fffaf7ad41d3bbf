import { isoTime } from '../../platform/clock.ts';
import { parseUuid } from '../../platform/ids.ts';
import { UnfitRecord } from '../format/index.ts';

/** Normalises a time from a record to the stored form. Throws `UnfitRecord`. */
export function timeOf(text: string): string {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new UnfitRecord(`${text.slice(0, 40)} is not a time.`);
  return isoTime(ms);
}

export function timeOrNull(text: string | null): string | null {
  return text === null ? null : timeOf(text);
}

/** Throws `UnfitRecord`. */
export function uuidOf(text: string): string {
  const id = parseUuid(text);
  if (id === undefined) throw new UnfitRecord(`${text.slice(0, 40)} is not a UUID.`);
  return id;
}
