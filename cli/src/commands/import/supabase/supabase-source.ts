import { fittingNames } from '../names.ts';
import type { LeftOut, Source, SourceRow, SourceTable, SourceUser } from '../source.ts';
import { type PlannedTable, planTable, USERS } from './columns.ts';
import { type Dump, keyOf } from './dump.ts';
import { userOf } from './users.ts';
import { rowOf } from './values.ts';

const INDEX_COLUMNS_MAX = 5;

export function createSupabaseSource(dump: Dump, close: () => Promise<void>): Source {
  const { leftOut } = dump;
  const tables = [...dump.tables.values()].filter(({ schema }) => schema === 'public');
  const fitting = fittingNames(tables.map(({ name }) => name));
  const names = new Map(tables.map((table) => [keyOf(table), fitting.get(table.name) ?? table.name]));
  reportUnsupported(dump, leftOut);
  return {
    leftOut,
    tables: tables.map((table) => tableOf(planTable(table, { dump, names, leftOut }), dump)),
    users: () => usersOf(dump, leftOut),
    // A dump has the names of files, but not their bytes.
    files: async function* () {},
    close,
  };
}

function tableOf(planned: PlannedTable, dump: Dump): SourceTable {
  const { table, name, columns } = planned;
  const names = new Map(columns.map(({ from, column }) => [from.name, column]));
  const several = [table.primaryKey, ...table.uniques].filter(
    ({ length }) => length > 1 && length <= INDEX_COLUMNS_MAX,
  );
  const indexes = several.flatMap((key) => {
    const found = key.map((part) => names.get(part)).filter((column) => column !== undefined && column.type !== 'json');
    return found.length === key.length ? [{ columns: found.map((column) => column?.name ?? ''), unique: true }] : [];
  });
  return {
    name,
    columns: columns.map(({ column }) => column),
    indexes: indexes.filter(
      (index, at) => indexes.findIndex(({ columns: other }) => `${other}` === `${index.columns}`) === at,
    ),
    rules: {},
    async *rows(): AsyncGenerator<SourceRow> {
      for await (const row of dump.rows(keyOf(table))) yield rowOf(planned, row);
    },
  };
}

async function* usersOf(dump: Dump, leftOut: LeftOut[]): AsyncGenerator<SourceUser> {
  let without = 0;
  for await (const row of dump.rows(USERS)) {
    const user = userOf(row, Date.now());
    if (user === undefined) without += 1;
    else yield user;
  }
  if (without > 0)
    leftOut.push({ kind: 'user', name: `${without} accounts`, reason: 'They are deleted or have no email address.' });
}

function reportUnsupported(dump: Dump, leftOut: LeftOut[]): void {
  const files = dump.rowCount('storage.objects');
  if (files > 0) {
    const reason =
      'A dump has no bytes of files: download them, and upload them with "servicectl import csv-folder" (files/).';
    leftOut.push({ kind: 'file', name: `${files} files`, reason });
  }
  const identities = dump.rowCount('auth.identities');
  if (identities > 0) {
    const reason = 'Users are linked to a provider again when they next sign in with it and a verified address.';
    leftOut.push({ kind: 'sign-in', name: `${identities} identities`, reason });
  }
  if (dump.tables.size > 0 && !dump.tables.has(USERS)) {
    leftOut.push({ kind: 'user', name: USERS, reason: 'The dump does not have the schema auth: make one with it.' });
  }
}
