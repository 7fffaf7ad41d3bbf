import type { Row } from '../database.ts';
import type { TableDefinition } from '../ddl/definition.ts';
import { foreignKeyPrefix, physicalTable } from '../ddl/names.ts';
import { literal } from '../sql/names.ts';

/**
 * Earlier releases left foreign keys `NOT VALID`. Their names go into the definitions of their tables, and whoever
 * loads these validates the keys beside reads and writes.
 */
export async function nameInvalidKeys(
  say: (text: string) => Promise<{ readonly rows: readonly Row[] }>,
  schema: string,
): Promise<void> {
  const { rows: tables } = await say('SELECT id, name, definition FROM _tables');
  if (tables.length === 0) return;
  const names = tables.map(({ id, name }) => literal(physicalTable({ id: String(id), name: String(name) })));
  const { rows: keys } = await say(`SELECT k.conname AS name FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_constraint k ON k.conrelid = c.oid AND k.contype = 'f' AND NOT k.convalidated
    WHERE c.relnamespace = to_regnamespace(${literal(schema)}) AND c.relname IN (${names.join(', ')})`);
  for (const { id, definition } of tables) {
    const own = keys.map(({ name }) => String(name)).filter((name) => name.startsWith(foreignKeyPrefix(String(id))));
    if (own.length === 0) continue;
    const stored = JSON.parse(String(definition)) as TableDefinition;
    const unbuilt = [...new Set([...(stored.unbuilt ?? []), ...own])];
    const text = literal(JSON.stringify({ ...stored, unbuilt }));
    await say(`UPDATE _tables SET definition = ${text} WHERE id = ${literal(String(id))}`);
  }
}
