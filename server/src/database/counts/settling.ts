import { firstIdAt, timeOfId } from '../../platform/ids.ts';

/** Rows with ids this much older than the newest are settled: ids are made shortly before rows are written. */
const SETTLING_MS = 500;
const MADE_FROM_TIME = /^.{14}7/;

/**
 * Ids of other versions lie anywhere, most of them after all that are made from the time. Rows with ids from this one
 * on count as settled, so that counts do not read them again (docs/decisions/0036-counts-go-on-from-settled-rows.md).
 */
export const SETTLING_IDS_END = firstIdAt(Date.UTC(2060, 0, 1));

/** The id if rows settle by it; undefined if its row is settled from the start. */
export function settlingId(id: string): string | undefined {
  return id < SETTLING_IDS_END ? id : undefined;
}

/** The id up to which rows are settled once there is a row with this id; undefined unless the id tells a time. */
export function settledBefore(id: string): string | undefined {
  if (!MADE_FROM_TIME.test(id)) return undefined;
  const ms = timeOfId(id);
  return ms > SETTLING_MS ? firstIdAt(ms - SETTLING_MS) : undefined;
}
