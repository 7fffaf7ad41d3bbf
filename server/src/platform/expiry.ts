import { type Clock, isoTime } from './clock.ts';
import { validationFailed } from './errors.ts';
import { requireInstant } from './instant.ts';

/** An expiry time as ISO text in UTC, or null for never. The input must be a future RFC 3339 time. */
export function requireExpiry(text: string | null | undefined, clock: Clock): string | null {
  if (text === undefined || text === null) return null;
  const ms = requireInstant(text, 'expires_at');
  if (ms <= clock.now()) throw validationFailed({ expires_at: 'must be in the future' });
  return isoTime(ms);
}

/** The earlier of two expiry times: an object made with a credential must not outlive that credential. */
export function earlierExpiry(expiresAt: string | null, latest: string | null): string | null {
  if (expiresAt === null || latest === null) return expiresAt ?? latest;
  return expiresAt < latest ? expiresAt : latest;
}
