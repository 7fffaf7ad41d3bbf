import { type Call, readBytes } from '../../http/index.ts';
import { OauthError } from './oauth-context.ts';

const BYTES_MAX = 65_536;

/** Reads `application/x-www-form-urlencoded`, the format of all OAuth requests. Each field may occur once. */
export async function readForm({ headers, raw }: Pick<Call, 'headers' | 'raw'>): Promise<URLSearchParams> {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') {
    throw new OauthError('invalid_request', 'Send the fields as application/x-www-form-urlencoded.');
  }
  const form = new URLSearchParams(Buffer.from(await readBytes(raw, BYTES_MAX)).toString('utf8'));
  const names = [...form.keys()];
  if (new Set(names).size === names.length) return form;
  throw new OauthError('invalid_request', 'A field was sent more than once.');
}
