import { wrongUse } from '../../outcome/failure.ts';

const DAY_MS = 86_400_000;
const UNITS_MS: Readonly<Record<string, number>> = { h: 3_600_000, d: DAY_MS, w: 7 * DAY_MS };

export function laterTime(text: string): string {
  const [, amount, unit = ''] = /^(\d{1,4})([hdw])$/.exec(text) ?? [];
  if (amount !== undefined) return new Date(Date.now() + Number(amount) * (UNITS_MS[unit] ?? 0)).toISOString();
  const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time))
    throw wrongUse(`"${text}" is no time: use one such as 2027-01-31T10:00:00Z, or 12h, 90d, 8w.`);
  return new Date(time).toISOString();
}
