import type { StoreName } from '../../database/database.ts';
import { openSealed, randomToken, seal } from '../../platform/crypto.ts';
import { validationFailed } from '../../platform/errors.ts';

/** Where a sealed secret belongs: moved to another webhook or project it does not open. */
export interface SecretPlace {
  readonly store: StoreName;
  readonly webhookId: string;
}

/** Secrets in the form of Standard Webhooks: the bytes of the key in base64 behind this. */
export const SECRET_PREFIX = 'whsec_';

const CHARACTERS_MAX = 256;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export function sealWebhookSecret(masterKey: Uint8Array, place: SecretPlace, secret: string): string {
  return seal(masterKey, contextOf(place), secret);
}

/** The secret as its owner gave it. Throws when it was sealed for another place or with another key. */
export function openWebhookSecret(masterKey: Uint8Array, place: SecretPlace, sealed: string): string {
  const secret = openSealed(masterKey, contextOf(place), sealed);
  if (secret === undefined) throw new Error('The secret of a webhook does not open with the master key.');
  return secret;
}

/** A secret that nobody chose: 256 bits. */
export function makeWebhookSecret(): string {
  return `${SECRET_PREFIX}${Buffer.from(randomToken(), 'base64url').toString('base64')}`;
}

/** A secret that receivers can be given as it is: in a header of a form, an environment variable, a file of one line. */
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
