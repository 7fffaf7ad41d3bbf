import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type HeldSnapshot, openHeldSnapshot } from '../../../../test/engines/held-snapshot.ts';
import { createPostgresDatabase, type PostgresDatabase } from '../../../../test/engines/postgres-database.ts';
import {
  ADMIN_TOKEN,
  createApi,
  startServerProcess,
  startTestServer,
  storeOf,
  type TestProject,
  type TestServer,
} from '../../../../test/index.ts';
import { importRows, waitForChange } from '../../../../test/table-changes.ts';

const ROWS = 10_500;

interface ShownChange {
  readonly data: {
    readonly id: string;
    readonly state: string;
    readonly progress: number;
    readonly error: { readonly code: string } | null;
  };
}
interface ShownTable {
  readonly data: { readonly change?: string; readonly indexes: readonly object[] };
}

/** Old snapshots keep an index from being completed, so each test decides when that happens. */
describe('an index of a large table on PostgreSQL', () => {
  let postgres: PostgresDatabase;
  let server: TestServer;
  let project: TestProject;
  let client: pg.Client;
  let snapshot: HeldSnapshot;
  let store: string;
  let table: string;

  beforeAll(async () => {
    postgres = await createPostgresDatabase();
    server = await startTestServer({ config: { database: { engine: 'postgres', url: postgres.url } } });
    client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    snapshot = await openHeldSnapshot(postgres.url);
    project = await server.createProject();
    store = await storeOf(server.database, project.id);
  });
  afterAll(async () => {
    await Promise.all([client?.end(), snapshot?.[Symbol.asyncDispose]()]);
    await server?.close();
    await postgres?.[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    table = await project.createTable({
      columns: [
        { name: 'number', type: 'integer' },
        { name: 'title', type: 'text' },
      ],
      rules: { read: 'public' },
    });
    await importRows(project, table, ROWS, (n) => ({ number: n, title: `row ${n}` }));
  });

  const alter = <Body = ShownChange>(json: object, name = table) =>
    project.cloudApi<Body>(`/tables/${name}`, { method: 'PATCH', json });
  const changeOf = async (id: string) => (await project.cloudApi<ShownChange>(`/table-changes/${id}`)).body.data;
  const tableOf = async (name = table) => (await project.cloudApi<ShownTable>(`/tables/${name}`)).body.data;
  const stateOf = async (id: string) => (await changeOf(id)).state;
  const UNIQUE = { add_indexes: [{ columns: ['number', 'title'], unique: true }] };
  const SHOWN = [{ columns: ['number', 'title'], unique: true }];

  /** Indexes and columns that no definition shows. */
  const leftovers = async (name = table): Promise<number> => {
    const { rows } = await client.query(
      `SELECT (SELECT count(*) FROM pg_index WHERE indrelid = t AND NOT indisvalid)::int +
        (SELECT count(*) FROM pg_attribute WHERE attrelid = t AND attname LIKE '\\_renamed%' AND NOT attisdropped)::int +
        (SELECT count(*) FROM pg_attrdef WHERE adrelid = t)::int AS count FROM to_regclass($1) AS t`,
      [`"${store}"."${name}"`],
    );
    return rows[0].count;
  };

  /** A change that waits for the held snapshot. */
  const beginHeld = async (json: object = UNIQUE, name = table): Promise<string> => {
    const { status, body, text } = await alter(json, name);
    expect(status, text).toBe(202);
    return body.data.id;
  };

  test('is answered with 202 and its progress, shows nothing before it is complete, and stops nobody', async () => {
    await snapshot.hold();
    const id = await beginHeld();
    await expect.poll(async () => (await changeOf(id)).progress).toBe(0.95);
    expect(await stateOf(id)).toBe('running');
    expect(await tableOf()).toMatchObject({ change: id, indexes: [] });
    const [read, written, changed] = await Promise.all([
      project.api<{ count: number }>(`/data/${table}?filter=title:eq:"row 7"`),
      project.secretApi(`/data/${table}`, { json: { number: -1, title: 'meanwhile' } }),
      project.secretApi(`/data/${table}?filter=number:eq:5`, { method: 'PATCH', json: { title: 'changed' } }),
    ]);
    expect([read.status, read.body.count, written.status, changed.status]).toEqual([200, 1, 201, 200]);
    const rules = await alter<ShownTable>({ rules: { read: 'private' } });
    expect([rules.status, rules.body.data.indexes]).toEqual([200, []]);
    await snapshot.release();
    await expect.poll(() => stateOf(id)).toBe('done');
    expect((await changeOf(id)).progress).toBe(1);
    const shown = await tableOf();
    expect([shown.indexes, shown.change]).toEqual([SHOWN, undefined]);
    const taken = await project.secretApi(`/data/${table}`, { json: { number: -1, title: 'meanwhile' } });
    expect(taken.status).toBe(409);
    expect(await leftovers()).toBe(0);
  });

  test('keeps other changes that need the table away, and does not disturb changes of other tables', async () => {
    const other = await project.createTable({ columns: [{ name: 'number', type: 'integer' }] });
    await importRows(project, other, ROWS, (n) => ({ number: n }));
    await snapshot.hold();
    const id = await beginHeld();
    for (const json of [UNIQUE, { add_columns: [{ name: 'late', type: 'text' }] }, { rename: 'late' }]) {
      const refused = await alter<{ code: string; details: object }>(json);
      expect([refused.status, refused.body.code, refused.body.details]).toEqual([409, 'in_use', { change: id }]);
    }
    const second = await beginHeld({ change_columns: [{ name: 'number', indexed: true }] }, other);
    await snapshot.release();
    await expect.poll(() => stateOf(id)).toBe('done');
    await expect.poll(() => stateOf(second)).toBe('done');
    expect((await tableOf()).indexes).toEqual(SHOWN);
  });

  test('lets rules of a searchable table with a webhook change meanwhile', async () => {
    const columns = [
      { name: 'number', type: 'integer' },
      { name: 'title', type: 'text', searchable: true },
    ];
    const watched = await project.createTable({ columns, rules: { read: 'public' } });
    await importRows(project, watched, ROWS, (n) => ({ number: n, title: `row ${n}` }));
    const hook = { table: watched, url: 'https://receiver.invalid/', events: ['insert'] };
    expect((await project.cloudApi('/webhooks', { json: hook })).status).toBe(201);
    await snapshot.hold();
    const id = await beginHeld(UNIQUE, watched);
    const rules = await alter<{ code?: string }>({ rules: { read: 'private' } }, watched);
    expect([rules.status, rules.body.code]).toEqual([200, undefined]);
    expect((await project.api(`/data/${watched}?limit=1`)).status).not.toBe(200);
    await snapshot.release();
    await expect.poll(() => stateOf(id)).toBe('done');
    const written = await project.secretApi(`/data/${watched}`, { json: { number: -7, title: 'amber' } });
    expect(written.status).toBe(201);
    const found = await project.secretApi<{ count: number }>(`/data/${watched}?search=amber`);
    expect([found.status, found.body.count]).toEqual([200, 1]);
    const hooks = await project.cloudApi<{ data: readonly { readonly id: string; readonly table: string }[] }>(
      '/webhooks',
    );
    const { id: hookId } = hooks.body.data.find(({ table: of }) => of === watched) ?? { id: '' };
    const deliveries = await project.cloudApi<{ count: number }>(`/webhooks/${hookId}/deliveries`);
    expect(deliveries.body.count).toBe(1);
  });

  test('does not delay the rule that needs it', async () => {
    await snapshot.hold();
    expect((await project.api(`/data/${table}?limit=1`)).status).toBe(200);
    const changed = await alter<ShownTable>({ rules: { read: 'owner' } });
    expect([changed.status, (await project.api(`/data/${table}?limit=1`)).status]).toEqual([200, 401]);
    const ownerIndexes = async () =>
      (
        await client.query(
          `SELECT indisvalid AS valid FROM pg_index WHERE indrelid = to_regclass($1)
            AND pg_get_indexdef(indexrelid) ~ 'owner_id'`,
          [`"${store}"."${table}"`],
        )
      ).rows.map(({ valid }) => valid);
    await expect.poll(ownerIndexes).toContain(false);
    await snapshot.release();
    await expect.poll(ownerIndexes).toEqual([true, true]);
    await expect.poll(async () => (await tableOf()).change).toBeUndefined();
  });

  test('is cancelled without a trace', async () => {
    await snapshot.hold();
    const id = await beginHeld({
      ...UNIQUE,
      add_columns: [{ name: 'more', type: 'text', indexed: true, required: true, default: 'x' }],
    });
    const cancelled = await project.cloudApi<ShownChange>(`/table-changes/${id}`, { method: 'DELETE' });
    expect(cancelled.status).toBe(200);
    await expect.poll(() => stateOf(id)).toBe('cancelled');
    expect(await tableOf()).toMatchObject({ indexes: [] });
    expect(await leftovers()).toBe(0);
    await snapshot.release();
    const { body } = await project.cloudApi<{ count: number }>('/audit?action=table.change.cancel');
    expect(body.count).toBe(1);
    expect((await alter(UNIQUE)).status).toBe(200);
  });

  test('ends without a trace when a release that does not know it has changed the table', async () => {
    await snapshot.hold();
    const id = await beginHeld({ ...UNIQUE, add_columns: [{ name: 'more', type: 'text', indexed: true }] });
    await client.query(
      `UPDATE "${store}"._tables SET definition = (definition::jsonb - 'pending')::text WHERE name = $1`,
      [table],
    );
    await client.query(`UPDATE "${store}"._meta SET value = value + 1 WHERE name = 'schema_version'`);
    await snapshot.release();
    await expect.poll(() => stateOf(id), { timeout: 30_000 }).toBe('failed');
    expect(await leftovers()).toBe(0);
    expect(await tableOf()).toMatchObject({ indexes: [] });
    expect((await alter(UNIQUE)).status).toBe(200);
  });

  test('fails as a duplicate when equal rows are written meanwhile, and leaves nothing', async () => {
    await client.query(`INSERT INTO "${store}"."${table}" (id, created_at, updated_at, number, title)
      SELECT gen_random_uuid(), now(), now(), 3, 'row 3'`);
    const refused = await alter<{ code: string }>(UNIQUE);
    expect([refused.status, refused.body.code]).toEqual([409, 'duplicate']);
    expect(await leftovers()).toBe(0);
    expect(await tableOf()).toMatchObject({ indexes: [] });
  });

  test('ends as cancelled when its table is deleted', async () => {
    await snapshot.hold();
    const id = await beginHeld();
    expect((await project.cloudApi(`/tables/${table}`, { method: 'DELETE' })).status).toBe(200);
    await snapshot.release();
    expect(await stateOf(id)).toBe('cancelled');
    expect((await project.cloudApi(`/tables/${table}`)).status).toBe(404);
  });

  test('is built again by another process when its process is killed', async () => {
    await using killed = {
      process: await startServerProcess({ dataDir: server.dataDir, databaseUrl: postgres.url }),
      async [Symbol.asyncDispose]() {
        await this.process.kill();
      },
    };
    const elsewhere = createApi(killed.process.url, ADMIN_TOKEN);
    await snapshot.hold();
    const path = `/api/cloud/projects/${project.id}/tables/${table}`;
    const answer = await elsewhere<ShownChange>(path, { method: 'PATCH', json: UNIQUE });
    expect(answer.status, answer.text).toBe(202);
    const { id } = answer.body.data;
    await killed.process.kill();
    await expect.poll(() => stateOf(id)).toBe('running');
    await snapshot.release();
    await expect.poll(() => stateOf(id), { timeout: 40_000 }).toBe('done');
    expect((await tableOf()).indexes).toEqual(SHOWN);
    expect(await leftovers()).toBe(0);
  }, 90_000);

  describe('and a reference that does something else', () => {
    let child: string;
    beforeEach(async () => {
      const { body } = await project.secretApi<{ data: { id: string }[] }>(`/data/${table}?limit=1`);
      child = await project.createTable({
        columns: [
          { name: 'parent', type: 'reference', table },
          { name: 'number', type: 'integer' },
        ],
      });
      await importRows(project, child, ROWS, (n) => ({ number: n, parent: n < 10 ? body.data[0]?.id : null }));
    });

    /** The state of the foreign key to the parent's table, and what deleting the parent does. */
    const foreignKeys = async () => {
      const { rows } = await client.query(
        `SELECT convalidated AS validated, confdeltype AS deletes FROM pg_constraint
          WHERE conrelid = to_regclass($1) AND contype = 'f'`,
        [`"${store}"."${child}"`],
      );
      return rows;
    };
    const ended = () => expect.poll(async () => (await tableOf(child)).change, { timeout: 30_000 }).toBeUndefined();

    test('exchanges its foreign key at once, and validates it beside writes', async () => {
      const answer = await alter({ change_columns: [{ name: 'parent', on_delete: 'cascade' }] }, child);
      expect([200, 202]).toContain(answer.status);
      if (answer.status === 202) await waitForChange(project, answer);
      await expect.poll(foreignKeys, { timeout: 30_000 }).toEqual([{ validated: true, deletes: 'c' }]);
      await ended();
      // The validation is a change of the service's own.
      const { body: changes } = await project.cloudApi<{ data: object[] }>(`/table-changes?table=${child}`);
      expect(changes.data).toMatchObject([
        { state: 'done', request: {} },
        { state: 'done', request: { change_columns: [{ name: 'parent', on_delete: 'cascade' }] } },
      ]);
      // The key has the same name when it is exchanged back and once more.
      for (const [action, deletes] of [
        ['restrict', 'a'],
        ['cascade', 'c'],
      ]) {
        const again = await alter({ change_columns: [{ name: 'parent', on_delete: action }] }, child);
        if (again.status === 202) await waitForChange(project, again);
        await expect.poll(foreignKeys, { timeout: 30_000 }).toEqual([{ validated: true, deletes }]);
        await ended();
      }
      const { body } = await project.secretApi<{ data: { parent: string }[] }>(`/data/${child}?filter=number:eq:1`);
      await project.secretApi(`/data/${table}/${body.data[0]?.parent}`, { method: 'DELETE' });
      expect((await project.secretApi<{ count: number }>(`/data/${child}?filter=number:lt:10`)).body.count).toBe(0);
    });

    test('validates the foreign keys that earlier releases have left as they are, on first use', async () => {
      const { rows } = await client.query(
        `SELECT conname AS name, pg_get_constraintdef(oid) AS text FROM pg_constraint
          WHERE conrelid = to_regclass($1) AND contype = 'f'`,
        [`"${store}"."${child}"`],
      );
      const [{ name, text }] = rows;
      await client.query(`ALTER TABLE "${store}"."${child}" DROP CONSTRAINT "${name}"`);
      await client.query(`ALTER TABLE "${store}"."${child}" ADD CONSTRAINT "${name}" ${text} NOT VALID`);
      await client.query(`UPDATE "${store}"._meta SET value = 26 WHERE name = 'migration'`);
      expect(await foreignKeys()).toMatchObject([{ validated: false }]);
      await using next = {
        process: await startServerProcess({ dataDir: server.dataDir, databaseUrl: postgres.url }),
        async [Symbol.asyncDispose]() {
          await this.process.kill();
        },
      };
      const api = createApi(next.process.url, ADMIN_TOKEN);
      expect((await api(`/api/cloud/projects/${project.id}/tables/${child}`)).status).toBe(200);
      await expect.poll(foreignKeys, { timeout: 30_000 }).toMatchObject([{ validated: true }]);
      await ended();
    });
  });

  describe('in a schema', () => {
    interface PutSchema {
      readonly data: { readonly applied: boolean; readonly change?: { readonly id: string; readonly state: string } };
      readonly code?: string;
    }
    interface SchemaDocument {
      readonly tables: Readonly<Record<string, { readonly columns: readonly { readonly name: string }[] }>>;
    }

    /** The project's schema, with a renamed column, a new one, and unique values in the table. */
    const wantedSchema = async (): Promise<object> => {
      const { body } = await project.cloudApi<{ data: { schema: SchemaDocument } }>('/schema');
      const { schema } = body.data;
      const [number, title] = schema.tables[table]?.columns ?? [];
      const columns = [
        { ...number, unique: true },
        { ...title, name: 'heading', renamed_from: 'title' },
        { name: 'more', type: 'text' },
      ];
      const indexes = [{ columns: ['heading', 'number'], unique: true }];
      return { ...schema, tables: { ...schema.tables, [table]: { ...schema.tables[table], columns, indexes } } };
    };
    const put = (json: object) => project.cloudApi<PutSchema>('/schema', { method: 'PUT', json });
    const columnNames = async () => {
      interface Columns {
        readonly data: { readonly columns: readonly { readonly name: string; readonly system?: boolean }[] };
      }
      const { columns } = (await project.cloudApi<Columns>(`/tables/${table}`)).body.data;
      return columns.filter(({ system }) => system !== true).map(({ name }) => name);
    };

    test('is answered with 202 while it is built beside writes, and the schema is applied afterwards', async () => {
      const schema = await wantedSchema();
      await snapshot.hold();
      const first = await put(schema);
      expect([first.status, first.body.data], first.text).toMatchObject([
        202,
        { applied: false, change: { state: 'running' } },
      ]);
      expect(await columnNames()).toEqual(['number', 'title']);
      const written = await project.secretApi(`/data/${table}`, { json: { number: -1, title: 'meanwhile' } });
      expect(written.status).toBe(201);
      await snapshot.release();
      await expect.poll(() => stateOf(first.body.data.change?.id ?? '')).toBe('done');
      const second = await put(schema);
      expect([second.status, second.body.data.applied], second.text).toEqual([200, true]);
      expect(await columnNames()).toEqual(['number', 'heading', 'more']);
      expect((await tableOf()).indexes).toEqual([{ columns: ['heading', 'number'], unique: true }]);
      const taken = await project.secretApi(`/data/${table}`, { json: { number: -1, heading: 'other' } });
      expect(taken.status).toBe(409);
    });

    test('refuses all of the schema when rows are equal', async () => {
      const schema = await wantedSchema();
      await project.secretApi(`/data/${table}`, { json: { number: 1, title: 'again' } });
      const answer = await put(schema);
      const { change } = answer.body.data ?? {};
      const refused =
        change === undefined ? answer : await waitForChange(project, { ...answer, body: { data: change } });
      expect([refused.status, refused.body], answer.text).toMatchObject([409, { code: 'duplicate' }]);
      expect(await columnNames()).toEqual(['number', 'title']);
      expect(await leftovers()).toBe(0);
    });
  });
});
