import { sql } from 'kysely';
import type { Database, PlainStep, StoreName } from '../../../database/index.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../../../database/index.ts';

interface VersionRow {
  id: string;
  function: string;
  number: number;
  size_bytes: number;
  created_at: string;
  files: string;
  module: string;
  source_map: string;
}

export interface FunctionVersion {
  readonly id: string;
  readonly number: number;
  readonly createdAt: string;
  readonly files: Readonly<Record<string, string>>;
  readonly module: string;
  readonly sourceMap: string;
}

export interface VersionSummary {
  readonly id: string;
  readonly version: number;
  readonly size_bytes: number;
  readonly created_at: string;
}

export type VersionsStore = ReturnType<typeof createVersionsStore>;

export function createVersionsStore(database: Database) {
  const db = createSqlBuilder<{
    _function_versions: VersionRow;
    _functions: { name: string };
    _function_deployments: { version_id: string };
  }>(database);
  /** Versions of the app's deployments are kept, so that each deployment can be restored. */
  const deployed = db.selectFrom('_function_deployments').select('version_id');
  const versionsOf = (name: string) => db.selectFrom('_function_versions').where('function', '=', name);

  return {
    async sourceMap(store: StoreName, versionId: string): Promise<string | undefined> {
      const query = db.selectFrom('_function_versions').select('source_map').where('id', '=', versionId);
      return (await fetchRows(database, query, store))[0]?.source_map;
    },

    async find(store: StoreName, name: string, number: number): Promise<FunctionVersion | undefined> {
      const [row] = await fetchRows(database, versionsOf(name).selectAll().where('number', '=', number), store);
      return row && versionOf(row);
    },

    async list(store: StoreName, name: string): Promise<readonly VersionSummary[]> {
      const query = versionsOf(name).select(['id', 'number', 'size_bytes', 'created_at']).orderBy('number', 'desc');
      return (await fetchRows(database, query, store)).map(({ id, number, size_bytes, created_at }) => ({
        id,
        version: Number(number),
        size_bytes: Number(size_bytes),
        created_at,
      }));
    },

    async get(store: StoreName, id: string): Promise<FunctionVersion | undefined> {
      const query = db.selectFrom('_function_versions').selectAll().where('id', '=', id);
      return (await fetchRows(database, query, store)).map(versionOf)[0];
    },

    insertStep(name: string, version: FunctionVersion): PlainStep {
      const { id, number, createdAt, files, module, sourceMap } = version;
      const values = { id, function: name, number, created_at: createdAt, module, source_map: sourceMap };
      const size = Buffer.byteLength(module);
      return plainStep(
        db.insertInto('_function_versions').values({ ...values, size_bytes: size, files: JSON.stringify(files) }),
      );
    },

    /** Fails with `NotApplied` when the version is no longer kept. */
    requireStep: (id: string): PlainStep =>
      plainStep(db.selectFrom('_function_versions').select('id').where('id', '=', id), { atLeast: 1, name: 'version' }),

    /** Keeps the newest `kept` versions, the active one and those that app deployments use. */
    pruneStep(name: string, kept: number, activeId: string): PlainStep {
      const newest = versionsOf(name).select('number').orderBy('number', 'desc').limit(1).offset(kept);
      return plainStep(
        db
          .deleteFrom('_function_versions')
          .where('function', '=', name)
          .where('id', '!=', activeId)
          .where('id', 'not in', deployed)
          .where('number', '<=', sql<number>`coalesce((${newest}), 0)`),
      );
    },

    deleteUnusedStep: (): PlainStep =>
      plainStep(
        db
          .deleteFrom('_function_versions')
          .where('function', 'not in', db.selectFrom('_functions').select('name'))
          .where('id', 'not in', deployed),
      ),

    deleteAllStep: (name: string): PlainStep =>
      plainStep(db.deleteFrom('_function_versions').where('function', '=', name).where('id', 'not in', deployed)),
  };
}

function versionOf({ id, number, created_at, files, module, source_map }: VersionRow): FunctionVersion {
  const parsed = JSON.parse(files) as Record<string, string>;
  return { id, number: Number(number), createdAt: created_at, files: parsed, module, sourceMap: source_map };
}
