import { type Kysely, sql } from 'kysely';
import type { Database, PlainStep, StoreName } from '../../database/index.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../../database/index.ts';
import type { Content } from './content.ts';
import type { Deployment } from './deployment.ts';

interface DeploymentRow {
  id: string;
  number: number;
  files: number;
  size_bytes: number;
  functions: string;
  webhooks: string;
  created_at: string;
}

interface ContentRow {
  hash: string;
  blob_id: string;
  size: number;
  br_size: number;
  gzip_size: number;
}

/** The tables of published apps and the tables they refer to. */
export interface DeploymentTables {
  _app_state: { id: number; deployment_id: string | null; last_number: number; revision: number };
  _app_deployments: DeploymentRow;
  _app_contents: ContentRow;
  _app_files: { deployment_id: string; path: string; hash: string; mime_type: string };
  _function_deployments: { deployment_id: string; function: string; version_id: string; options: string };
  _function_versions: { id: string; function: string; number: number };
}

export interface AppState {
  readonly deploymentId: string | undefined;
  readonly lastNumber: number;
  readonly revision: number;
}

export interface DeployedFile extends Content {
  readonly path: string;
  readonly mimeType: string;
}

/** Rows per statement: far below the engines' limit of bound parameters. */
const ROWS_AT_ONCE = 500;
/** Name of the step in `NotApplied` when another publish came first since the state was read. */
export const STATE_STEP = 'app';

export type DeploymentsStore = ReturnType<typeof createDeploymentsStore>;

export function createDeploymentsStore(database: Database) {
  const db = createSqlBuilder<DeploymentTables>(database);
  return { ...deployments(database, db), ...contents(database, db) };
}

function deployments(database: Database, db: Kysely<DeploymentTables>) {
  return {
    async state(store: StoreName): Promise<AppState> {
      const [row] = await fetchRows(database, db.selectFrom('_app_state').selectAll().where('id', '=', 1), store);
      return {
        deploymentId: row?.deployment_id ?? undefined,
        lastNumber: Number(row?.last_number ?? 0),
        revision: Number(row?.revision ?? 0),
      };
    },

    /** Must be the first step of every change. */
    stateStep({ revision }: AppState, change: { deployment_id?: string; last_number?: number }): PlainStep {
      const update = db
        .updateTable('_app_state')
        .set({ ...change, revision: revision + 1 })
        .where('revision', '=', revision);
      return plainStep(update, { atLeast: 1, name: STATE_STEP });
    },

    async list(store: StoreName): Promise<readonly Deployment[]> {
      const query = db.selectFrom('_app_deployments').selectAll().orderBy('number', 'desc');
      return (await fetchRows(database, query, store)).map(deploymentOf);
    },

    async find(store: StoreName, id: string): Promise<Deployment | undefined> {
      const query = db.selectFrom('_app_deployments').selectAll().where('id', '=', id);
      return (await fetchRows(database, query, store)).map(deploymentOf)[0];
    },

    insertStep({ sizeBytes, createdAt, functions, webhooks, ...deployment }: Deployment): PlainStep {
      const texts = { functions: JSON.stringify(functions), webhooks: JSON.stringify(webhooks) };
      const row = { ...deployment, ...texts, size_bytes: sizeBytes, created_at: createdAt };
      return plainStep(db.insertInto('_app_deployments').values(row));
    },

    async files(store: StoreName, deploymentId: string): Promise<readonly DeployedFile[]> {
      const query = db
        .selectFrom('_app_files')
        .innerJoin('_app_contents', '_app_contents.hash', '_app_files.hash')
        .select(['path', 'mime_type', '_app_contents.hash', 'blob_id', 'size', 'br_size', 'gzip_size'])
        .where('deployment_id', '=', deploymentId);
      const rows = await fetchRows(database, query, store);
      return rows.map((row) => ({ path: row.path, mimeType: row.mime_type, ...contentOf(row) }));
    },

    insertFileSteps: (
      deploymentId: string,
      files: readonly { path: string; hash: string; mimeType: string }[],
    ): readonly PlainStep[] =>
      inPieces(files, (piece) =>
        plainStep(
          db.insertInto('_app_files').values(
            piece.map(({ path, hash, mimeType }) => ({
              deployment_id: deploymentId,
              path,
              hash,
              mime_type: mimeType,
            })),
          ),
        ),
      ),

    setFilesStep: (id: string, files: number): PlainStep =>
      plainStep(db.updateTable('_app_deployments').set({ files }).where('id', '=', id)),
  };
}

