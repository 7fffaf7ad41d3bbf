import { DamagedArchive, UnsupportedArchive } from './damage.ts';
import {
  type ArchiveCounts,
  type ArchiveEnd,
  type ArchivePart,
  EXCLUDABLE,
  FOLDERS,
  FORMAT,
  FORMAT_VERSION,
  type Manifest,
  PART_BYTES_MAX,
  type PartName,
  readPartName,
  type WrappedKey,
} from './format.ts';

const COUNTS: readonly (keyof ArchiveCounts)[] = [
  'tables',
  'rows',
  'users',
  'files',
  'file_bytes',
  'functions',
  'secrets',
  'webhooks',
  'messages',
  'deployments',
];
const SHA256 = /^[0-9a-f]{64}$/;
const TEXT_MAX = 1000;
const WRAPPED_MAX = 10;
export const DOCUMENTS = ['schema.json', 'settings.json'] as const;

/** Parses the manifest, against which all later entries are checked. Throws `DamagedArchive` and `UnsupportedArchive`. */
export function readManifest(bytes: Uint8Array): Manifest {
  const read = objectOf(parse(bytes), 'the manifest');
  if (read['format'] !== FORMAT) throw damaged('it is not the manifest of an archive');
  const version = read['format_version'];
  if (typeof version === 'number' && version > FORMAT_VERSION) throw new UnsupportedArchive(version);
  if (version !== FORMAT_VERSION) throw damaged('format_version is unknown');
  const project = objectOf(read['project'], 'project');
  const manifest: Manifest = {
    format: FORMAT,
    format_version: FORMAT_VERSION,
    service_version: textOf(read['service_version'], 'service_version'),
    archive_id: textOf(read['archive_id'], 'archive_id'),
    created_at: textOf(read['created_at'], 'created_at'),
    project: {
      id: textOf(project['id'], 'project.id'),
      name: textOf(project['name'], 'project.name'),
      public_key: textOf(project['public_key'], 'project.public_key'),
    },
    counts: countsOf(read['counts']),
    key: { wrapped: wrappedOf(read['key']) },
    excluded: listOf(read['excluded'] ?? [], 'excluded').flatMap((name) =>
      EXCLUDABLE.filter((known) => known === name),
    ),
    parts: partsOf(read['parts']),
  };
  if (Number.isNaN(Date.parse(manifest.created_at))) throw damaged('created_at is not a time');
  return manifest;
}

export function readEnd(bytes: Uint8Array): ArchiveEnd | undefined {
  try {
    const { manifest_sha256: sha256, entries } = JSON.parse(Buffer.from(bytes).toString('utf8')) as ArchiveEnd;
    return SHA256.test(sha256) && Number.isSafeInteger(entries) ? { manifest_sha256: sha256, entries } : undefined;
  } catch {
    return undefined;
  }
}

function countsOf(value: unknown): ArchiveCounts {
  const read = objectOf(value, 'counts');
  return Object.fromEntries(
    COUNTS.map((name) => [name, integerOf(read[name], `counts.${name}`)]),
  ) as unknown as ArchiveCounts;
}

function wrappedOf(value: unknown): WrappedKey[] {
  const wrapped = listOf(objectOf(value, 'key')['wrapped'], 'key.wrapped');
  if (wrapped.length > WRAPPED_MAX) throw damaged('key.wrapped is too long');
  return wrapped.map((one) => {
    const { by, sealed, project, algorithm, m, t, p, salt } = objectOf(one, 'key.wrapped');
    if (by === 'server') {
      const source = project === undefined ? {} : { project: textOf(project, 'key.wrapped.project') };
      return { by, ...source, sealed: textOf(sealed, 'key.wrapped.sealed') };
    }
    if (by !== 'passphrase' || algorithm !== 'argon2id') throw damaged('key.wrapped names an unknown method');
    const numbers = { m: integerOf(m, 'm'), t: integerOf(t, 't'), p: integerOf(p, 'p') };
    return { by, algorithm, ...numbers, salt: textOf(salt, 'salt'), sealed: textOf(sealed, 'key.wrapped.sealed') };
  });
}

function partsOf(value: unknown): ArchivePart[] {
  const parts = listOf(value, 'parts').map(partOf);
  let previous: PartName | undefined;
  for (const [index, { name }] of parts.entries()) {
    const document = DOCUMENTS[index];
    if (document !== undefined) {
      if (name !== document) throw damaged(`parts must begin with ${DOCUMENTS.join(' and ')}`);
      continue;
    }
    const part = readPartName(name);
    if (part === undefined || !isNext(previous, part)) throw damaged(`parts are out of order at ${name}`, 'order');
    previous = part;
  }
  if (parts.length < DOCUMENTS.length) throw damaged(`parts must begin with ${DOCUMENTS.join(' and ')}`);
  return parts;
}

function partOf(value: unknown): ArchivePart {
  const read = objectOf(value, 'parts');
  const name = textOf(read['name'], 'parts.name');
  const sha256 = textOf(read['sha256'], 'parts.sha256');
  if (!SHA256.test(sha256)) throw damaged('parts.sha256 is not a SHA-256');
  const unpacked = integerOf(read['unpacked_bytes'], 'parts.unpacked_bytes');
  if (unpacked > PART_BYTES_MAX) throw damaged(`${name} is larger than a part may be`, 'size');
  const bytes = integerOf(read['bytes'], 'parts.bytes');
  return { name, bytes, sha256, unpacked_bytes: unpacked, records: integerOf(read['records'], 'parts.records') };
}

function isNext(previous: PartName | undefined, next: PartName): boolean {
  const rank = ({ folder }: PartName): number => FOLDERS.indexOf(folder);
  const isSame = previous !== undefined && previous.folder === next.folder && previous.table === next.table;
  if (isSame) return next.number === previous.number + 1;
  if (next.number !== 1) return false;
  if (previous === undefined || rank(previous) < rank(next)) return true;
  return rank(previous) === rank(next) && (previous.table ?? '') < (next.table ?? '');
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw damaged('it is no JSON');
  }
}

function objectOf(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw damaged(`${name} is no object`);
}

function listOf(value: unknown, name: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw damaged(`${name} is no list`);
}

function textOf(value: unknown, name: string): string {
  if (typeof value === 'string' && value !== '' && value.length <= TEXT_MAX) return value;
  throw damaged(`${name} is no text`);
}

function integerOf(value: unknown, name: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw damaged(`${name} is no whole number`);
}

function damaged(problem: string, reason: 'record' | 'order' | 'size' = 'record'): DamagedArchive {
  return new DamagedArchive('manifest.json', reason, problem);
}
