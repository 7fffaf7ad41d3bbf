import type { Database, PlainStep, Row, StoreName } from '../../../database/index.ts';
import { createSqlBuilder, fetchRows, plainStep, statementOf } from '../../../database/index.ts';
import { type FunctionDefinition, TRIGGERS } from './function-definition.ts';

interface FunctionRow {
  name: string;
  kind: string;
  access: string;
  schedule: string | null;
  timezone: string;
  timeout_ms: number | null;
  retries: number;
  description: string | null;
  enabled: number;
  origin: string;
  version_id: string;
  version: number;
  revision: number;
  next_run_at: string | null;
  created_at: string;
  updated_at: string;
  deployed_at: string;
}

export type FunctionsStore = ReturnType<typeof createFunctionsStore>;

export function createFunctionsStore(database: Database) {
  const db = createSqlBuilder<{
    _functions: FunctionRow;
    _function_versions: { id: string; function: string; number: number; module: string };
  }>(database);

  return {
    async all(store: StoreName): Promise<FunctionDefinition[]> {
      const rows = await fetchRows(database, db.selectFrom('_functions').selectAll().orderBy('name'), store);
      return rows.map(definitionOf);
    },

    allStatement: statementOf(db.selectFrom('_functions').selectAll().orderBy('name')),
    read: (rows: readonly Row[]): FunctionDefinition[] =>
      (rows as readonly unknown[] as readonly FunctionRow[]).map(definitionOf),

    /** The active modules, by function name. */
    async modules(store: StoreName): Promise<ReadonlyMap<string, { versionId: string; module: string }>> {
      const query = db
        .selectFrom('_functions')
        .innerJoin('_function_versions', '_function_versions.id', '_functions.version_id')
        .select(['_functions.name', '_function_versions.id', '_function_versions.module']);
      const rows = await fetchRows(database, query, store);
      return new Map(rows.map(({ name, id, module }) => [name, { versionId: id, module }]));
    },

    async hasAny(store: StoreName): Promise<boolean> {
      const rows = await fetchRows(database, db.selectFrom('_functions').select('name').limit(1), store);
      return rows.length > 0;
    },

    async deployed(store: StoreName): Promise<readonly string[]> {
      const query = db.selectFrom('_functions').select('name').where('origin', '=', 'deployment').orderBy('name');
      return (await fetchRows(database, query, store)).map(({ name }) => name);
    },

    async find(
      store: StoreName,
      name: string,
    ): Promise<{ definition: FunctionDefinition | undefined; newest: number }> {
      const [[row], [newest]] = await Promise.all([
        fetchRows(database, db.selectFrom('_functions').selectAll().where('name', '=', name), store),
        fetchRows(
          database,
          db
            .selectFrom('_function_versions')
            .select((eb) => eb.fn.max('number').as('number'))
            .where('function', '=', name),
          store,
        ),
      ]);
      return { definition: row && definitionOf(row), newest: Number(newest?.number ?? 0) };
    },

    /** Fails with `NotApplied` or a unique violation when the function has changed since `before` was read. */
    saveStep(before: FunctionDefinition | undefined, after: FunctionDefinition): PlainStep {
      const row = rowOf(after);
      if (before === undefined) return plainStep(db.insertInto('_functions').values(row));
      const update = db
        .updateTable('_functions')
        .set(row)
        .where('name', '=', after.name)
        .where('revision', '=', before.revision);
      return plainStep(update, { atLeast: 1, name: 'function' });
    },

    deleteStep: (name: string): PlainStep =>
      plainStep(db.deleteFrom('_functions').where('name', '=', name), { atLeast: 1, name: 'function' }),
  };
}

function definitionOf(row: FunctionRow): FunctionDefinition {
  return {
    name: row.name,
    trigger: TRIGGERS.find((known) => known === row.kind) ?? 'http',
    access: row.access,
    schedule: row.schedule,
    timezone: row.timezone,
    timeoutMs: row.timeout_ms === null ? null : Number(row.timeout_ms),
    retries: Number(row.retries),
    description: row.description,
    enabled: Number(row.enabled) === 1,
    origin: row.origin === 'deployment' ? 'deployment' : 'api',
    versionId: row.version_id,
    version: Number(row.version),
    revision: Number(row.revision),
    nextRunAt: row.next_run_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deployedAt: row.deployed_at,
  };
}

function rowOf(definition: FunctionDefinition): FunctionRow {
  return {
    name: definition.name,
    kind: definition.trigger,
    access: definition.access,
    schedule: definition.schedule,
    timezone: definition.timezone,
    timeout_ms: definition.timeoutMs,
    retries: definition.retries,
    description: definition.description,
    enabled: definition.enabled ? 1 : 0,
    origin: definition.origin,
    version_id: definition.versionId,
    version: definition.version,
    revision: definition.revision,
    next_run_at: definition.nextRunAt,
    created_at: definition.createdAt,
    updated_at: definition.updatedAt,
    deployed_at: definition.deployedAt,
  };
}
