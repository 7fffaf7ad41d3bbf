import { type Clock, isoTime } from './clock.ts';
import { validationFailed } from './errors.ts';
import { requireInstant } from './instant.ts';

/** The time at which something is to end, as ISO text in UTC; null for never. It must be an RFC 3339 time to come. */
export function requireExpiry(text: string | null | undefined, clock: Clock): string | null {
  if (text === undefined || text === null) return null;
  const ms = requireInstant(text, 'expires_at');
  if (ms <= clock.now()) throw validationFailed({ expires_at: 'must be in the future' });
  return isoTime(ms);
}

/** The earlier end: a thing made with something that ends, ends with it at the latest. */
export function earlierExpiry(expiresAt: string | null, latest: string | null): string | null {
  if (expiresAt === null || latest === null) return expiresAt ?? latest;
  return expiresAt < latest ? expiresAt : latest;
}
