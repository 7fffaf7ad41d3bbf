import { type Static, Type } from 'typebox';
import { UnfitRecord } from '../../../archive/index.ts';
import { createRecordReader, type Loading, type SettingsSection, timeOf } from '../../../archiving/index.ts';
import type { Database } from '../../../database/database.ts';
import { INTEGRATION_KINDS } from '../connections/connection.ts';
import { createConnectionsStore } from '../connections/connections-store.ts';
import type { Provider } from '../providers/provider.ts';

const option = Type.Union([Type.String({ maxLength: 4096 }), Type.Number(), Type.Boolean()]);
const savedConnections = Type.Object({
  list: Type.Array(
    Type.Object({
      kind: Type.Enum([...INTEGRATION_KINDS]),
      provider: Type.String({ maxLength: 100 }),
      options: Type.Record(Type.String({ maxLength: 100 }), option),
      created_at: Type.String(),
      updated_at: Type.String(),
    }),
    { maxItems: INTEGRATION_KINDS.length },
  ),
});
type SavedConnection = Static<typeof savedConnections>['list'][number];

const readConnections = createRecordReader(savedConnections);

export interface ConnectionSectionOptions {
  readonly database: Database;
  readonly masterKey: Uint8Array;
  readonly providers: Readonly<Record<SavedConnection['kind'], readonly Pick<Provider, 'name'>[]>>;
}

/** Connections to providers; their credentials stand among the secrets. */
export function createConnectionSection({ database, masterKey, providers }: ConnectionSectionOptions): SettingsSection {
  const store = createConnectionsStore(database, masterKey);

  const load = async (loading: Loading, saved: SavedConnection): Promise<void> => {
    const { kind, provider, options } = saved;
    const leaveOut = (reason: string): void => loading.leaveOut({ kind: 'integration', name: kind, reason });
    const secret = loading.secret('integration', kind);
    if (secret === undefined) return leaveOut('Its credentials were left out.');
    if (!providers[kind].some(({ name }) => name === provider)) return leaveOut(`This release knows no ${provider}.`);
    const times = { createdAt: timeOf(saved.created_at), updatedAt: timeOf(saved.updated_at) };
    const connection = { kind, provider, options, credentials: credentialsOf(secret), ...times };
    await database.load(loading.project.store, [store.saveStep(loading.project.store, connection)]);
  };

  return {
    name: 'integrations',
    async save({ store: from, snapshot, secret }) {
      const connections = store.read(from, await snapshot.query(store.allStatement));
      for (const { kind, credentials } of connections) await secret('integration', kind, JSON.stringify(credentials));
      return connections.map(({ kind, provider, options, createdAt, updatedAt }) => {
        return { kind, provider, options, created_at: createdAt, updated_at: updatedAt };
      });
    },
    async load(loading, value) {
      for (const saved of readConnections({ list: value ?? [] }).list) await load(loading, saved);
    },
  };
}

function credentialsOf(secret: string): Readonly<Record<string, string>> {
  try {
    const read: unknown = JSON.parse(secret);
    const entries = Object.entries(Object(read));
    if (entries.every((entry): entry is [string, string] => typeof entry[1] === 'string'))
      return Object.fromEntries(entries);
  } catch {
    // Told below.
  }
  throw new UnfitRecord('The credentials of a connection are none.');
}
