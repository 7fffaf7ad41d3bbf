import type { Database, PlainStep, Row, StoreName } from '../../database/index.ts';
import { createSqlBuilder, fetchRows, plainStep, statementOf } from '../../database/index.ts';
import { openSealed, seal } from '../../platform/crypto.ts';
import { type Connection, INTEGRATION_KINDS, type IntegrationKind } from './providers/connection.ts';

export const CONNECTION_STEP = 'connection';

interface ConnectionRow {
  kind: string;
  provider: string;
  options: string;
  sealed: string;
  created_at: string;
  updated_at: string;
}

export type ConnectionsStore = ReturnType<typeof createConnectionsStore>;

/** All SQL on connections. The seal binds credentials to their project and kind: copied elsewhere, they do not open. */
export function createConnectionsStore(database: Database, masterKey: Uint8Array) {
  const db = createSqlBuilder<{ _integrations: ConnectionRow }>(database);

  const open = (store: StoreName, row: ConnectionRow): Connection => {
    const credentials = openSealed(masterKey, contextOf(store, row.kind), row.sealed);
    if (credentials === undefined) throw new Error(`The credentials of ${row.kind} were sealed with another key.`);
    return {
      kind: requireKind(row.kind),
      provider: row.provider,
      options: JSON.parse(row.options) as Connection['options'],
      credentials: JSON.parse(credentials) as Connection['credentials'],
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    };
  };

  const allStatement = statementOf(db.selectFrom('_integrations').selectAll().orderBy('kind'));
  const read = (store: StoreName, rows: readonly Row[]): readonly Connection[] => {
    const typed: readonly unknown[] = rows;
    return (typed as readonly ConnectionRow[]).map((row) => open(store, row));
  };

  return {
    allStatement,
    read,
    all: async (store: StoreName) => read(store, await database.query(store, allStatement)),

    async has(store: StoreName, kind: IntegrationKind): Promise<boolean> {
      const query = db.selectFrom('_integrations').select('kind').where('kind', '=', kind);
      return (await fetchRows(database, query, store)).length > 0;
    },

    async find(store: StoreName, kind: IntegrationKind): Promise<Connection | undefined> {
      const query = db.selectFrom('_integrations').selectAll().where('kind', '=', kind);
      const [row] = await fetchRows(database, query, store);
      return row && open(store, row);
    },

    saveStep(store: StoreName, connection: Connection): PlainStep {
      const { kind, provider, options, credentials, createdAt, updatedAt } = connection;
      const row: ConnectionRow = {
        kind,
        provider,
        options: JSON.stringify(options),
        sealed: seal(masterKey, contextOf(store, kind), JSON.stringify(credentials)),
        created_at: createdAt,
        updated_at: updatedAt,
      };
      const { kind: _, created_at: __, ...changed } = row;
      return plainStep(
        db
          .insertInto('_integrations')
          .values(row)
          .onConflict((conflict) => conflict.column('kind').doUpdateSet(changed)),
      );
    },

    deleteStep: (kind: IntegrationKind): PlainStep =>
      plainStep(db.deleteFrom('_integrations').where('kind', '=', kind), { atLeast: 1, name: CONNECTION_STEP }),
  };
}

function contextOf(store: StoreName, kind: string): string {
  return `${store} integrations.${kind}`;
}

function requireKind(text: string): IntegrationKind {
  const kind = INTEGRATION_KINDS.find((known) => known === text);
  if (kind === undefined) throw new Error(`There are no integrations of the kind ${text}.`);
  return kind;
}
