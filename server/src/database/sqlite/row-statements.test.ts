import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { describeRowStatements } from '../../../test/conformance/database/row-statements.ts';
import type { Row } from '../database.ts';
import type { Statement, Value } from '../statement.ts';
import { sqliteDialect } from './dialect.ts';
import { sqlFunctions } from './functions.ts';

describeRowStatements('node:sqlite', () => {
  const db = new DatabaseSync(':memory:');
  for (const { name, call } of sqlFunctions) {
    db.function(name, { deterministic: true }, (value) =>
      call(typeof value === 'string' || typeof value === 'number' ? value : null),
    );
  }
  const run = ({ text, values }: Statement): Row[] =>
    db
      .prepare(text)
      .all(...values.map(encode))
      .map((row) => ({ ...row }) as Row);
  return Promise.resolve({
    dialect: sqliteDialect,
    run: async (statement) => run(statement),
    change: async (statement) => {
      const rows = run(statement);
      const [changes] = rows.length === 0 ? run({ text: 'SELECT changes() AS n', values: [] }) : [];
      return { rows, touched: Number(changes?.['n'] ?? rows.length) };
    },
    [Symbol.asyncDispose]: async () => db.close(),
  });
});

function encode(value: Value): SQLInputValue {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
