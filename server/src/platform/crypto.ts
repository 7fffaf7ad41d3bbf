import { createCipheriv, createDecipheriv, createHash, hash, randomBytes, timingSafeEqual } from 'node:crypto';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FORMAT = 1;

/** `bytes` random bytes as base64url text: 32 give 256 bits in 43 characters. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}

export function sha256Hex(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex');
}

const RECENT_MAX = 1024;
const RECENT_CHARS_MAX = 256;

/** `sha256Hex` that remembers up to a thousand texts, for keys and other texts that many requests repeat. */
export function createRecentHashes(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const hashed = sha256Hex(text);
    // Callers may send arbitrarily long texts; these are not remembered.
    if (text.length > RECENT_CHARS_MAX) return hashed;
    if (known.size === RECENT_MAX) known.clear();
    known.set(text, hashed);
    return hashed;
  };
}

/** Takes the same time wherever the texts differ and reveals nothing about their lengths. */
export function equalsInConstantTime(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
}

/** AES-256-GCM. `context` is authenticated, so that a sealed text cannot be opened elsewhere. Returns base64url. */
export function seal(key: Uint8Array, context: string, text: string): string {
  requireKey(key);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(context, 'utf8'));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.from([FORMAT]), nonce, cipher.getAuthTag(), body]).toString('base64url');
}

/** The sealed text, or undefined when the key or context differs or the text was changed. */
export function openSealed(key: Uint8Array, context: string, sealed: string): string | undefined {
  requireKey(key);
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes[0] !== FORMAT || bytes.length < 1 + NONCE_BYTES + TAG_BYTES) return undefined;
  const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
  const tag = bytes.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context, 'utf8'));
  decipher.setAuthTag(tag);
  try {
    const text = decipher.update(bytes.subarray(1 + NONCE_BYTES + TAG_BYTES), undefined, 'utf8');
    return text + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

function requireKey(key: Uint8Array): void {
  if (key.length !== KEY_BYTES) throw new Error(`A key of ${KEY_BYTES} bytes is needed.`);
}
