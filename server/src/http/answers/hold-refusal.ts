import { limitKey, type RateLimit } from '../../limits/index.ts';
import type { Failure } from './failure.ts';

/** Long compared with a request, short compared with any `Retry-After`. */
const HOLD_MS = 200;

/** Delays refusals of a caller over its limit who keeps sending: a waiting connection can send nothing else. */
export function holdRefusal(
  { code }: Failure,
  { ip, refusals }: { readonly ip: string; readonly refusals: RateLimit | undefined },
  tell: () => void,
): void {
  if (code !== 'rate_limited' || refusals === undefined || refusals.take(limitKey(ip), 1).isGranted) tell();
  else setTimeout(tell, HOLD_MS);
}
