import type { StoreName } from '../../database/index.ts';
import { openSealed, randomToken, seal } from '../../platform/crypto.ts';
import { validationFailed } from '../../platform/errors.ts';

/** Where a sealed secret belongs: copied to another webhook or project it cannot be decrypted. */
export interface SecretPlace {
  readonly store: StoreName;
  readonly webhookId: string;
}

/** Prefix of secrets in the format of Standard Webhooks; the key follows in base64. */
export const SECRET_PREFIX = 'whsec_';

const CHARACTERS_MAX = 256;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export function sealWebhookSecret(masterKey: Uint8Array, place: SecretPlace, secret: string): string {
  return seal(masterKey, contextOf(place), secret);
}

/** Throws when the secret was sealed for another webhook or project, or with another key. */
export function openWebhookSecret(masterKey: Uint8Array, place: SecretPlace, sealed: string): string {
  const secret = openSealed(masterKey, contextOf(place), sealed);
  if (secret === undefined) throw new Error('The secret of a webhook cannot be decrypted with the master key.');
  return secret;
}

export function makeWebhookSecret(): string {
  return `${SECRET_PREFIX}${Buffer.from(randomToken(), 'base64url').toString('base64')}`;
}

/** Accepts only secrets that fit unchanged into a form field, an environment variable or a one-line file. */
export function requireWebhookSecret(secret: string): string {
  if (Array.from(secret).length > CHARACTERS_MAX || secret === '')
    throw validationFailed({ secret: `must have 1 to ${CHARACTERS_MAX} characters` });
  if (/[\p{Cc}\u2028\u2029]/u.test(secret) || !secret.isWellFormed())
    throw validationFailed({ secret: 'must not contain control characters' });
  const key = secret.slice(SECRET_PREFIX.length);
  if (secret.startsWith(SECRET_PREFIX) && (key === '' || !BASE64.test(key)))
    throw validationFailed({ secret: `must be base64 after ${SECRET_PREFIX}, as Standard Webhooks asks` });
  return secret;
}

function contextOf({ store, webhookId }: SecretPlace): string {
  return `${store}/webhook/${webhookId}`;
}
