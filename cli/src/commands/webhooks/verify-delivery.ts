import { createHmac, timingSafeEqual } from 'node:crypto';

const PREFIX = 'whsec_';

export interface Delivery {
  readonly delivery_id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function isVerified({ headers, body }: Delivery, secret: string): boolean {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const standard = `v1,${createHmac('sha256', key).update(signed, 'utf8').digest('base64')}`;
  const plain = createHmac('sha256', secret).update(body, 'utf8').digest('hex');
  const signatures = (headers['webhook-signature'] ?? '').split(' ');
  return signatures.some((one) => isSame(one, standard)) && isSame(headers['x-webhook-signature'] ?? '', plain);
}

function isSame(signature: string, expected: string): boolean {
  const [a, b] = [Buffer.from(signature), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
