import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createPostgresDatabase } from '../../../test/engines/postgres-database.ts';
import { ENGINES, startTestServer, type TestProject, type TestServer } from '../../../test/index.ts';
import { createDatabase, type Database, type StoreName } from '../../database/index.ts';
import type { Table } from '../../database/schema/index.ts';
import { systemClock } from '../../platform/clock.ts';
import { createIds } from '../../platform/ids.ts';
import { deliveryOfChange } from '../webhooks/index.ts';
import { createTables, type Tables } from './index.ts';

const COLUMNS = [
  { name: 'category', type: 'text', indexed: true },
  { name: 'rank', type: 'integer', indexed: true },
];

describe.each(ENGINES)('tables created before indexes ended with the creation time, on %s', (engine) => {
  let directory: string;
  let database: Database;
  let server: TestServer;
  let project: TestProject;
  let store: StoreName;
  let postgres: Awaited<ReturnType<typeof createPostgresDatabase>> | undefined;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'indexes-'));
    postgres = engine === 'postgres' ? await createPostgresDatabase() : undefined;
    database = await createDatabase({ url: postgres?.url, directory, clock: systemClock });
    server = await startTestServer({ database });
    project = await server.createProject();
    await project.createTable({ name: 'items', columns: COLUMNS, rules: { read: 'public', create: 'public' } });
    await project.createTable({ name: 'notes', columns: COLUMNS, rules: { read: 'owner', create: 'public' } });
    const [found] = (await database.stores()).filter((name) => name !== 'control');
    if (found === undefined) throw new Error('the project has no store');
    store = found;
  });
  afterAll(async () => {
    await server?.close();
    await postgres?.[Symbol.asyncDispose]();
    await rm(directory, { recursive: true, force: true });
  });

  const openTables = (): Tables => {
    const step = { kind: 'plain', statement: { text: 'SELECT 1', values: [] } } as const;
    return createTables({
      database,
      clock: systemClock,
      ids: createIds(systemClock),
      audit: { step: () => step },
      onRowChange: deliveryOfChange,
    });
  };
  const at = () => ({ id: project.id, store }) as Parameters<Tables['reload']>[0];
  const tablesOf = async (tables: Tables): Promise<readonly Table[]> => [
    ...(await tables.reload(at())).tables.values(),
  ];
  const namesOf = ({ indexes }: Table): string[] =>
    indexes.map(({ columns }) => columns.map(({ name }) => name).join('+'));

  /** The state that an earlier release left behind. */
  const makeOld = async (all: readonly Table[]): Promise<void> => {
    const { dialect } = database;
    const texts = all.flatMap(({ physical, indexes }) =>
      indexes
        .filter(({ name }) => name.startsWith('_n_'))
        .flatMap(({ name, columns: [first] }) => [
          `DROP INDEX ${dialect.table(name)}`,
          ...(first?.name === 'owner_id'
            ? []
            : [
                `CREATE INDEX "${name.replace('_n_', '_i_')}" ON ${dialect.table(physical)} (${dialect.indexKeys([`"${first?.physical}"`], false)})`,
              ]),
        ]),
    );
    const definition = `UPDATE ${dialect.table('_tables')} SET definition = replace(definition, '"indexesByTime":true', '"indexesByTime":false')`;
    const version = `UPDATE ${dialect.table('_meta')} SET value = value + 1 WHERE name = 'schema_version'`;
    const steps = [...texts, definition, version].map(
      (text) => ({ kind: 'plain', statement: { text, values: [] } }) as const,
    );
    await database.write(store, steps, { exclusive: true });
  };

  test('are upgraded in the background while rows are written and read', async () => {
    const before = await tablesOf(openTables());
    await makeOld(before);
    const tables = openTables();
    const old = await tablesOf(tables);
    expect(old.map(namesOf)).toEqual([
      ['created_at', 'category', 'rank'],
      ['created_at', 'category', 'rank', 'owner_id'],
    ]);
    let isDone = false;
    const writing = (async () => {
      for (let at = 0; !isDone; at += 1) {
        const sent = await project.api('/data/items', { json: { category: `c${at % 3}`, rank: at } });
        const read = await project.api('/data/items?filter=category:eq:c1&order=created_at:desc&limit=2');
        expect([sent.status, read.status]).toEqual([201, 200]);
      }
    })();
    await vi.waitFor(async () => expect((await tablesOf(tables)).map(namesOf)).toEqual(before.map(namesOf)), {
      timeout: 15_000,
      interval: 100,
    });
    isDone = true;
    await writing;
    await tables.stop();
    expect(before.map(namesOf)).toEqual([
      ['created_at', 'category+created_at', 'rank'],
      ['created_at', 'category+created_at', 'rank', 'owner_id', 'owner_id+created_at'],
    ]);
    // The list names the index to the engine, so a missing index would make it fail.
    const { status } = await project.api('/data/items?filter=category:eq:c1&order=created_at:desc');
    expect(status).toBe(200);
  });
});
