import { createHmac } from 'node:crypto';

const STANDARD_PREFIX = 'whsec_';

export interface Signed {
  /** The delivery. */
  readonly id: string;
  /** Of the attempt, in seconds. */
  readonly timestamp: string;
  readonly body: Uint8Array;
}

/**
 * The two signature headers; none without a secret. The first secret is the present one: the others, which were replaced
 * a short while ago, only sign the header that may hold several signatures.
 */
export function signatureHeaders(signed: Signed, secrets: readonly string[]): Readonly<Record<string, string>> {
  const [present] = secrets;
  if (present === undefined) return {};
  return {
    'x-webhook-signature': createHmac('sha256', present).update(signed.body).digest('hex'),
    'webhook-signature': secrets.map((secret) => `v1,${standardSignature(signed, secret)}`).join(' '),
  };
}

/** https://www.standardwebhooks.com: over id, timestamp and body, joined by dots. */
function standardSignature({ id, timestamp, body }: Signed, secret: string): string {
  const key = secret.startsWith(STANDARD_PREFIX)
    ? Buffer.from(secret.slice(STANDARD_PREFIX.length), 'base64')
    : Buffer.from(secret, 'utf8');
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
}
