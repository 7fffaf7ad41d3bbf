/** The last instant of a day as a date field gives it, in the zone of the browser; null for none. */
export function endOfDay(date: string): string | null {
  if (date === '') return null;
  const end = new Date(`${date}T23:59:59.999`);
  return Number.isNaN(end.getTime()) ? date : end.toISOString();
}

/** The value of a field for date and time at an instant, in the zone of the browser. */
export function localDateTime(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** The instant that a field for date and time means; undefined when it is empty. */
export function instantOf(local: string): string | undefined {
  if (local === '') return undefined;
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? local : at.toISOString();
}
