import type { Database, PlainStep, Row, StoreName } from '../../../database/index.ts';
import { createSqlBuilder, plainStep, statementOf } from '../../../database/index.ts';

export interface TemplateOptions {
  readonly name: string;
  readonly access: string;
  readonly enabled: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

interface TemplateRow {
  name: string;
  access: string;
  enabled: number;
  created_at: string;
  updated_at: string;
}

export type TemplatesStore = ReturnType<typeof createTemplatesStore>;

export function createTemplatesStore(database: Database) {
  const db = createSqlBuilder<{ _function_templates: TemplateRow }>(database);
  const allStatement = statementOf(db.selectFrom('_function_templates').selectAll().orderBy('name'));
  const read = (rows: readonly Row[]): readonly TemplateOptions[] => {
    const typed: readonly unknown[] = rows;
    return (typed as readonly TemplateRow[]).map(({ name, access, enabled, created_at, updated_at }) => ({
      name,
      access,
      enabled: Number(enabled) === 1,
      createdAt: created_at,
      updatedAt: updated_at,
    }));
  };
  return {
    allStatement,
    read,
    all: async (store: StoreName) => read(await database.query(store, allStatement)),

    /** Leaves options that are not in `changed` as they are. */
    saveStep(
      { name, access, enabled, createdAt, updatedAt }: TemplateOptions,
      changed: { readonly access?: string; readonly enabled?: number },
    ): PlainStep {
      const row = { name, access, enabled: enabled ? 1 : 0, created_at: createdAt, updated_at: updatedAt };
      return plainStep(
        db
          .insertInto('_function_templates')
          .values(row)
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ ...changed, updated_at: updatedAt })),
      );
    },
  };
}
