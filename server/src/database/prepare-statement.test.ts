import { expect, test } from 'vitest';
import { createSqlBuilder } from './kysely.ts';
import { prepareStatement } from './prepare-statement.ts';
import { sqliteDialect } from './sqlite/dialect.ts';

interface Tables {
  mails: { id: string; size: number; sent_at: string | null };
}

const db = createSqlBuilder<Tables>({ dialect: sqliteDialect });

test('a statement is compiled once, and each use puts the named values at their places in the text', () => {
  let written = 0;
  const statement = prepareStatement<{ id: string; limit: number }>(({ id, limit }) => {
    written += 1;
    return db.updateTable('mails').set({ size: limit, sent_at: null }).where('id', '=', id).where('size', '<', limit);
  });
  const first = statement({ id: 'a', limit: 5 });
  expect(first).toEqual({
    text: 'update "mails" set "size" = ?, "sent_at" = ? where "id" = ? and "size" < ?',
    values: [5, null, 'a', 5],
  });
  expect(statement({ limit: 7, id: 'b' })).toEqual({ text: first.text, values: [7, null, 'b', 7] });
  expect(written).toBe(1);
});
