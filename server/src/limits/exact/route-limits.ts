import type { StoreName } from '../../database/database.ts';
import type { MaybePromise } from '../../platform/when-ready.ts';
import type { Quota } from '../quota.ts';

/** The sender of a request to a project: `caller` is what `limitKey` makes of a network address. */
export interface Sender {
  readonly store: StoreName;
  readonly caller: string;
}

/** Routes where one caller is held to a few in minutes or hours: guesses, new accounts, mails, calls of functions. */
export const ROUTE_RATES = ['login', 'signup', 'mail', 'invoke'] as const;
export type RouteRate = (typeof ROUTE_RATES)[number];

/** Counts calls of such routes, for all processes together. */
export interface RouteLimits {
  take(rate: RouteRate, from: Sender): MaybePromise<Quota>;
}

export function isRouteRate(rate: string): rate is RouteRate {
  return ROUTE_RATES.some((name) => name === rate);
}
