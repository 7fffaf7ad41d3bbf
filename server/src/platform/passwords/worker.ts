import { argon2Sync, scryptSync } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import bcrypt from 'bcryptjs';
import type { Derivation } from './hash-format.ts';

export interface HashTask {
  readonly password: string;
  readonly derivation: Derivation;
}

export interface HashReply {
  /** Undefined: the hash failed. */
  readonly bytes: Uint8Array | undefined;
}

const NICENESS = 10;
const SCRYPT_MEMORY_BYTES_MAX = 512 * 1024 * 1024;

/** Takes less than half the time of Node's own argon2 for the same bytes. Missing on platforms it was not built for. */
const native = await import('@node-rs/argon2').catch(() => undefined);

if (parentPort !== null) {
  const port = parentPort;
  yieldToOthers();
  port.on('message', (task: HashTask) => port.postMessage({ bytes: compute(task) } satisfies HashReply));
}

function compute({ password, derivation }: HashTask): Uint8Array | undefined {
  try {
    return derive(password, derivation);
  } catch {
    return undefined;
  }
}

function derive(password: string, derivation: Derivation): Uint8Array {
  switch (derivation.kind) {
    case 'argon2': {
      return deriveArgon2(Buffer.from(password, 'utf8'), derivation);
    }
    case 'scrypt': {
      const { salt, tagLength, cost, blockSize, parallelization } = derivation;
      const limits = { maxmem: SCRYPT_MEMORY_BYTES_MAX };
      return scryptSync(password, salt, tagLength, { cost, blockSize, parallelization, ...limits });
    }
    case 'bcrypt':
      // `2y` is PHP's name for `2b`.
      return Buffer.from(bcryptText(password, derivation.hash));
  }
}

/** The library's algorithm numbers; its own enumeration exists only in its types. */
const ALGORITHMS = { argon2d: 0, argon2i: 1, argon2id: 2 } as const;

function deriveArgon2(message: Uint8Array, derivation: Extract<Derivation, { readonly kind: 'argon2' }>): Uint8Array {
  const { kind: _, algorithm, ...parameters } = derivation;
  if (native === undefined) return argon2Sync(algorithm, { message, ...parameters });
  return native.hashRawSync(message, {
    algorithm: ALGORITHMS[algorithm],
    salt: parameters.nonce,
    memoryCost: parameters.memory,
    timeCost: parameters.passes,
    parallelism: parameters.parallelism,
    outputLen: parameters.tagLength,
  });
}

function bcryptText(password: string, hash: string): string {
  const made = bcrypt.hashSync(password, `$2b${hash.slice(3, 29)}`);
  return `${hash.slice(0, 3)}${made.slice(3)}`;
}

/** Many sign-ins must not take the processor from everything else. On Linux, priorities belong to threads. */
function yieldToOthers(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (thread > 0) setPriority(thread, NICENESS);
  } catch {
    // Other systems have no such file; equal priorities do no harm there.
  }
}
