import { randomFillSync } from 'node:crypto';
import type { Clock } from './clock.ts';
import { sha256Hex } from './crypto.ts';

const POOL_BYTES = 4096;
/** Random digits of one id, of which the first gives the variant's two bits. */
const RANDOM_DIGITS = 16;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const DIGITS = '0123456789abcdef';
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * Makes UUIDv7 text (RFC 9562 §6.2, method 1): 48 bits of time, a 12-bit counter, 62 random bits.
 * Ids of one process always grow, also within a millisecond and when the clock is set back.
 */
export function createIds(clock: Clock): () => string {
  const bytes = Buffer.alloc(POOL_BYTES);
  let pool = '';
  let used = 0;
  let lastMs = 0;
  let counter = 0;
  /** The time of the last id as text. */
  let head = '';
  let headMs = -1;

  /** The last two groups, made of few parts: an id that is put together digit by digit costs the collector a tree of them. */
  const tail = (): string => {
    if (used === pool.length) {
      pool = randomFillSync(bytes).toString('hex');
      used = 0;
    }
    const at = used;
    used += RANDOM_DIGITS;
    const variant = DIGITS[(DIGITS.indexOf(pool.charAt(at)) & 3) | 8];
    return `-${variant}${pool.slice(at + 1, at + 4)}-${pool.slice(at + 4, used)}`;
  };

  return () => {
    const now = clock.now();
    if (now > lastMs) {
      lastMs = now;
      counter = 0;
    } else if (++counter > 0xfff) {
      // The counter of this millisecond is used up: borrow from the next, so that order holds.
      lastMs += 1;
      counter = 0;
    }
    if (headMs !== lastMs) {
      const time = lastMs.toString(16).padStart(12, '0');
      head = `${time.slice(0, 8)}-${time.slice(8)}-7`;
      headMs = lastMs;
    }
    return head + counterText(counter) + tail();
  };
}

/** Three digits. */
function counterText(counter: number): string {
  return `${(counter >> 8).toString(16)}${HEX[counter & 0xff]}`;
}

/** When an id of `createIds` was made, in milliseconds. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** The same text gives the same id: a UUID made of a hash (version 8). */
export function uuidOf(text: string): string {
  const hex = sha256Hex(text);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The canonical lower-case text of a UUID of any version, or undefined when it is none. */
export function parseUuid(text: string): string | undefined {
  return UUID.test(text) ? text.toLowerCase() : undefined;
}

/** Less than every id made at this time or later, and greater than every earlier one. */
export function firstIdAt(ms: number): string {
  const time = Math.max(0, ms).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}
