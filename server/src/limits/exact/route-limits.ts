import type { StoreName } from '../../database/index.ts';
import type { MaybePromise } from '../../platform/when-ready.ts';
import type { Quota } from '../quota.ts';

/** The sender of a request to a project: `caller` is `limitKey` of the network address. */
export interface Sender {
  readonly store: StoreName;
  readonly caller: string;
}

/** Routes that limit each caller to a few calls in minutes or hours. */
export const ROUTE_RATES = ['login', 'signup', 'mail', 'invoke'] as const;
export type RouteRate = (typeof ROUTE_RATES)[number];

export interface RouteLimits {
  take(rate: RouteRate, from: Sender): MaybePromise<Quota>;
}

export function isRouteRate(rate: string): rate is RouteRate {
  return ROUTE_RATES.some((name) => name === rate);
}
