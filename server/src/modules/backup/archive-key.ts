import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { DamagedArchive, type Manifest, type WrappedKey } from '../../archive/index.ts';
import { openSealed, seal } from '../../platform/crypto.ts';
import { ServiceError, validationFailed } from '../../platform/errors.ts';

const KEY_BYTES = 32;
const SALT_BYTES = 16;
const PASSPHRASE_BYTES_MIN = 12;
const PASSPHRASE_BYTES_MAX = 1024;
/** The only parameters that are written and taken: others could be made to cost a server its memory, or a thief nothing. */
const COST = { m: 32_768, t: 4, p: 1 } as const;

const derive = promisify(argon2);

/** Key of the secrets of one archive, each sealed for its kind and name. */
export interface ArchiveKey {
  seal(kind: string, name: string, secret: string): string;
  /** Undefined when it was sealed for something else, or changed. */
  open(kind: string, name: string, sealed: string): string | undefined;
}

export interface KeyWrapping {
  readonly archiveId: string;
  readonly masterKey: Uint8Array;
  readonly passphrase: string | undefined;
}

/** A new key and the ways to it: the server's own, and a passphrase where there is one. */
export async function createArchiveKey({ archiveId, masterKey, passphrase }: KeyWrapping): Promise<{
  readonly key: ArchiveKey;
  readonly wrapped: readonly WrappedKey[];
}> {
  const bytes = randomBytes(KEY_BYTES);
  const text = bytes.toString('base64');
  const wrapped: WrappedKey[] = [{ by: 'server', sealed: seal(masterKey, wrapContext(archiveId, 'server'), text) }];
  if (passphrase !== undefined) {
    const salt = randomBytes(SALT_BYTES);
    const sealed = seal(await keyOf(passphrase, salt), wrapContext(archiveId, 'passphrase'), text);
    wrapped.push({ by: 'passphrase', algorithm: 'argon2id', ...COST, salt: salt.toString('base64'), sealed });
  }
  return { key: archiveKey(archiveId, bytes), wrapped };
}

/**
 * The key of an archive. A passphrase that is given must fit, also where the server could do without. Undefined when
 * neither the server nor a passphrase opens it; throws `wrong_passphrase`.
 */
export async function openArchiveKey(
  { archive_id: archiveId, key: { wrapped } }: Pick<Manifest, 'archive_id' | 'key'>,
  { masterKey, passphrase }: Omit<KeyWrapping, 'archiveId'>,
): Promise<ArchiveKey | undefined> {
  let opened: string | undefined;
  for (const one of wrapped) {
    if (one.by === 'server') opened ??= openSealed(masterKey, wrapContext(archiveId, 'server'), one.sealed);
    else if (passphrase !== undefined) {
      const text = openSealed(await keyOf(passphrase, saltOf(one)), wrapContext(archiveId, 'passphrase'), one.sealed);
      if (text === undefined)
        throw new ServiceError('wrong_passphrase', 'The passphrase is not the one of this archive.');
      opened ??= text;
    }
  }
  const bytes = Buffer.from(opened ?? '', 'base64');
  return bytes.byteLength === KEY_BYTES ? archiveKey(archiveId, bytes) : undefined;
}

/** Throws `validation_failed` for what is too short to be safe, or too long. */
export function requirePassphrase(passphrase: string): string {
  const bytes = Buffer.byteLength(passphrase);
  if (bytes >= PASSPHRASE_BYTES_MIN && bytes <= PASSPHRASE_BYTES_MAX && passphrase.isWellFormed()) return passphrase;
  throw validationFailed({ passphrase: `must have ${PASSPHRASE_BYTES_MIN} to ${PASSPHRASE_BYTES_MAX} bytes` });
}

function archiveKey(archiveId: string, bytes: Uint8Array): ArchiveKey {
  const contextOf = (kind: string, name: string): string => `archive ${archiveId} ${kind} ${name}`;
  return {
    seal: (kind, name, secret) => seal(bytes, contextOf(kind, name), secret),
    open: (kind, name, sealed) => openSealed(bytes, contextOf(kind, name), sealed),
  };
}

function saltOf({ m, t, p, salt }: Extract<WrappedKey, { by: 'passphrase' }>): Buffer {
  const bytes = Buffer.from(salt, 'base64');
  if (m === COST.m && t === COST.t && p === COST.p && bytes.byteLength === SALT_BYTES) return bytes;
  throw new DamagedArchive('manifest.json', 'record', 'The passphrase is derived in a way that is not taken.');
}

async function keyOf(passphrase: string, salt: Uint8Array): Promise<Uint8Array> {
  const { m: memory, t: passes, p: parallelism } = COST;
  const message = Buffer.from(passphrase, 'utf8');
  return await derive('argon2id', { message, nonce: salt, memory, passes, parallelism, tagLength: KEY_BYTES });
}

function wrapContext(archiveId: string, by: string): string {
  return `archive ${archiveId} key by ${by}`;
}
