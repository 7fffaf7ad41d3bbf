import type { StoreName } from '../../database.ts';
import { schemaOf } from '../store-text.ts';
import type { DatabaseClient } from './database-client.ts';
import { describeStore, type StoredTable } from './describe-store.ts';

const ROWS_PER_FETCH = 500;

/** A store at one moment as parts of an SQL script, which creates it again in a database that does not have it. */
export async function* dumpStore(source: DatabaseClient, store: StoreName): AsyncGenerator<string, void> {
  await source.begin('ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    const { tables, functions, afterRows, counters } = await describeStore(source, store);
    yield scriptOf([`CREATE SCHEMA ${schemaOf(store)}`, ...tables.map(({ create }) => create), ...functions]);
    for (const table of tables) {
      if (table.columns !== '') yield* dumpRows(source, table);
    }
    yield scriptOf([...afterRows, ...counters]);
  } finally {
    await source.rows('ROLLBACK');
  }
}

async function* dumpRows(source: DatabaseClient, { name, columns, columnNames }: StoredTable): AsyncGenerator<string> {
  const values = columnNames.map((column) => `quote_nullable(${column}::text)`).join(` || ', ' || `);
  // Numbered keys are written as they are.
  const insert = `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE VALUES (`.replaceAll("'", "''");
  await source.rows(`DECLARE dumped CURSOR FOR SELECT '${insert}' || ${values} || ')' AS text FROM ${name}`);
  for (;;) {
    const rows = await source.rows(`FETCH ${ROWS_PER_FETCH} FROM dumped`);
    if (rows.length === 0) break;
    yield scriptOf(rows.map(({ text }) => String(text)));
  }
  await source.rows('CLOSE dumped');
}

function scriptOf(statements: readonly string[]): string {
  return statements.map((text) => `${text};\n`).join('');
}