function contents(database: Database, db: Kysely<DeploymentTables>) {
  return {
    /** MIME type of a file with these bytes. Files that share the bytes share the type, unless their names differ. */
    async typeOf(store: StoreName, hash: string): Promise<string> {
      const query = db.selectFrom('_app_files').select('mime_type').where('hash', '=', hash).orderBy('path').limit(1);
      return (await fetchRows(database, query, store))[0]?.mime_type ?? 'application/octet-stream';
    },

    async contents(store: StoreName, hashes: readonly string[]): Promise<ReadonlySet<string>> {
      const queries = inPieces(hashes, (piece) =>
        db.selectFrom('_app_contents').select('hash').where('hash', 'in', piece),
      );
      const known = new Set<string>();
      for (const query of queries) for (const { hash } of await fetchRows(database, query, store)) known.add(hash);
      return known;
    },

    insertContentSteps: (contents: readonly Content[]): readonly PlainStep[] =>
      inPieces(contents, (piece) => plainStep(db.insertInto('_app_contents').values(piece.map(contentRow)))),

    deleteSteps: (ids: readonly string[]): readonly PlainStep[] => [
      plainStep(db.deleteFrom('_app_files').where('deployment_id', 'in', ids)),
      plainStep(db.deleteFrom('_app_deployments').where('id', 'in', ids)),
    ],

    async unused(store: StoreName): Promise<readonly { readonly hash: string; readonly blobId: string }[]> {
      const query = db
        .selectFrom('_app_contents')
        .select(['hash', 'blob_id'])
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('_app_files').select(sql`1`.as('one')).whereRef('_app_files.hash', '=', '_app_contents.hash'),
            ),
          ),
        )
        .limit(ROWS_AT_ONCE);
      return (await fetchRows(database, query, store)).map(({ hash, blob_id }) => ({ hash, blobId: blob_id }));
    },

    deleteContentsStep: (hashes: readonly string[]): PlainStep =>
      plainStep(db.deleteFrom('_app_contents').where('hash', 'in', hashes)),

    /** Checksums of the blobs, ordered by blob id. The hash covers the original bytes, as they were published. */
    async checksums(store: StoreName, afterId: string, limit: number) {
      const query = db
        .selectFrom('_app_contents')
        .select(['blob_id', 'hash', 'size', 'br_size', 'gzip_size'])
        .where('blob_id', '>', afterId)
        .orderBy('blob_id')
        .limit(limit);
      return (await fetchRows(database, query, store)).map(({ blob_id, hash, size, br_size, gzip_size }) => ({
        id: blob_id,
        sha256: hash,
        hashedBytes: Number(size),
        size: Number(size) + Number(br_size) + Number(gzip_size),
      }));
    },

    async existingBlobs(store: StoreName, ids: readonly string[]): Promise<readonly string[]> {
      const query = db.selectFrom('_app_contents').select('blob_id').where('blob_id', 'in', ids);
      return (await fetchRows(database, query, store)).map(({ blob_id }) => blob_id);
    },
  };
}

function inPieces<Value, Made>(values: readonly Value[], make: (piece: readonly Value[]) => Made): readonly Made[] {
  const made: Made[] = [];
  for (let at = 0; at < values.length; at += ROWS_AT_ONCE) made.push(make(values.slice(at, at + ROWS_AT_ONCE)));
  return made;
}

function deploymentOf(row: DeploymentRow): Deployment {
  return {
    id: row.id,
    number: Number(row.number),
    files: Number(row.files),
    sizeBytes: Number(row.size_bytes),
    functions: JSON.parse(row.functions) as string[],
    webhooks: JSON.parse(row.webhooks) as string[],
    createdAt: row.created_at,
  };
}

function contentOf(row: ContentRow): Content {
  return {
    hash: row.hash,
    blobId: row.blob_id,
    size: Number(row.size),
    brSize: Number(row.br_size),
    gzipSize: Number(row.gzip_size),
  };
}

function contentRow({ hash, blobId, size, brSize, gzipSize }: Content): ContentRow {
  return { hash, blob_id: blobId, size, br_size: brSize, gzip_size: gzipSize };
}
