export {
  createExactLimits,
  type ExactLimits,
  type LimitedCall,
  type MessageLimits,
  type PaidCallLimits,
} from './exact/exact-limits.ts';
export { isRouteRate, type RouteLimits, type RouteRate } from './exact/route-limits.ts';
export { limitKey } from './limit-key.ts';
export type { RateLimit } from './per-process/rate-limit.ts';
export { createRequestLimits } from './per-process/request-limits.ts';
export { type Quota, rateLimited } from './quota.ts';
