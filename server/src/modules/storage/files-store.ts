import type { Database, Dialect, PlainStep, Row, StoreName, Value } from '../../database/index.ts';
import { afterPrefix } from '../../database/sql/index.ts';
import type { Visibility } from './files-table.ts';

export interface StoredFile {
  /** Also the id of the blob that holds the bytes. */
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly size: number;
  readonly mimeType: string;
  readonly visibility: Visibility;
  readonly checksumSha256: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly ownerId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Part of every signed link: changing it ends all links. */
  readonly linkVersion: number;
}

export interface StorageUsage {
  readonly files: number;
  readonly bytes: number;
}

export interface StorageQuota {
  readonly filesMax: number;
  readonly bytesMax: number;
}

/** Name of the step that fails when the quota would be exceeded. */
export const QUOTA_STEP = 'storage_quota';
/** Name of the step that fails when a file that should be deleted still exists. */
export const DELETED_STEP = 'files_deleted';

export type FilesStore = ReturnType<typeof createFilesStore>;

/** SQL on files that bypasses the rules. Use it only after access has been decided. */
export function createFilesStore(database: Database) {
  return { ...queries(database), ...steps(database) };
}

function queries(database: Database) {
  const { dialect } = database;
  const files = dialect.table('_files');
  const usage = dialect.table('_storage_usage');
  const place = dialect.placeholder;
  const time = (column: string): string => `${dialect.jsonValue(`"${column}"`, 'timestamp')} AS "${column}"`;
  return {
    /** Does not check whether the caller may see the file. */
    async find(store: StoreName, id: string): Promise<StoredFile | undefined> {
      const [row] = await database.query(store, {
        text: `SELECT "id", "name", "path", "size", "mime_type", "visibility", "checksum_sha256", "width", "height", "owner_id",
          ${time('created_at')}, ${time('updated_at')}, "link_version" FROM ${files} WHERE "id" = ${dialect.value(1, 'uuid')}`,
        values: [id],
      });
      return row === undefined ? undefined : readFile(row);
    },

    async checksums(store: StoreName, afterId: string, limit: number) {
      const rows = await database.query(store, {
        text: `SELECT "id", "size", "checksum_sha256" FROM ${files} WHERE "id" > ${dialect.value(1, 'uuid')} ORDER BY "id"
          LIMIT ${place(2)}`,
        values: [afterId, limit],
      });
      return rows.map((row) => ({
        id: String(row['id']),
        size: Number(row['size']),
        hashedBytes: Number(row['size']),
        sha256: String(row['checksum_sha256']),
      }));
    },

    /** The folders directly below a prefix, sorted by name, each with the totals of everything in it at any depth. */
    async folders(store: StoreName, prefix: string, page: { readonly limit: number; readonly offset: number }) {
      const rest = `substr("path", ${[...prefix].length + 1})`;
      const end = afterPrefix(prefix);
      const bound = (at: number): string => dialect.textValue(dialect.value(at, 'text'));
      const where = `WHERE "path" >= ${bound(1)}${end === undefined ? '' : ` AND "path" < ${bound(2)}`}`;
      const slash = dialect.position(rest, `'/'`);
      const groups = `SELECT substr(${rest}, 1, ${slash}) AS folder, count(*) AS files, sum("size") AS bytes
        FROM ${files} ${where} AND ${slash} > 0 GROUP BY substr(${rest}, 1, ${slash})`;
      const values = end === undefined ? [prefix] : [prefix, end];
      const [rows, [all]] = await Promise.all([
        database.query(store, {
          text: `${groups} ORDER BY 1 LIMIT ${Number(page.limit)} OFFSET ${Number(page.offset)}`,
          values,
        }),
        database.query(store, { text: `SELECT count(*) AS folders FROM (${groups}) AS g`, values }),
      ]);
      return {
        folders: rows.map(({ folder, files: number, bytes }) => ({
          path: prefix + String(folder),
          files: Number(number),
          bytes: Number(bytes),
        })),
        count: Number(all?.['folders'] ?? 0),
      };
    },

    async existing(store: StoreName, ids: readonly string[]): Promise<readonly string[]> {
      const { where, values } = among(dialect, ids);
      const rows = await database.query(store, { text: `SELECT "id" FROM ${files} WHERE ${where}`, values });
      return rows.map(({ id }) => String(id));
    },

    async usage(store: StoreName): Promise<StorageUsage> {
      const [row] = await database.query(store, { text: `SELECT files, bytes FROM ${usage}`, values: [] });
      return { files: Number(row?.['files'] ?? 0), bytes: Number(row?.['bytes'] ?? 0) };
    },
  };
}

