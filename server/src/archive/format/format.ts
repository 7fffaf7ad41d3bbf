export const ARCHIVE_EXTENSION = '.service.tar';
export const ARCHIVE_TYPE = 'application/x-tar';

export const FORMAT = 'service-archive';
export const FORMAT_VERSION = 1;

export const PART_BYTES_MAX = 64 * 1024 * 1024;
export const LINE_BYTES_MAX = 4 * 1024 * 1024;
/** The limit for entries that are read as a whole: manifest, schema and settings. */
export const DOCUMENT_BYTES_MAX = 16 * 1024 * 1024;

/** The folders of parts in archive order. Only `rows` has subfolders, one per table. */
export const FOLDERS = [
  'rows',
  'users',
  'functions',
  'secrets',
  'webhooks',
  'messages',
  'deployments',
  'integrations',
  'payments',
  'files',
] as const;
export type Folder = (typeof FOLDERS)[number];

/** Parts of an archive that its maker may leave out. `data` is everything that users of the app have made. */
export const EXCLUDABLE = ['data', 'files', 'messages', 'deployments'] as const;
export type Excludable = (typeof EXCLUDABLE)[number];

const DATA_FOLDERS: readonly Folder[] = ['rows', 'users', 'messages', 'payments', 'files'];

export function isExcludedFolder(folder: Folder, excluded: readonly Excludable[]): boolean {
  if (excluded.includes('data') && DATA_FOLDERS.includes(folder)) return true;
  return excluded.some((name) => name === folder);
}

export interface ArchivePart {
  /** `rows/<table>/00001.ndjson.gz`, `users/00001.ndjson.gz` …; also `schema.json` and `settings.json`. */
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly unpacked_bytes: number;
  readonly records: number;
}

export interface ArchiveCounts {
  readonly tables: number;
  readonly rows: number;
  readonly users: number;
  readonly files: number;
  readonly file_bytes: number;
  readonly functions: number;
  readonly secrets: number;
  readonly webhooks: number;
  readonly messages: number;
  readonly deployments: number;
}

export type WrappedKey =
  /** `project`: the store of the source project; absent in archives of earlier releases. */
  | { readonly by: 'server'; readonly project?: string; readonly sealed: string }
  | {
      readonly by: 'passphrase';
      readonly algorithm: 'argon2id';
      readonly m: number;
      readonly t: number;
      readonly p: number;
      /** 16 bytes in base64. */
      readonly salt: string;
      readonly sealed: string;
    };

export interface Manifest {
  readonly format: typeof FORMAT;
  readonly format_version: typeof FORMAT_VERSION;
  readonly service_version: string;
  readonly archive_id: string;
  readonly created_at: string;
  readonly project: { readonly id: string; readonly name: string; readonly public_key: string };
  readonly counts: ArchiveCounts;
  readonly key: { readonly wrapped: readonly WrappedKey[] };
  readonly excluded: readonly Excludable[];
  readonly parts: readonly ArchivePart[];
}

/** The last entry: the first entry's hash, and the number of entries including this one. */
export interface ArchiveEnd {
  readonly manifest_sha256: string;
  readonly entries: number;
}

export interface PartName {
  readonly folder: Folder;
  readonly table: string | undefined;
  readonly number: number;
}

const WORDS = FOLDERS.filter((folder) => folder !== 'rows').join('|');
const PART = new RegExp(`^(rows/[a-z][a-z0-9_]{0,62}|${WORDS})/(\\d{5})\\.ndjson\\.gz$`);

export function partName(folder: Folder, number: number, table?: string): string {
  const path = table === undefined ? folder : `${folder}/${table}`;
  return `${path}/${String(number).padStart(5, '0')}.ndjson.gz`;
}

export function readPartName(name: string): PartName | undefined {
  const [, path = '', digits = ''] = PART.exec(name) ?? [];
  const [word, table] = path.split('/');
  const folder = FOLDERS.find((known) => known === word);
  return folder === undefined ? undefined : { folder, table, number: Number(digits) };
}
