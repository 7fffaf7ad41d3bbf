import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { openSealed, seal } from '../../platform/crypto.ts';
import { createSealer, DamagedObject, type Sealer } from './sealer.ts';

const FORMAT = 'service-instance-archive';
const FORMAT_VERSION = 1;
const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** The only parameters written and accepted, as for archives of projects. */
const COST = { m: 32_768, t: 4, p: 1 } as const;

const derive = promisify(argon2);

interface WrappedKey {
  readonly algorithm: 'argon2id';
  readonly m: number;
  readonly t: number;
  readonly p: number;
  readonly salt: string;
  readonly sealed: string;
}

/** Describes what a data directory has archived. Its own key lets two services share a place but no data. */
export interface Generation {
  readonly format: typeof FORMAT;
  readonly format_version: typeof FORMAT_VERSION;
  readonly id: string;
  readonly machine: string;
  readonly service_version: string;
  readonly created_at: string;
  /** `elsewhere`: files are in an object store. */
  readonly files: 'archived' | 'elsewhere';
  /** Null: the archive is not encrypted. */
  readonly key: WrappedKey | null;
}

export class WrongPassphrase extends Error {}

export interface NewGeneration {
  readonly machine: string;
  readonly version: string;
  readonly nowMs: number;
  readonly hasFiles: boolean;
  readonly passphrase: string | undefined;
}

/** Later generations have greater ids: the first digits after the second are its milliseconds, the others are random. */
function createId(nowMs: number): string {
  const milliseconds = (nowMs % 1000).toString(16).padStart(3, '0');
  const random = randomBytes(3).toString('hex').slice(1);
  return `${new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, '')}-${milliseconds}${random}`;
}

export async function createGeneration(options: NewGeneration): Promise<Generation> {
  const { machine, version, nowMs, hasFiles, passphrase } = options;
  const id = createId(nowMs);
  return {
    format: FORMAT,
    format_version: FORMAT_VERSION,
    id,
    machine,
    service_version: version,
    created_at: new Date(nowMs).toISOString(),
    files: hasFiles ? 'archived' : 'elsewhere',
    key: passphrase === undefined ? null : await wrap(id, randomBytes(KEY_BYTES), passphrase),
  };
}

/** Throws `DamagedObject` if it is not a generation, or one of a newer release. */
export function readGeneration(name: string, bytes: Uint8Array): Generation {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    throw new DamagedObject(name, 'it is not JSON');
  }
  if (isGeneration(parsed)) return parsed;
  const isNewer = Number(Object(parsed).format_version) > FORMAT_VERSION;
  throw new DamagedObject(name, isNewer ? 'a newer release made it' : 'it describes no generation of an archive');
}

/** By hand: TypeBox would be three quarters of the code of the archiver's thread. */
function isGeneration(value: unknown): value is Generation {
  const { format, format_version, id, machine, service_version, created_at, files, key } = Object(value);
  return (
    format === FORMAT &&
    format_version === FORMAT_VERSION &&
    [id, machine, service_version, created_at].every((text) => typeof text === 'string') &&
    ['archived', 'elsewhere'].includes(files) &&
    (key === null || isWrapped(key))
  );
}

function isWrapped(value: unknown): value is WrappedKey {
  const { algorithm, m, t, p, salt, sealed } = Object(value);
  const isKnown = algorithm === 'argon2id' && m === COST.m && t === COST.t && p === COST.p;
  return isKnown && typeof salt === 'string' && typeof sealed === 'string';
}

export async function openGeneration({ id, key }: Generation, passphrase: string | undefined): Promise<Sealer> {
  if (key === null) return createSealer(undefined);
  if (passphrase === undefined) throw new WrongPassphrase('The archive is encrypted; its passphrase is needed.');
  const bytes = openSealed(await keyOf(passphrase, Buffer.from(key.salt, 'base64')), contextOf(id), key.sealed);
  if (bytes === undefined) throw new WrongPassphrase('The passphrase does not match this archive.');
  return createSealer(Buffer.from(bytes, 'base64'));
}

async function wrap(id: string, bytes: Buffer, passphrase: string): Promise<Generation['key']> {
  const salt = randomBytes(SALT_BYTES);
  const sealed = seal(await keyOf(passphrase, salt), contextOf(id), bytes.toString('base64'));
  return { algorithm: 'argon2id', ...COST, salt: salt.toString('base64'), sealed };
}

async function keyOf(passphrase: string, salt: Uint8Array): Promise<Uint8Array> {
  const { m: memory, t: passes, p: parallelism } = COST;
  const message = Buffer.from(passphrase, 'utf8');
  return await derive('argon2id', { message, nonce: salt, memory, passes, parallelism, tagLength: KEY_BYTES });
}

function contextOf(id: string): string {
  return `instance archive ${id}`;
}
