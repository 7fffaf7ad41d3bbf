import type { Problems } from '../../integrations/index.ts';

const QUANTITY_MAX = 999_999;

export function isPriceId(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9_]{1,255}$/.test(value);
}

export function readQuantity(name: string, value: unknown, problems: Problems): number {
  if (value === undefined || value === null) return 1;
  if (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= QUANTITY_MAX) return Number(value);
  problems[name] = `must be a whole number from 1 to ${QUANTITY_MAX}`;
  return 1;
}
