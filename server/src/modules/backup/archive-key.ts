import { randomBytes } from 'node:crypto';
import { DamagedArchive, type Manifest, type WrappedKey } from '../../archive/format/index.ts';
import { openSealed, seal } from '../../platform/crypto.ts';
import { ServiceError, validationFailed } from '../../platform/errors.ts';
import { createWrappingKeys, SALT_BYTES } from './wrapping-keys.ts';

const KEY_BYTES = 32;
const PASSPHRASE_BYTES_MIN = 12;
const PASSPHRASE_BYTES_MAX = 1024;
/**
 * The only parameters that are accepted: an archive with higher ones could exhaust the server's memory, and lower ones
 * would make guessing the passphrase cheap.
 */
const COST = { m: 32_768, t: 4, p: 1 } as const;

const wrappingKeys = createWrappingKeys(COST);

/** Seals the secrets of one archive; each secret is bound to its kind and name. */
export interface ArchiveKey {
  seal(kind: string, name: string, secret: string): string;
  /** Undefined when the secret was sealed for another kind or name, or was changed. */
  open(kind: string, name: string, sealed: string): string | undefined;
}

export interface NewArchiveKey {
  readonly archiveId: string;
  readonly source: string;
  readonly masterKey: Uint8Array;
  readonly passphrase: string | undefined;
}

/** Wrapped for one way of opening: passphrase, else this server, whose wrap is bound to the source project. */
export async function createArchiveKey({ archiveId, source, masterKey, passphrase }: NewArchiveKey): Promise<{
  readonly key: ArchiveKey;
  readonly wrapped: readonly WrappedKey[];
}> {
  const bytes = randomBytes(KEY_BYTES);
  const text = bytes.toString('base64');
  const key = archiveKey(archiveId, bytes);
  if (passphrase === undefined) {
    const sealed = seal(masterKey, serverContext(archiveId, source), text);
    return { key, wrapped: [{ by: 'server', project: source, sealed }] };
  }
  const { salt, key: wrapping } = await wrappingKeys.forNewArchive(passphrase);
  const sealed = seal(wrapping, passphraseContext(archiveId), text);
  return {
    key,
    wrapped: [{ by: 'passphrase', algorithm: 'argon2id', ...COST, salt: salt.toString('base64'), sealed }],
  };
}

export interface ArchiveOpening {
  readonly masterKey: Uint8Array;
  readonly passphrase: string | undefined;
  /** Whether the caller may read secrets of the project with this store. `source` is undefined when the archive does not prove it. */
  readonly mayOpen: (source: string | undefined) => Promise<boolean>;
}

export type OpenedArchive =
  | { readonly kind: 'open'; readonly key: ArchiveKey }
  /** Made with a passphrase, and the caller gave none. */
  | { readonly kind: 'passphrase_missing' }
  /** Made by another server, or with a master key that this server does not have. */
  | { readonly kind: 'foreign' }
  /** This server could open it, but this caller may not read its secrets. */
  | { readonly kind: 'not_allowed' };

/** Opens the key of an archive. An archive with a passphrase is opened only by the passphrase. Throws `wrong_passphrase`. */
export async function openArchiveKey(
  { archive_id: archiveId, key: { wrapped } }: Pick<Manifest, 'archive_id' | 'key'>,
  { masterKey, passphrase, mayOpen }: ArchiveOpening,
): Promise<OpenedArchive> {
  const byPassphrase = wrapped.filter((one) => one.by === 'passphrase');
  if (byPassphrase.length > 0) {
    if (passphrase === undefined) return { kind: 'passphrase_missing' };
    for (const one of byPassphrase) {
      const key = keyFrom(
        archiveId,
        openSealed(await wrappingKeys.of(passphrase, saltOf(one)), passphraseContext(archiveId), one.sealed),
      );
      if (key !== undefined) return { kind: 'open', key };
    }
    throw new ServiceError('wrong_passphrase', 'The passphrase does not match this archive.');
  }
  for (const one of wrapped) {
    if (one.by !== 'server') continue;
    const key = keyFrom(archiveId, openSealed(masterKey, serverContext(archiveId, one.project), one.sealed));
    if (key !== undefined) return (await mayOpen(one.project)) ? { kind: 'open', key } : { kind: 'not_allowed' };
  }
  return { kind: 'foreign' };
}

/** Throws `validation_failed` when the passphrase is too short to be safe, or too long. */
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
  throw new DamagedArchive('manifest.json', 'record', 'The passphrase uses an unsupported key derivation.');
}

function keyFrom(archiveId: string, opened: string | undefined): ArchiveKey | undefined {
  const bytes = Buffer.from(opened ?? '', 'base64');
  return bytes.byteLength === KEY_BYTES ? archiveKey(archiveId, bytes) : undefined;
}

/** Archives of earlier releases name no source. */
function serverContext(archiveId: string, source: string | undefined): string {
  const context = `archive ${archiveId} key by server`;
  return source === undefined ? context : `${context} for ${source}`;
}

function passphraseContext(archiveId: string): string {
  return `archive ${archiveId} key by passphrase`;
}
