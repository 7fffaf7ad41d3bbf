import { Type } from 'typebox';
import { createRecordReader, type SettingsSection, storingRecords, timeOf } from '../../../archiving/index.ts';
import type { Database } from '../../../database/database.ts';
import { createSqlBuilder, plainStep, statementOf } from '../../../database/kysely.ts';
import { functionBody } from '../deploy/deploy-schemas.ts';

const TEMPLATES_MAX = 100;
const savedTemplates = Type.Object({
  list: Type.Array(
    Type.Object({
      name: Type.String({ maxLength: 100 }),
      access: functionBody.properties.access,
      enabled: Type.Boolean(),
      created_at: Type.String(),
      updated_at: Type.String(),
    }),
    { maxItems: TEMPLATES_MAX },
  ),
});
const readTemplates = createRecordReader(savedTemplates);

interface TemplateRow {
  name: string;
  access: string;
  enabled: number;
  created_at: string;
  updated_at: string;
}

/** What the owner chose for functions that the service itself brings. */
export function createTemplateSection(database: Database): SettingsSection {
  const db = createSqlBuilder<{ _function_templates: TemplateRow }>(database);
  return {
    name: 'function_templates',
    async save({ snapshot }) {
      const rows = await snapshot.query(statementOf(db.selectFrom('_function_templates').selectAll().orderBy('name')));
      return rows.map((row) => ({ ...row, enabled: Number(row['enabled']) === 1 }));
    },
    async load({ project }, value) {
      const rows = readTemplates({ list: value ?? [] }).list.map((template) => ({
        name: template.name,
        access: template.access ?? 'public',
        enabled: template.enabled ? 1 : 0,
        created_at: timeOf(template.created_at),
        updated_at: timeOf(template.updated_at),
      }));
      if (rows.length === 0) return;
      const insert = plainStep(db.insertInto('_function_templates').values(rows));
      await storingRecords(() => database.load(project.store, [insert]));
    },
  };
}
