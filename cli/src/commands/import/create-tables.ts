import type { Api } from '../../api/api.ts';
import { failed } from '../../outcome/failure.ts';
import type { SourceTable } from './source.ts';

interface Schema {
  readonly version: 1;
  readonly tables: Readonly<Record<string, unknown>>;
  readonly functions: unknown;
}

/** Creates all tables in one transaction, including those that refer to each other. */
export async function createTables(api: Api, base: string, tables: readonly SourceTable[]): Promise<void> {
  if (tables.length === 0) return;
  const { revision, schema } = (await api.get<{ revision: string; schema: Schema }>(`${base}/schema`)).data;
  const taken = tables.filter(({ name }) => name in schema.tables).map(({ name }) => name);
  if (taken.length > 0) {
    throw failed(`The project has a table ${taken.map((name) => `"${name}"`).join(', ')} already.`, 'duplicate', {
      taken,
    });
  }
  const added = tables.map(({ name, columns, indexes, rules }) => [name, { columns, indexes, rules }]);
  await api.call(`${base}/schema`, {
    method: 'PUT',
    json: { ...schema, tables: { ...schema.tables, ...Object.fromEntries(added) } },
    headers: { 'if-match': `"${revision}"` },
  });
}
