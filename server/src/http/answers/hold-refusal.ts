import { limitKey, type RateLimit } from '../../limits/index.ts';
import type { Failure } from './failure.ts';

/** Long compared with a request, short compared with any `Retry-After`. */
const HOLD_MS = 200;

/**
 * Delays the answer for a caller who is over a rate limit and keeps sending without waiting. Until the answer, the
 * connection can send nothing else, so a flood of refused requests costs other callers only its connections. All other
 * failures are answered at once.
 */
export function holdRefusal(
  { code }: Failure,
  { ip, refusals }: { readonly ip: string; readonly refusals: RateLimit | undefined },
  tell: () => void,
): void {
  if (code !== 'rate_limited' || refusals === undefined || refusals.take(limitKey(ip), 1).isGranted) tell();
  else setTimeout(tell, HOLD_MS);
}
