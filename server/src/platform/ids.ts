import { randomFillSync } from 'node:crypto';
import type { Clock } from './clock.ts';
import { sha256Hex } from './crypto.ts';

const POOL_BYTES = 4096;
/** The random digits of one id; the first one carries the two variant bits. */
const RANDOM_DIGITS = 16;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const DIGITS = '0123456789abcdef';
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** UUIDv7 (RFC 9562 §6.2, method 1). The ids of a process always increase, even when the clock is set back. */
export function createIds(clock: Clock): () => string {
  const bytes = Buffer.alloc(POOL_BYTES);
  let pool = '';
  let used = 0;
  let lastMs = 0;
  let counter = 0;
  let head = '';
  let headMs = -1;

  /** The last two groups, joined from few parts: joining single digits would leave the garbage collector a tree of strings. */
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
      // The counter of this millisecond is exhausted: use the next millisecond, which keeps the order.
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

function counterText(counter: number): string {
  return `${(counter >> 8).toString(16)}${HEX[counter & 0xff]}`;
}

/** The creation time of an id from `createIds`, in milliseconds. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** A deterministic UUID (version 8): the same text always gives the same id. */
export function uuidOf(text: string): string {
  const hex = sha256Hex(text);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The lower-case text of a UUID of any version, or undefined when it is invalid. */
export function parseUuid(text: string): string | undefined {
  return UUID.test(text) ? text.toLowerCase() : undefined;
}

/** Less than every id created at or after this time, greater than every earlier one. */
export function firstIdAt(ms: number): string {
  const time = Math.max(0, ms).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}
