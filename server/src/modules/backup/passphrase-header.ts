import type { IncomingHttpHeaders } from 'node:http';
import { validationFailed } from '../../platform/errors.ts';
import { requirePassphrase } from './archive-key.ts';

const NAME = 'x-archive-passphrase';

/** The passphrase of a request, sent as base64 of UTF-8 because headers hold only ASCII. */
export function passphraseOf(headers: IncomingHttpHeaders): string | undefined {
  const value = headers[NAME];
  if (value === undefined || value === '') return undefined;
  const text = String(value);
  const bytes = Buffer.from(text, 'base64');
  const isBase64 = bytes.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '');
  try {
    if (isBase64) return requirePassphrase(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  throw validationFailed({ 'X-Archive-Passphrase': 'must be base64 of UTF-8 text' });
}
