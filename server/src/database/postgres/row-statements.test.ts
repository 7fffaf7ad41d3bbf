import { Client } from 'pg';
import { describeRowStatements } from '../../../test/conformance/database/row-statements.ts';
import { createPostgresDatabase } from '../../../test/engines/postgres-database.ts';
import type { Row } from '../database.ts';
import { STORE_MARKER } from '../sql/store-marker.ts';
import type { Statement } from '../statement.ts';
import { createPostgresDialect, type PostgresCapabilities } from './dialect.ts';

const SCHEMA = '"public"';
const INT8 = 20;

const collations: PostgresCapabilities[] = [{ foldCollation: 'pg_unicode_fast' }, { foldCollation: 'und-x-icu' }];

for (const capabilities of collations) {
  describeRowStatements(`PostgreSQL with ${capabilities.foldCollation}`, async () => {
    const database = await createPostgresDatabase();
    const client = new Client({ connectionString: database.url });
    client.setTypeParser(INT8, Number);
    await client.connect();
    const ask = ({ text, values }: Statement) =>
      client.query<Row>({ text: text.replaceAll(STORE_MARKER, SCHEMA), values: [...values] });
    return {
      dialect: createPostgresDialect(capabilities),
      run: async (statement) => (await ask(statement)).rows,
      change: async (statement) => {
        const { rows, rowCount } = await ask(statement);
        return { rows, touched: rowCount ?? 0 };
      },
      [Symbol.asyncDispose]: async () => {
        await client.end();
        await database[Symbol.asyncDispose]();
      },
    };
  });
}
