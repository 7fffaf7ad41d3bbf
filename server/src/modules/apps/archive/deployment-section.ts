import { type Static, Type } from 'typebox';
import { type ArchiveBlob, UnfitRecord } from '../../../archive/format/index.ts';
import {
  type ArchiveSection,
  createRecordReader,
  type Loading,
  type SectionLoad,
  type SectionSaving,
  storingRecords,
  timeOf,
  uuidOf,
} from '../../../archive/sections/index.ts';
import type { BlobKey } from '../../../blobs/index.ts';
import type { Snapshot, StoreName } from '../../../database/index.ts';
import { createSqlBuilder, plainStep, statementOf } from '../../../database/index.ts';
import { inPieces } from '../../../platform/in-pieces.ts';
import { isMimeType } from '../../../platform/mime-type.ts';
import type { AppsContext } from '../apps-context.ts';
import type { DeploymentTables } from '../deployments-store.ts';
import { isSitePath } from '../publish/entry-path.ts';
import { storeContent } from '../publish/store-contents.ts';
import { ENTRIES_MAX, FILES_BYTES_MAX } from '../publish/walk-archive.ts';

const FILES_IN_RECORD_MAX = 2000;
const ROWS_AT_ONCE = 200;

const file = Type.Object({
  path: Type.String({ maxLength: 1024 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  size: Type.Integer({ minimum: 0 }),
  mime_type: Type.String({ maxLength: 255 }),
});
const names = Type.Array(Type.String({ maxLength: 100 }), { maxItems: 500 });
const deploymentRecord = Type.Object({
  id: Type.String(),
  number: Type.Integer({ minimum: 1 }),
  active: Type.Boolean(),
  size_bytes: Type.Integer({ minimum: 0 }),
  functions: names,
  webhooks: names,
  created_at: Type.String(),
  versions: Type.Array(
    Type.Object({
      function: Type.String({ maxLength: 100 }),
      version: Type.Integer({ minimum: 1 }),
      options: Type.Object({}, { additionalProperties: true }),
    }),
    { maxItems: 500 },
  ),
  files: Type.Array(file),
});
/** Continues the file list of the named deployment. */
const filesRecord = Type.Object({ continues: Type.String(), files: Type.Array(file) });

type DeploymentRecord = Static<typeof deploymentRecord>;

export interface SavedContent {
  readonly sha256: string;
  readonly size: number;
  readonly key: BlobKey;
}

export interface DeploymentSection extends ArchiveSection {
  contents(store: StoreName, snapshot: Snapshot): AsyncIterable<SavedContent>;
  takeContent(loading: Loading, blob: ArchiveBlob, bytes: AsyncIterable<Uint8Array>): Promise<void>;
}

export function createDeploymentSection(context: AppsContext): DeploymentSection {
  return {
    folder: 'deployments',
    save: (saving) => saveDeployments(context, saving),
    openLoad: (loading) => openLoad(context, loading),
    contents: (store, snapshot) => contentsOf(context, store, snapshot),
    async takeContent({ project: { store } }, { sha256, size }, bytes) {
      const mimeType = await context.deploymentsStore.typeOf(store, sha256);
      const content = await storeContent(context, store, { hash: sha256, size, mimeType, bytes });
      await context.database.load(store, context.deploymentsStore.insertContentSteps([content]));
      context.blobs.confirm({ group: store, id: content.blobId });
    },
  };
}

async function saveDeployments({ database }: AppsContext, { snapshot, record }: SectionSaving): Promise<void> {
  const db = createSqlBuilder<DeploymentTables>(database);
  const [state] = await snapshot.query(statementOf(db.selectFrom('_app_state').select('deployment_id')));
  const deployments = await snapshot.query(
    statementOf(db.selectFrom('_app_deployments').selectAll().orderBy('number')),
  );
  for (const row of deployments) {
    const id = String(row['id']);
    const head = {
      id,
      number: Number(row['number']),
      active: state?.['deployment_id'] === row['id'],
      size_bytes: Number(row['size_bytes']),
      functions: JSON.parse(String(row['functions'])) as string[],
      webhooks: JSON.parse(String(row['webhooks'])) as string[],
      created_at: String(row['created_at']),
      versions: await versionsOf(db, snapshot, id),
    };
    let isFirst = true;
    const write = async (files: readonly object[]): Promise<void> => {
      await record(isFirst ? { ...head, files } : { continues: id, files });
      isFirst = false;
    };
    const files = db
      .selectFrom('_app_files')
      .innerJoin('_app_contents', '_app_contents.hash', '_app_files.hash')
      .select(['path', '_app_contents.hash as sha256', 'size', 'mime_type'])
      .where('deployment_id', '=', id)
      .orderBy('path');
    const portion: object[] = [];
    for await (const page of snapshot.rows(statementOf(files))) {
      for (const each of page) {
        portion.push({ ...each, size: Number(each['size']) });
        if (portion.length === FILES_IN_RECORD_MAX) await write(portion.splice(0));
      }
    }
    if (isFirst || portion.length > 0) await write(portion);
  }
}

async function versionsOf(
  db: ReturnType<typeof createSqlBuilder<DeploymentTables>>,
  snapshot: Snapshot,
  id: string,
): Promise<readonly object[]> {
  const query = db
    .selectFrom('_function_deployments')
    .innerJoin('_function_versions', '_function_versions.id', '_function_deployments.version_id')
    .select(['_function_deployments.function', '_function_versions.number', 'options'])
    .where('deployment_id', '=', id)
    .orderBy('_function_deployments.function');
  return (await snapshot.query(statementOf(query))).map((row) => ({
    function: row['function'],
    version: Number(row['number']),
    options: JSON.parse(String(row['options'])) as object,
  }));
}

async function* contentsOf(
  { database }: AppsContext,
  store: StoreName,
  snapshot: Snapshot,
): AsyncGenerator<SavedContent> {
  const db = createSqlBuilder<DeploymentTables>(database);
  const query = db
    .selectFrom('_app_contents')
    .select(['hash', 'size', 'blob_id'])
    .where('hash', 'in', db.selectFrom('_app_files').select('hash'))
    .orderBy('hash');
  for await (const page of snapshot.rows(statementOf(query))) {
    for (const { hash, size, blob_id: id } of page) {
      yield { sha256: String(hash), size: Number(size), key: { group: store, id: String(id) } };
    }
  }
}

function openLoad({ database, deploymentsStore }: AppsContext, { project: { store } }: Loading): SectionLoad {
  const db = createSqlBuilder<DeploymentTables>(database);
  const readHead = createRecordReader(deploymentRecord);
  const readFiles = createRecordReader(filesRecord);
  let newest = 0;
  let active: string | undefined;
  let current = '';
  const filesOf = new Map<string, number>();
  let currentBytes = 0;

  const insertFiles = async (id: string, files: DeploymentRecord['files']): Promise<void> => {
    for (const { path, mime_type: mimeType } of files) {
      if (!isSitePath(path))
        throw new UnfitRecord('A file of a deployment has a path that no published file may have.');
      if (!isMimeType(mimeType)) throw new UnfitRecord('A file of a deployment has an invalid `mime_type`.');
    }
    filesOf.set(id, (filesOf.get(id) ?? 0) + files.length);
    currentBytes += files.reduce((sum, { size }) => sum + size, 0);
    if ((filesOf.get(id) ?? 0) > ENTRIES_MAX || currentBytes > FILES_BYTES_MAX)
      throw new UnfitRecord('A deployment has more files, or more bytes, than may be published.');
    const rows = files.map(({ path, sha256, mime_type: mimeType }) => ({ path, hash: sha256, mimeType }));
    for (const piece of inPieces(rows, ROWS_AT_ONCE)) {
      await storingRecords(() => database.load(store, deploymentsStore.insertFileSteps(id, piece)));
    }
  };

  const insertHead = async (record: DeploymentRecord): Promise<void> => {
    const { number, functions, webhooks } = record;
    const id = uuidOf(record.id);
    current = id;
    currentBytes = 0;
    newest = Math.max(newest, number);
    if (record.active) active = id;
    const deployment = {
      id,
      number,
      files: 0,
      sizeBytes: record.size_bytes,
      functions,
      webhooks,
      createdAt: timeOf(record.created_at),
    };
    await storingRecords(() => database.load(store, [deploymentsStore.insertStep(deployment)]));
    for (const { function: name, version, options } of record.versions) {
      const [found] = await database.query(
        store,
        statementOf(
          db.selectFrom('_function_versions').select('id').where('function', '=', name).where('number', '=', version),
        ),
      );
      // A version that no longer builds cannot be rolled back to.
      if (found === undefined) continue;
      const row = {
        deployment_id: id,
        function: name,
        version_id: String(found['id']),
        options: JSON.stringify(options),
      };
      await storingRecords(() => database.load(store, [plainStep(db.insertInto('_function_deployments').values(row))]));
    }
    await insertFiles(id, record.files);
  };

  return {
    async take(records) {
      for (const record of records) {
        if (record['continues'] === undefined) await insertHead(readHead(record));
        else {
          const { continues, files } = readFiles(record);
          if (continues !== current) throw new UnfitRecord('The files of a deployment are out of order.');
          await insertFiles(current, files);
        }
      }
    },
    async end() {
      const state = { last_number: newest, ...(active !== undefined && { deployment_id: active }) };
      await database.load(store, [
        ...[...filesOf].map(([id, files]) => deploymentsStore.setFilesStep(id, files)),
        plainStep(db.updateTable('_app_state').set(state)),
      ]);
    },
  };
}
