import type { ArchiveSection } from '../../../archive/sections/index.ts';
import { createSqlBuilder, statementOf } from '../../../database/index.ts';
import { openSealed } from '../../../platform/crypto.ts';
import type { FunctionDefinition } from '../definitions/function-definition.ts';
import { secretContext } from '../secrets/secrets.ts';
import { saveJobs } from './archived-jobs.ts';
import { portionsOf } from './function-record.ts';
import { type FunctionSectionContext, openFunctionLoad } from './load-functions.ts';

interface VersionRow {
  id: string;
  function: string;
  number: number;
  created_at: string;
  files: string;
}

/** A restore rebuilds modules from the sources. */
export function createFunctionSection(context: FunctionSectionContext): ArchiveSection {
  const { database, functionsStore, templatesStore, masterKey } = context;
  const db = createSqlBuilder<{
    _function_versions: VersionRow;
    _function_secrets: { name: string; sealed: string; updated_at: string };
  }>(database);
  const versions = db
    .selectFrom('_function_versions')
    .select(['id', 'function', 'number', 'created_at', 'files'])
    .orderBy('function')
    .orderBy('number', 'desc');
  const secrets = db.selectFrom('_function_secrets').select(['name', 'sealed', 'updated_at']).orderBy('name');

  return {
    folder: 'functions',
    secretKind: 'function',
    async save(saving) {
      const { store, snapshot, record, secret } = saving;
      for (const options of templatesStore.read(await snapshot.query(templatesStore.allStatement))) {
        const { name: template, access, enabled, createdAt, updatedAt } = options;
        await record({ template, access, enabled, created_at: createdAt, updated_at: updatedAt });
      }
      const functions = functionsStore.read(await snapshot.query(functionsStore.allStatement));
      const active = new Map(functions.map((definition) => [definition.versionId, definition]));
      for (const definition of functions) {
        const [row] = await snapshot.query(statementOf(versions.where('id', '=', definition.versionId)));
        const [first = {}, ...rest] = portionsOf(filesOf(row));
        await record({ ...headOf(definition), files: first });
        const { name, version, deployedAt } = definition;
        for (const files of rest) await record({ continues: name, version, created_at: deployedAt, files });
      }
      for await (const page of snapshot.rows(statementOf(versions))) {
        for (const row of page) {
          if (active.has(String(row['id']))) continue;
          const head = { continues: row['function'], version: Number(row['number']), created_at: row['created_at'] };
          for (const files of portionsOf(filesOf(row))) await record({ ...head, files });
        }
      }
      if (!saving.excludesData) await saveJobs(context, saving);
      for (const row of await snapshot.query(statementOf(secrets))) {
        const name = String(row['name']);
        const value = openSealed(masterKey, secretContext(store, name), String(row['sealed']));
        if (value === undefined) throw new Error(`The secret ${name} was sealed with another key.`);
        await secret('function', name, value, String(row['updated_at']));
      }
    },
    openLoad: (loading) => openFunctionLoad(context, loading),
  };
}

function filesOf(row: Readonly<Record<string, unknown>> | undefined): Record<string, string> {
  return JSON.parse(String(row?.['files'] ?? '{}')) as Record<string, string>;
}

function headOf(definition: FunctionDefinition) {
  const { name, trigger, access, schedule, timezone, retries, description, enabled, origin, version } = definition;
  return {
    name,
    trigger,
    access,
    schedule,
    timezone,
    timeout_ms: definition.timeoutMs,
    retries,
    description,
    enabled,
    origin,
    version,
    created_at: definition.createdAt,
    updated_at: definition.updatedAt,
    deployed_at: definition.deployedAt,
  };
}
