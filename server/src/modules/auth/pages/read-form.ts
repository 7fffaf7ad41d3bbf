import { type Call, readBytes } from '../../../http/index.ts';
import { ServiceError } from '../../../platform/errors.ts';

const BYTES_MAX = 16_384;
const TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;

export async function readForm({ headers, raw }: Pick<Call, 'headers' | 'raw'>): Promise<URLSearchParams> {
  if (!TYPE.test(headers['content-type'] ?? '')) {
    throw new ServiceError('unsupported_media_type', 'The body must be sent as application/x-www-form-urlencoded.');
  }
  return new URLSearchParams(Buffer.from(await readBytes(raw, BYTES_MAX)).toString('utf8'));
}
