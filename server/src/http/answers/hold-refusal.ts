import { limitKey, type RateLimit } from '../../limits/index.ts';
import type { Failure } from './failure.ts';

/** Long beside a request, short beside any `Retry-After`. */
const HOLD_MS = 200;

/**
 * Tells a caller who is over a rate limit and asks on without waiting so, after a while: until then the connection can ask
 * nothing else, and a flood of requests that are refused costs the others as little as the connections it comes on. Every other
 * failure is told at once.
 */
export function holdRefusal(
  { code }: Failure,
  { ip, refusals }: { readonly ip: string; readonly refusals: RateLimit | undefined },
  tell: () => void,
): void {
  if (code !== 'rate_limited' || refusals === undefined || refusals.take(limitKey(ip), 1).isGranted) tell();
  else setTimeout(tell, HOLD_MS);
}
