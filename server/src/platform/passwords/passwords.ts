import { randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { COST, hashText, isOutdatedHash, type KnownHash, parseHash, SALT_BYTES, TAG_BYTES } from './hash-format.ts';
import { type Hasher, HashPool } from './hash-pool.ts';
import { HashThread } from './hash-thread.ts';
import { tooShort, weakPassword } from './weak-password.ts';

/** Counted in Unicode code points: with bytes, three emoji would be long enough. */
const CHARACTERS_MIN = 8;
const BYTES_MAX = 1024;
/** Bcrypt ignores later bytes, so it would accept any ending of a longer password. */
const BCRYPT_BYTES_MAX = 72;
/** Used for comparison when there is no account, so that an unknown address takes as long as a wrong password. */
const NOBODY = hashText(new Uint8Array(SALT_BYTES), new Uint8Array(TAG_BYTES));

export interface Passwords {
  /** Returns PHC text. Throws `weak_password`. `share`: the project or console that the work counts for. */
  hash(password: string, share: string): Promise<string>;
  /** For an unknown account (`undefined`) it returns false after the same time. Throws `overloaded`. */
  verify(hash: string | undefined, password: string, share: string): Promise<boolean>;
  /** Whether the hash has other parameters than new hashes; it is replaced at the next sign-in. */
  isOutdated(hash: string): boolean;
  canVerify(hash: string): boolean;
  close(): Promise<void>;
}

/** Hashes on low-priority threads, so that sign-ins use only spare processor time. */
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

/** Throws `weak_password` for passwords that are too short or too long to hash. */
export function requireFitPassword(password: string, field = 'password'): void {
  if (Buffer.byteLength(password) > BYTES_MAX) {
    throw weakPassword(
      `is too long: at most ${BYTES_MAX} bytes, and characters other than plain letters take several`,
      field,
    );
  }
  if (!password.isWellFormed()) throw weakPassword('contains half a character: type it again', field);
  if (characterCount(password) < CHARACTERS_MIN) throw weakPassword(tooShort(CHARACTERS_MIN), field);
}

/** The number of Unicode code points, in which the minimum length is given. */
export function characterCount(password: string): number {
  return Array.from(password).length;
}

function isCutByBcrypt({ derivation }: KnownHash, password: string): boolean {
  return derivation.kind === 'bcrypt' && Buffer.byteLength(password) > BCRYPT_BYTES_MAX;
}

/** In UTF-8 a lone surrogate becomes another character, so two different passwords would count as equal. */
function isPossible(password: string): boolean {
  return Buffer.byteLength(password) <= BYTES_MAX && password.isWellFormed();
}
