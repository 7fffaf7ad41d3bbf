import type { StoreName } from '../../../database/index.ts';
import { openWebhookSecret } from '../webhook-secret.ts';
import type { WebhookRow } from '../webhook-tables.ts';
import { type SigningKey, signingKey } from './sign.ts';

/** Keys in memory; the oldest is removed when there are more. */
const KEYS_MAX = 1000;

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
