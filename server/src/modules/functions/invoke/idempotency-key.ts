import { validationFailed } from '../../../platform/errors.ts';

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

/** Reads the header `Idempotency-Key`. */
export function readIdempotencyKey(header: string | readonly string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && VISIBLE_ASCII.test(header)) return header;
  throw validationFailed({ 'Idempotency-Key': 'must be 1 to 255 visible ASCII characters' });
}
