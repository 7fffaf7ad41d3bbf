import { fittingNames } from '../names.ts';
import type { LeftOut, Source, SourceRow, SourceTable, SourceUser } from '../source.ts';
import { type Collection, readCollections } from './collections.ts';
import { OLD_ID, type PlannedCollection, planCollection, type Targets } from './columns.ts';
import { indexesOf, uniqueColumns } from './indexes.ts';
import { type OpenDatabase, quoted } from './open-database.ts';
import { rulesOf } from './rules.ts';
import { metadataFields, userOf } from './users.ts';
import { rowOf } from './values.ts';

interface Places {
  readonly storage: string;
  close(): Promise<void>;
}

export function createPocketbaseSource(database: OpenDatabase, { storage, close }: Places): Source {
  const leftOut: LeftOut[] = [];
  const collections = readCollections(database);
  reportLeftOut(collections, database, leftOut);
  const kept = collections.filter(({ isSystem }) => !isSystem);
  const bases = kept.filter(({ type }) => type === 'base');
  const people = collections.filter(({ type, isSystem, name }) => type === 'auth' && (!isSystem || name === 'users'));
  const names = fittingNames(bases.map(({ name }) => name));
  const targets: Targets = {
    tables: new Map(bases.map(({ id, name }) => [id, names.get(name) ?? name])),
    authCollections: new Set(people.map(({ id }) => id)),
  };
  return {
    leftOut,
    tables: bases.map((collection) => {
      const planned = planCollection(collection, names.get(collection.name) ?? collection.name, targets);
      return tableOf(planned, { database, storage, leftOut });
    }),
    users: () => usersOf(people, database),
    files: async function* () {},
    close,
  };
}

interface Reading {
  readonly database: OpenDatabase;
  readonly storage: string;
  readonly leftOut: LeftOut[];
}

function tableOf(planned: PlannedCollection, { database, storage, leftOut }: Reading): SourceTable {
  const { collection, tableName, columns, ownerField } = planned;
  const unique = uniqueColumns(planned);
  return {
    name: tableName,
    columns: [
      { name: OLD_ID, type: 'text', unique: true },
      ...columns.map(({ column }) => (unique.has(column.name) ? { ...column, unique: true } : column)),
    ],
    indexes: indexesOf(planned, leftOut),
    rules: rulesOf(collection, ownerField, leftOut),
    async *rows(): AsyncGenerator<SourceRow> {
      for (const row of database.rows(`SELECT * FROM ${quoted(collection.name)} ORDER BY rowid`)) {
        yield rowOf(planned, row, storage);
      }
    },
  };
}

async function* usersOf(people: readonly Collection[], database: OpenDatabase): AsyncGenerator<SourceUser> {
  for (const collection of people) {
    const fields = metadataFields(collection);
    for (const row of database.rows(`SELECT * FROM ${quoted(collection.name)}`)) {
      const user = userOf(collection, row, fields);
      if (user !== undefined) yield user;
    }
  }
}

function reportLeftOut(collections: readonly Collection[], database: OpenDatabase, leftOut: LeftOut[]): void {
  for (const { name, type, isSystem, fields } of collections) {
    if (type === 'view') leftOut.push({ kind: 'view', name, reason: 'Views are not carried over.' });
    if (name === '_superusers' || name === '_admins') {
      leftOut.push({ kind: 'accounts', name, reason: 'Invite those who manage the project as members.' });
    }
    if (type !== 'auth' || (isSystem && name !== 'users')) continue;
    for (const field of fields.filter((each) => each.type === 'file' || each.type === 'relation')) {
      leftOut.push({
        kind: 'field',
        name: `${name}.${field.name}`,
        reason: 'Users have no files and no relations of their own.',
      });
    }
    leftOut.push(...withoutAddress(database, name));
  }
  if (!hasTable(database, '_externalAuths')) return;
  const [row] = database.rows('SELECT count(*) AS n FROM "_externalAuths"');
  if (Number(row?.['n'] ?? 0) > 0) {
    const reason = 'Users are linked to a provider again when they next sign in with it and a verified address.';
    leftOut.push({ kind: 'sign-in', name: `${row?.['n']} linked providers`, reason });
  }
}

function withoutAddress(database: OpenDatabase, name: string): LeftOut[] {
  const [row] = database.rows(`SELECT count(*) AS n FROM ${quoted(name)} WHERE coalesce(email, '') = ''`);
  const count = Number(row?.['n'] ?? 0);
  return count === 0 ? [] : [{ kind: 'user', name: `${count} of ${name}`, reason: 'They have no email address.' }];
}

function hasTable(database: OpenDatabase, name: string): boolean {
  return [...database.rows('SELECT name FROM sqlite_master')].some((row) => row['name'] === name);
}