function steps(database: Database) {
  const { dialect } = database;
  const files = dialect.table('_files');
  const usage = dialect.table('_storage_usage');
  const place = dialect.placeholder;
  return {
    /** For a store that is loaded as a whole. */
    setUsageStep: ({ files: count, bytes }: StorageUsage): PlainStep =>
      plain(`UPDATE ${usage} SET files = ${place(1)}, bytes = ${place(2)}`, [count, bytes]),

    /** Fails as `QUOTA_STEP`. Must be the first step, so that changes of the usage queue behind each other. */
    addUsageStep({ files: count, bytes }: StorageUsage, { filesMax, bytesMax }: StorageQuota): PlainStep {
      const text = `UPDATE ${usage} SET files = files + ${place(1)}, bytes = bytes + ${place(2)}
        WHERE files <= ${place(3)} AND bytes <= ${place(4)}`;
      return { ...plain(text, [count, bytes, filesMax - count, bytesMax - bytes]), atLeast: 1, name: QUOTA_STEP };
    },

    /** Locks the usage before summing, so a file that another transaction deleted is not subtracted twice. */
    subtractUsageSteps(ids: readonly string[]): readonly PlainStep[] {
      const { where, values } = among(dialect, ids);
      const text = `UPDATE ${usage} AS kept SET files = kept.files - gone.files, bytes = kept.bytes - gone.bytes
        FROM (SELECT count(*) AS files, coalesce(sum("size"), 0) AS bytes FROM ${files} WHERE ${where}) AS gone`;
      return [plain(`UPDATE ${usage} SET files = files`), plain(text, values)];
    },

    /** Fails as `DELETED_STEP` when one of the files still exists. */
    deletedStep(ids: readonly string[]): PlainStep {
      const { where, values } = among(dialect, ids);
      return {
        ...plain(`SELECT 1 AS found FROM ${files} WHERE ${where} LIMIT 1`, values),
        atMost: 0,
        name: DELETED_STEP,
      };
    },

    endLinksStep(id: string): PlainStep {
      const text = `UPDATE ${files} SET link_version = link_version + 1 WHERE "id" = ${dialect.value(1, 'uuid')}`;
      return plain(text, [id]);
    },
  };
}

function readFile(row: Row): StoredFile {
  const text = (name: string): string => String(row[name]);
  const number = (name: string): number | null => (row[name] === null ? null : Number(row[name]));
  return {
    id: text('id'),
    name: text('name'),
    path: text('path'),
    size: Number(row['size']),
    mimeType: text('mime_type'),
    visibility: text('visibility') as Visibility,
    checksumSha256: text('checksum_sha256'),
    width: number('width'),
    height: number('height'),
    ownerId: row['owner_id'] === null ? null : text('owner_id'),
    createdAt: text('created_at'),
    updatedAt: text('updated_at'),
    linkVersion: Number(row['link_version']),
  };
}

function plain(text: string, values: readonly Value[] = []): PlainStep {
  return { kind: 'plain', statement: { text, values } };
}

function among(dialect: Dialect, ids: readonly string[]) {
  return { where: dialect.inList('"id"', 1, 'uuid'), values: [dialect.listValue(ids)] };
}
