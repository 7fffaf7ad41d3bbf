/** The file name of an archive ends with this. */
export const ARCHIVE_EXTENSION = '.service.tar';
export const ARCHIVE_TYPE = 'application/x-tar';

export const FORMAT = 'service-archive';
export const FORMAT_VERSION = 1;

/** Of one part, before it is compressed. */
export const PART_BYTES_MAX = 64 * 1024 * 1024;
/** Of one record, with its line break. */
export const LINE_BYTES_MAX = 4 * 1024 * 1024;
/** Of the entries that are read whole: manifest, schema and settings. */
export const DOCUMENT_BYTES_MAX = 16 * 1024 * 1024;

/** The folders of parts in the order in which they stand. Only `rows` has folders inside, one for each table. */
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

/** Contents that an archive may leave out. */
export const EXCLUDABLE = ['files', 'messages', 'deployments'] as const;
export type Excludable = (typeof EXCLUDABLE)[number];

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

/** The key of the archive's secrets, sealed by the key of a server or by one derived from a passphrase. */
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
  /** The moment all of it is of. */
  readonly created_at: string;
  readonly project: { readonly id: string; readonly name: string; readonly public_key: string };
  readonly counts: ArchiveCounts;
  readonly key: { readonly wrapped: readonly WrappedKey[] };
  readonly excluded: readonly Excludable[];
  readonly parts: readonly ArchivePart[];
}

/** The last entry: what vouches for the first, and how many entries there are with this one. */
export interface ArchiveEnd {
  readonly manifest_sha256: string;
  readonly entries: number;
}

export interface PartName {
  readonly folder: Folder;
  /** Of parts of rows. */
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
