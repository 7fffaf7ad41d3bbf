import type { Call } from '../../../http/index.ts';
import { ServiceError } from '../../../platform/errors.ts';

const BYTES_MAX = 16_384;
const TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/** The fields of a plain HTML form; of a repeated one the first. */
export async function readForm({ headers, stream }: Pick<Call, 'headers' | 'stream'>): Promise<URLSearchParams> {
  if (!TYPE.test(headers['content-type'] ?? '')) {
    throw new ServiceError('unsupported_media_type', 'The body must be sent as application/x-www-form-urlencoded.');
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > BYTES_MAX) throw new ServiceError('payload_too_large', `The form is larger than ${BYTES_MAX} bytes.`);
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
