/** The last instant of the day in a date field, in the browser's time zone; null if empty. */
export function endOfDay(date: string): string | null {
  if (date === '') return null;
  const end = new Date(`${date}T23:59:59.999`);
  return Number.isNaN(end.getTime()) ? date : end.toISOString();
}

/** An instant as the value of a `datetime-local` field, in the browser's time zone. */
export function localDateTime(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** The instant in a `datetime-local` field; undefined if empty. */
export function instantOf(local: string): string | undefined {
  if (local === '') return undefined;
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? local : at.toISOString();
}
