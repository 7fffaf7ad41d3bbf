import { randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { COST, hashText, isOutdatedHash, type KnownHash, parseHash, SALT_BYTES, TAG_BYTES } from './hash-format.ts';
import { type Hasher, HashPool } from './hash-pool.ts';
import { HashThread } from './hash-thread.ts';
import { tooShort, weakPassword } from './weak-password.ts';

/** Unicode code points: bytes would let three emoji pass. */
const CHARACTERS_MIN = 8;
const BYTES_MAX = 1024;
/** Bcrypt reads no further, so of what is longer it would take any end. */
const BCRYPT_BYTES_MAX = 72;
/** Compared with when there is no account, so that an unknown address takes as long as a wrong password. */
const NOBODY = hashText(new Uint8Array(SALT_BYTES), new Uint8Array(TAG_BYTES));

export interface Passwords {
  /**
   * PHC text. Throws `weak_password` when the password is too short or too long. `share`: the project, or the console,
   * that the work is for; shares take turns.
   */
  hash(password: string, share: string): Promise<string>;
  /**
   * Argon2, scrypt and bcrypt; `undefined` stands for an unknown account: false, in the same time. Throws `overloaded`
   * when too many of the share wait.
   */
  verify(hash: string | undefined, password: string, share: string): Promise<boolean>;
  /** Made with other parameters than new hashes are: replaced when its password is shown the next time. */
  isOutdated(hash: string): boolean;
  /** Whether a hash that comes from elsewhere can be verified here. */
  canVerify(hash: string): boolean;
  close(): Promise<void>;
}

/**
 * Hashes with argon2id on threads of low priority, as many as there are processors for one share: sign-ins use what
 * nothing else needs, and what waits beyond a bound is refused.
 */
export function createPasswords(
  threadsMax = availableParallelism(),
  startThread: () => Hasher = () => new HashThread(),
): Passwords {
  const threads = new HashPool(threadsMax, startThread);

  return {
    async hash(password, share) {
      requireFitPassword(password);
      const nonce = randomBytes(SALT_BYTES);
      const derivation = { kind: 'argon2', algorithm: 'argon2id', nonce, ...COST, tagLength: TAG_BYTES } as const;
      return hashText(nonce, await threads.run({ password, derivation }, share));
    },
    async verify(hash, password, share) {
      const known = parseHash(hash ?? NOBODY);
      if (known === undefined || !isPossible(password)) return false;
      const actual = await threads.run({ password, derivation: known.derivation }, share);
      const isEqual = actual.length === known.expected.length && timingSafeEqual(actual, known.expected);
      return isEqual && hash !== undefined && !isCutByBcrypt(known, password);
    },
    isOutdated: isOutdatedHash,
    canVerify: (hash) => parseHash(hash) !== undefined,
    close: () => threads.close(),
  };
}

/** Throws `weak_password` for what is too short or too long to be hashed at all. */
export function requireFitPassword(password: string, field = 'password'): void {
  if (Buffer.byteLength(password) > BYTES_MAX) {
    throw weakPassword(`is too long: ${BYTES_MAX} plain letters are the most, and other characters count more`, field);
  }
  if (!password.isWellFormed()) throw weakPassword('holds half a character: type it again', field);
  if (characterCount(password) < CHARACTERS_MIN) throw weakPassword(tooShort(CHARACTERS_MIN), field);
}

/** The Unicode code points of a password, which is what its least length is told in. */
export function characterCount(password: string): number {
  return Array.from(password).length;
}

function isCutByBcrypt({ derivation }: KnownHash, password: string): boolean {
  return derivation.kind === 'bcrypt' && Buffer.byteLength(password) > BCRYPT_BYTES_MAX;
}

/** A lone surrogate becomes another character in UTF-8, and then two passwords would be the same. */
function isPossible(password: string): boolean {
  return Buffer.byteLength(password) <= BYTES_MAX && password.isWellFormed();
}
