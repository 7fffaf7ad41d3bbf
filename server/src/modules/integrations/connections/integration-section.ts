import { Type } from 'typebox';
import { UnfitRecord } from '../../../archive/format/index.ts';
import { type ArchiveSection, createRecordReader, storingRecords, timeOf } from '../../../archive/sections/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { IntegrationsContext } from '../integrations-context.ts';
import { type Connection, INTEGRATION_KINDS } from '../providers/connection.ts';
import { readConnection } from './read-connection.ts';

const readRecord = createRecordReader(
  Type.Object({
    kind: Type.Enum([...INTEGRATION_KINDS]),
    provider: Type.String(),
    options: Type.Record(Type.String(), Type.Unknown()),
    created_at: Type.String(),
    updated_at: Type.String(),
  }),
);

/** Archives connections with their credentials. A restore leaves out connections whose credentials the archive lacks. */
export function createIntegrationSection(
  context: Pick<IntegrationsContext, 'database' | 'connections' | 'providers' | 'clock'>,
): ArchiveSection {
  const { database, connections, providers, clock } = context;
  return {
    folder: 'integrations',
    async save({ store, snapshot, record, secret }) {
      for (const connection of connections.read(store, await snapshot.query(connections.allStatement))) {
        const { kind, provider, options, credentials, createdAt, updatedAt } = connection;
        await record({ kind, provider, options, created_at: createdAt, updated_at: updatedAt });
        await secret('integration', kind, JSON.stringify(credentials));
      }
    },
    openLoad: (loading) => ({
      async take(records) {
        for (const each of records) {
          const { kind, provider, options, created_at: created, updated_at: updated } = readRecord(each);
          const secret = loading.secret('integration', kind);
          if (secret === undefined) {
            loading.leaveOut({ kind: 'integration', name: kind, reason: 'Its credentials were left out.' });
            continue;
          }
          const body = { ...options, ...credentialsOf(secret), provider };
          const reading = { kind, providers: providers[kind], before: undefined, nowMs: clock.now() };
          const connection = { ...read(body, reading), createdAt: timeOf(created), updatedAt: timeOf(updated) };
          const { store } = loading.project;
          await storingRecords(() => database.load(store, [connections.saveStep(store, connection)]));
        }
      },
    }),
  };
}

function read(...asked: Parameters<typeof readConnection>): Connection {
  try {
    return readConnection(...asked);
  } catch (error) {
    throw error instanceof ServiceError ? new UnfitRecord(error.message) : error;
  }
}

function credentialsOf(secret: string): object {
  try {
    return Object(JSON.parse(secret)) as object;
  } catch {
    throw new UnfitRecord('The credentials of a connection are not JSON.');
  }
}
