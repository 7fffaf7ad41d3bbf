export type Derivation =
  | {
      readonly kind: 'argon2';
      readonly algorithm: 'argon2id' | 'argon2i' | 'argon2d';
      readonly nonce: Uint8Array;
      readonly memory: number;
      readonly passes: number;
      readonly parallelism: number;
      readonly tagLength: number;
    }
  | {
      readonly kind: 'scrypt';
      readonly salt: Uint8Array;
      readonly cost: number;
      readonly blockSize: number;
      readonly parallelization: number;
      readonly tagLength: number;
    }
  /** `hash` contains salt and rounds. */
  | { readonly kind: 'bcrypt'; readonly hash: string };

export interface KnownHash {
  readonly derivation: Derivation;
  readonly expected: Uint8Array;
}

/** OWASP's second recommendation for argon2id: 19 MiB, two passes. Each hash records its own parameters. */
export const COST = { memory: 19_456, passes: 2, parallelism: 1 };
export const SALT_BYTES = 16;
export const TAG_BYTES = 32;

const ARGON2 =
  /^\$(argon2id|argon2i|argon2d)\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,86})$/;
const SCRYPT = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;
/** With more than twelve rounds a sign-in would take a second. */
const BCRYPT = /^\$2[aby]\$(0[4-9]|1[0-2])\$[./A-Za-z0-9]{53}$/;
/** The maximum work of one verification, whatever an imported hash asks for: eight times one of our own hashes. */
const ARGON2_WORK_MAX = 8 * COST.memory * COST.passes;
const ARGON2_MEMORY_KIB_MAX = 131_072;
const SCRYPT_WORK_MAX = 2 ** 21;
const PARALLELISM_MAX = 16;

/** Parses a hash; undefined when it is not one that can be verified (argon2, scrypt, bcrypt). */
export function parseHash(text: string): KnownHash | undefined {
  return parseArgon2(text) ?? parseScrypt(text) ?? parseBcrypt(text);
}

export function isOutdatedHash(text: string): boolean {
  const { memory, passes, parallelism } = COST;
  return !text.startsWith(`$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`);
}

export function isCostly(derivation: Derivation): boolean {
  return derivation.kind !== 'argon2' || derivation.memory * derivation.passes > COST.memory * COST.passes;
}

export function hashText(salt: Uint8Array, tag: Uint8Array): string {
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

function parseArgon2(text: string): KnownHash | undefined {
  const [, algorithm = '', memory, passes, parallelism, salt = '', tag = ''] = ARGON2.exec(text) ?? [];
  if (algorithm !== 'argon2id' && algorithm !== 'argon2i' && algorithm !== 'argon2d') return undefined;
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const isPossible = cost.parallelism >= 1 && cost.passes >= 1 && cost.memory >= 8 * cost.parallelism;
  const isBearable =
    cost.memory <= ARGON2_MEMORY_KIB_MAX &&
    cost.memory * cost.passes <= ARGON2_WORK_MAX &&
    cost.parallelism <= PARALLELISM_MAX;
  if (!isPossible || !isBearable) return undefined;
  const expected = Buffer.from(tag, 'base64');
  const nonce = Buffer.from(salt, 'base64');
  return { expected, derivation: { kind: 'argon2', algorithm, nonce, ...cost, tagLength: expected.length } };
}

function parseScrypt(text: string): KnownHash | undefined {
  const [, log, r, p, salt, tag = ''] = SCRYPT.exec(text) ?? [];
  if (salt === undefined) return undefined;
  const cost = 2 ** Number(log);
  const blockSize = Number(r);
  const parallelization = Number(p);
  if (cost < 2 || blockSize < 1 || parallelization < 1 || parallelization > PARALLELISM_MAX) return undefined;
  if (cost * blockSize * parallelization > SCRYPT_WORK_MAX) return undefined;
  const expected = Buffer.from(tag, 'base64');
  const parameters = { cost, blockSize, parallelization, tagLength: expected.length };
  return { expected, derivation: { kind: 'scrypt', salt: Buffer.from(salt, 'base64'), ...parameters } };
}

function parseBcrypt(text: string): KnownHash | undefined {
  if (!BCRYPT.test(text)) return undefined;
  return { expected: Buffer.from(text), derivation: { kind: 'bcrypt', hash: text } };
}

function unpadded(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '');
}
