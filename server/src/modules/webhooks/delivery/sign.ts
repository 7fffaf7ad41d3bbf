import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

const STANDARD_PREFIX = 'whsec_';

export interface SignedContent {
  /** Id of the delivery. */
  readonly id: string;
  /** Time of the attempt, in seconds since 1970. */
  readonly timestamp: string;
  /** Signed and sent as UTF-8. */
  readonly body: string;
}

/** A secret as key for each of the two signature headers. */
export interface SigningKey {
  readonly whole: KeyObject;
  readonly standard: KeyObject;
}

export function signingKey(secret: string): SigningKey {
  const whole = createSecretKey(secret, 'utf8');
  if (!secret.startsWith(STANDARD_PREFIX)) return { whole, standard: whole };
  return { whole, standard: createSecretKey(secret.slice(STANDARD_PREFIX.length), 'base64') };
}

/**
 * The two signature headers; none without a secret. The first key is the current one. Recently replaced keys sign only the header that
 * may hold several signatures.
 */
export function signatureHeaders(signed: SignedContent, keys: readonly SigningKey[]): Readonly<Record<string, string>> {
  const [present] = keys;
  if (present === undefined) return {};
  return {
    'x-webhook-signature': createHmac('sha256', present.whole).update(signed.body, 'utf8').digest('hex'),
    'webhook-signature': keys.map((key) => `v1,${standardSignature(signed, key)}`).join(' '),
  };
}

/** https://www.standardwebhooks.com: signs id, timestamp and body, joined by dots. */
function standardSignature({ id, timestamp, body }: SignedContent, { standard }: SigningKey): string {
  return createHmac('sha256', standard).update(`${id}.${timestamp}.${body}`, 'utf8').digest('base64');
}
