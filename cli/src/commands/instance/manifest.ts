import { failed } from '../../outcome/failure.ts';
import { collect, type Place, type SavedBytes } from './place.ts';

export const MANIFEST = 'instance.json';
export const CONTROL = 'control.ndjson';
const FORMAT = 'service-instance-backup';

export interface SavedProject extends SavedBytes {
  readonly id: string;
  readonly name: string;
  readonly file: string;
}

/** Written last: a backup without it is not whole. */
export interface InstanceManifest {
  readonly format: typeof FORMAT;
  readonly format_version: 1;
  readonly backup_id: string;
  readonly created_at: string;
  readonly service_version: string;
  readonly engine: string;
  /** Whether a passphrase opens its secrets, or only an installation with the same master key. */
  readonly has_passphrase: boolean;
  readonly control: SavedBytes & { readonly file: string };
  readonly projects: readonly SavedProject[];
}

export async function writeManifest(
  place: Place,
  facts: Omit<InstanceManifest, 'format' | 'format_version'>,
): Promise<void> {
  const manifest: InstanceManifest = { format: FORMAT, format_version: 1, ...facts };
  const bytes = Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`);
  await place.put(MANIFEST, { size: bytes.byteLength, bytes: piecesOf(bytes) });
}

export async function readManifest(place: Place): Promise<InstanceManifest> {
  const found = await place.get(MANIFEST);
  if (found === undefined)
    throw failed(`${place.shownName} has no ${MANIFEST}: it is no whole backup.`, 'invalid_archive');
  const text = (await collect(found.bytes)).toString('utf8');
  const manifest = parse(text);
  if (manifest?.format !== FORMAT || !Array.isArray(manifest.projects)) {
    throw failed(`${MANIFEST} does not describe a backup of an installation.`, 'invalid_archive');
  }
  if (manifest.format_version !== 1) throw failed('A newer release made this backup.', 'unsupported_archive');
  return manifest;
}

function parse(text: string): InstanceManifest | undefined {
  try {
    return JSON.parse(text) as InstanceManifest;
  } catch {
    return undefined;
  }
}

export async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
