import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { StoreName } from '../../../database/index.ts';
import { openWebhookSecret } from '../webhook-secret.ts';
import type { WebhookRow } from '../webhook-tables.ts';

const STANDARD_PREFIX = 'whsec_';
/** Keys in memory; the oldest is removed when there are more. */
const KEYS_MAX = 1000;

export interface SignedContent {
  readonly id: string;
  /** Time of the attempt, in seconds since 1970. */
  readonly timestamp: string;
  readonly body: string;
}

export interface SigningKey {
  readonly whole: KeyObject;
  readonly standard: KeyObject;
}

export function signingKey(secret: string): SigningKey {
  const whole = createSecretKey(secret, 'utf8');
  if (!secret.startsWith(STANDARD_PREFIX)) return { whole, standard: whole };
  return { whole, standard: createSecretKey(secret.slice(STANDARD_PREFIX.length), 'base64') };
}

/** Empty without a secret. Recently replaced keys sign only the header that may hold several signatures. */
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

export interface SigningKeys {
  /** The current key first, then the one that it recently replaced. Throws when a secret cannot be decrypted. */
  of(store: StoreName, webhook: WebhookRow, nowMs: number): readonly SigningKey[];
}

/** Decrypts each secret once, not for every attempt. */
export function createSigningKeys(masterKey: Uint8Array): SigningKeys {
  const known = new Map<string, SigningKey>();

  const open = (store: StoreName, webhookId: string, sealed: string): SigningKey => {
    // The key includes store and webhook: a secret copied to another webhook or project must not decrypt.
    const name = `${store} ${webhookId} ${sealed}`;
    const opened = known.get(name);
    if (opened !== undefined) return opened;
    const key = signingKey(openWebhookSecret(masterKey, { store, webhookId }, sealed));
    known.set(name, key);
    const [oldest] = known.keys();
    if (known.size > KEYS_MAX && oldest !== undefined) known.delete(oldest);
    return key;
  };

  return {
    of: (store, { id, secret, previous_secret: previous, previous_secret_until_ms: untilMs }, nowMs) => {
      if (secret === null) return [];
      const present = open(store, id, secret);
      const isInGrace = previous !== null && nowMs < Number(untilMs);
      return isInGrace ? [present, open(store, id, previous)] : [present];
    },
  };
}
