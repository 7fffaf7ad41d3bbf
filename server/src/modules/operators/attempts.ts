import { limitKey } from '../../http/client-address.ts';
import type { Clock } from '../../platform/clock.ts';
import { ServiceError } from '../../platform/errors.ts';

const MINUTE_MS = 60_000;
const PER_ADDRESS = { max: 10, windowMs: MINUTE_MS };
const PER_EMAIL = { max: 10, windowMs: 15 * MINUTE_MS };
/** The keys seen longest ago are forgotten first. */
const KEYS_MAX = 20_000;

/** Slows down guessing of passwords and one-time tokens, by the caller's network address and by the account's address. */
export interface Attempts {
  /** Counts one try from a network address. Throws `rate_limited`. */
  countTry(ip: string): void;
  /**
   * Counts a failure for an e-mail address before its password is looked at, so that parallel guesses count too.
   * Throws `rate_limited`, whatever the password. The returned function takes the failure back.
   */
  countFailure(email: string): () => void;
}

export function createAttempts(clock: Clock, isOn: boolean): Attempts {
  const times = new Map<string, number[]>();

  const count = (key: string, { max, windowMs }: typeof PER_ADDRESS): number => {
    const now = clock.now();
    const recent = (times.get(key) ?? []).filter((at) => at > now - windowMs);
    const oldest = recent[0];
    if (recent.length >= max && oldest !== undefined) {
      throw new ServiceError('rate_limited', 'Too many attempts. Wait before trying again.', {
        retryAfterSeconds: Math.ceil((oldest + windowMs - now) / 1000),
        limit: max,
      });
    }
    times.delete(key);
    times.set(key, [...recent, now]);
    const [first] = times.keys();
    if (times.size > KEYS_MAX && first !== undefined) times.delete(first);
    return now;
  };

  return {
    countTry: (ip) => {
      if (isOn) count(`ip ${limitKey(ip)}`, PER_ADDRESS);
    },
    countFailure: (email) => {
      if (!isOn) return () => undefined;
      const key = `email ${email}`;
      const at = count(key, PER_EMAIL);
      return () => {
        const counted = times.get(key) ?? [];
        const index = counted.indexOf(at);
        if (index !== -1) times.set(key, counted.toSpliced(index, 1));
      };
    },
  };
}
