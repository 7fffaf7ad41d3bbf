import { Type } from 'typebox';
import { ServiceError, validationFailed } from '../../../platform/errors.ts';
import { requireInstant } from '../../../platform/instant.ts';

const DAYS_MAX = 366;
const DAY_MS = 24 * 60 * 60 * 1000;
const RETRIES_DEFAULT = 3;
export const RETRIES_MAX = 10;
export const KEY_CHARACTERS_MAX = 200;
export const PAYLOAD_BYTES_MAX = 256 * 1024;

export const orderOptions = {
  after_s: Type.Optional(
    Type.Number({
      description: 'The delay in seconds; not together with `at`.',
      minimum: 0,
      maximum: DAYS_MAX * 86_400,
    }),
  ),
  at: Type.Optional(
    Type.String({ description: 'RFC 3339 time with a zone, at most 366 days ahead. A past time means now.' }),
  ),
  key: Type.Optional(
    Type.String({
      description:
        'Queues at most one job of the function with this key. Repeating the request returns that job until it fails or is cancelled, or until 24 hours after its success.',
      minLength: 1,
      maxLength: KEY_CHARACTERS_MAX,
    }),
  ),
  retries: Type.Optional(
    Type.Integer({
      description: 'How often a failed run is repeated.',
      minimum: 0,
      maximum: RETRIES_MAX,
      default: RETRIES_DEFAULT,
    }),
  ),
};

export const ORDER_OPTIONS = Object.keys(orderOptions);

export interface JobOrder {
  readonly dueAtMs: number;
  readonly key: string | null;
  readonly retries: number;
  readonly payload: string | null;
}

/** Validates an order from a caller. Throws `validation_failed` and `payload_too_large`. */
export function readOrder(
  { payload, after_s: afterSeconds, at, key, retries = RETRIES_DEFAULT }: Readonly<Record<string, unknown>>,
  nowMs: number,
): JobOrder {
  return {
    dueAtMs: readDue({ afterSeconds, at }, nowMs),
    key: readKey(key),
    retries: readRetries(retries),
    payload: readPayload(payload),
  };
}

function readDue({ afterSeconds, at }: { afterSeconds: unknown; at: unknown }, nowMs: number): number {
  if (afterSeconds !== undefined && at !== undefined) throw validationFailed({ at: 'cannot be combined with after_s' });
  if (afterSeconds !== undefined) {
    const isSeconds = typeof afterSeconds === 'number' && afterSeconds >= 0 && afterSeconds <= DAYS_MAX * 86_400;
    if (!isSeconds) throw validationFailed({ after_s: `must be a number of seconds from 0 to ${DAYS_MAX} days` });
    return nowMs + Math.round(afterSeconds * 1000);
  }
  if (at === undefined) return nowMs;
  if (typeof at !== 'string') throw validationFailed({ at: 'must be an RFC 3339 time with a zone' });
  const dueAtMs = requireInstant(at, 'at');
  if (dueAtMs > nowMs + DAYS_MAX * DAY_MS) throw validationFailed({ at: `must be at most ${DAYS_MAX} days ahead` });
  return Math.max(dueAtMs, nowMs);
}

function readKey(key: unknown): string | null {
  if (key === undefined || key === null) return null;
  const characters = typeof key === 'string' ? Array.from(key).length : 0;
  if (typeof key !== 'string' || characters < 1 || characters > KEY_CHARACTERS_MAX)
    throw validationFailed({ key: `must be text of 1 to ${KEY_CHARACTERS_MAX} characters` });
  if (key.includes('\0') || !key.isWellFormed())
    throw validationFailed({ key: 'must be well-formed Unicode without NUL' });
  return key;
}

function readRetries(retries: unknown): number {
  if (typeof retries === 'number' && Number.isInteger(retries) && retries >= 0 && retries <= RETRIES_MAX)
    return retries;
  throw validationFailed({ retries: `must be an integer from 0 to ${RETRIES_MAX}` });
}

function readPayload(payload: unknown): string | null {
  if (payload === undefined) return null;
  const text = JSON.stringify(payload);
  if (Buffer.byteLength(text) > PAYLOAD_BYTES_MAX)
    throw new ServiceError('payload_too_large', 'The payload of a job is at most 256 KB as JSON.', {
      details: { bytes_max: PAYLOAD_BYTES_MAX },
    });
  // JSON text can contain NUL only as an escape, which every database stores.
  return text;
}
