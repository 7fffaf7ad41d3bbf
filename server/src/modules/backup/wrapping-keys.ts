import { argon2, hash, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

export const SALT_BYTES = 16;
const KEY_BYTES = 32;
/** A backup of a whole installation opens thousands of archives in a row, so derived keys are reused this long. */
const KEPT_MS = 10 * 60 * 1000;

const derive = promisify(argon2);

export interface WrappingKeys {
  /** The salt is random; archives created in a row with one passphrase share it. */
  forNewArchive(passphrase: string): Promise<{ readonly salt: Buffer; readonly key: Uint8Array }>;
  of(passphrase: string, salt: Buffer): Promise<Uint8Array>;
}

/** Only the right passphrase finds the cached key, so guessing stays expensive. */
export function createWrappingKeys(cost: { readonly m: number; readonly t: number; readonly p: number }): WrappingKeys {
  const made = new KeptKey();
  const opened = new KeptKey();
  const deriveKey = async (passphrase: string, salt: Buffer): Promise<Uint8Array> => {
    const message = Buffer.from(passphrase, 'utf8');
    const parameters = { memory: cost.m, passes: cost.t, parallelism: cost.p, tagLength: KEY_BYTES };
    return await derive('argon2id', { message, nonce: salt, ...parameters });
  };
  return {
    async forNewArchive(passphrase) {
      const name = hash('sha256', passphrase);
      const kept = made.find(name);
      const salt = kept?.salt ?? randomBytes(SALT_BYTES);
      return { salt, key: await (kept?.key ?? made.keep(name, salt, deriveKey(passphrase, salt))) };
    },
    async of(passphrase, salt) {
      const name = hash('sha256', `${salt.toString('hex')} ${passphrase}`);
      return await (opened.find(name)?.key ?? opened.keep(name, salt, deriveKey(passphrase, salt)));
    },
  };
}

interface DerivedKey {
  readonly name: string;
  readonly salt: Buffer;
  readonly key: Promise<Uint8Array>;
  readonly timer: NodeJS.Timeout;
}

class KeptKey {
  #kept: DerivedKey | undefined;

  find(name: string): DerivedKey | undefined {
    return this.#kept?.name === name ? this.#kept : undefined;
  }

  keep(name: string, salt: Buffer, key: Promise<Uint8Array>): Promise<Uint8Array> {
    clearTimeout(this.#kept?.timer);
    const timer = setTimeout(() => this.#forget(name), KEPT_MS).unref();
    this.#kept = { name, salt, key, timer };
    key.catch(() => this.#forget(name));
    return key;
  }

  #forget(name: string): void {
    if (this.#kept?.name === name) this.#kept = undefined;
  }
}
