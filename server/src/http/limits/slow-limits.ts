import type { StoreName } from '../../database/database.ts';
import type { MaybePromise } from '../../platform/when-ready.ts';
import type { Quota } from './rate-limits.ts';

/** Routes where one caller is held to a few in minutes or hours: guesses, new accounts, mails, calls of functions. */
export const SLOW_RATES = ['login', 'signup', 'mail', 'invoke'] as const;
export type SlowRate = (typeof SLOW_RATES)[number];

/** Counts calls of such routes, for all processes together; handed in by `server.ts`. */
export interface SlowLimits {
  /** `caller` is what `limitKey` makes of a network address. */
  take(rate: SlowRate, from: { readonly store: StoreName; readonly caller: string }): MaybePromise<Quota>;
}

export function isSlowRate(rate: string): rate is SlowRate {
  return SLOW_RATES.some((slow) => slow === rate);
}
