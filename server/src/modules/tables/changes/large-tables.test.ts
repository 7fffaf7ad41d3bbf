import { beforeAll, describe, expect, test } from 'vitest';
import { ENGINES, type Engine, openProject } from '../../../../test/index.ts';
import { importRows, waitForChange } from '../../../../test/table-changes.ts';

const ROWS = 12_000;

interface ShownTable {
  readonly data: {
    readonly change?: string;
    readonly indexes: readonly object[];
    readonly columns: readonly { readonly name: string; readonly required: boolean; readonly unique: boolean }[];
  };
}
interface Failure {
  readonly code: string;
  readonly details?: { readonly fields?: Readonly<Record<string, string>> };
}

describe.each(ENGINES)('a change of a large table on %s', (engine: Engine) => {
  const { project } = openProject(engine);
  beforeAll(async () => {
    await project.createTable({
      name: 'big',
      columns: [
        { name: 'number', type: 'integer' },
        { name: 'shade', type: 'text' },
        { name: 'note', type: 'text' },
      ],
      rules: { read: 'public' },
    });
    await importRows(project, 'big', ROWS, (n) => ({ number: n, shade: n % 2 === 0 ? 'light' : 'dark' }));
  });

  /** The change is made, whether or not the answer waited for it. */
  const alter = async (json: object) => {
    const answer = await project.cloudApi<ShownTable & Failure>('/tables/big', { method: 'PATCH', json });
    return answer.status === 202 ? await waitForChange(project, answer) : answer;
  };
  const shown = async () => (await project.cloudApi<ShownTable>('/tables/big')).body.data;
  const columnOf = async (name: string) => (await shown()).columns.find((column) => column.name === name);

  test('adds, uses and drops indexes, and is listed as done with its request', async () => {
    const request = { add_indexes: [{ columns: ['shade', 'number'], unique: true }] };
    expect((await alter(request)).status).toBe(200);
    expect((await shown()).indexes).toEqual([{ columns: ['shade', 'number'], unique: true }]);
    const { body } = await project.secretApi<{ count: number }>('/data/big?filter=shade:eq:dark&limit=1&order=number');
    expect(body.count).toBe(ROWS / 2);
    const taken = await project.secretApi<Failure>('/data/big', { json: { shade: 'dark', number: 1 } });
    expect([taken.status, taken.body.code]).toEqual([409, 'duplicate']);
    const { body: changes } = await project.cloudApi<{ data: object[] }>('/table-changes?table=big&limit=1');
    expect(changes.data).toEqual([
      expect.objectContaining({ table: 'big', state: 'done', progress: 1, error: null, request }),
    ]);
    const oldest = await project.cloudApi<{ data: object[] }>('/table-changes?order=created_at&limit=1');
    expect(oldest.body.data).toEqual(changes.data);
    expect((await project.cloudApi('/table-changes?order=state')).status).toBe(400);
    expect((await alter({ drop_indexes: [['shade', 'number']] })).status).toBe(200);
    expect((await shown()).indexes).toEqual([]);
  });

  test('adds an indexed column with a default to rows that are written before and after', async () => {
    const added = { name: 'kind', type: 'text', required: true, default: "o'clock \\ $1", indexed: true };
    expect((await alter({ add_columns: [added] })).status).toBe(200);
    await project.secretApi('/data/big', { json: { number: -1, kind: 'other' } });
    const kinds = await project.secretApi<{ count: number }>(
      `/data/big?limit=0&filter=${encodeURIComponent(JSON.stringify({ kind: "o'clock \\ $1" }))}`,
    );
    expect(kinds.body.count).toBe(ROWS);
    await project.secretApi('/data/big?filter=number:eq:-1', { method: 'DELETE' });
    expect((await alter({ drop_columns: ['kind'] })).status).toBe(200);
    expect(await columnOf('kind')).toBeUndefined();
  });

  test('with equal rows refuses a unique index as a duplicate, and leaves nothing', async () => {
    const refused = await alter({
      rename: 'bigger',
      add_columns: [{ name: 'more', type: 'text', indexed: true }],
      add_indexes: [{ columns: ['shade', 'owner_id'] }],
      change_columns: [{ name: 'shade', unique: true }],
    });
    expect([refused.status, refused.body.code, refused.body.details?.fields]).toEqual([
      409,
      'duplicate',
      { shade: 'has the same value in several rows' },
    ]);
    const { indexes, columns, change } = await shown();
    expect([indexes, columns.map(({ name }) => name), change]).toEqual([
      [],
      expect.not.arrayContaining(['more']),
      undefined,
    ]);
    expect((await project.secretApi('/data/big', { json: { number: -2, shade: 'light' } })).status).toBe(201);
    await project.secretApi('/data/big?filter=number:eq:-2', { method: 'DELETE' });
  });

  test.each([
    [
      { name: 'note', required: true },
      { note: 'is null in some row, so it cannot be required; a new column needs a default' },
    ],
    [{ name: 'shade', enum: ['light'] }, { shade: 'has a value outside the enum in some row' }],
  ])('with rows that do not fit refuses %j', async (change, fields) => {
    const refused = await alter({ change_columns: [change] });
    expect([refused.status, refused.body.code, refused.body.details?.fields]).toEqual([
      400,
      'validation_failed',
      fields,
    ]);
    expect((await project.secretApi('/data/big', { json: { number: -3, shade: 'other' } })).status).toBe(201);
    await project.secretApi('/data/big?filter=number:eq:-3', { method: 'DELETE' });
  });

  test('makes a column required and gives it an enum when all rows fit', async () => {
    const change = { name: 'shade', required: true, enum: ['light', 'dark'] };
    expect((await alter({ change_columns: [change] })).status).toBe(200);
    expect(await columnOf('shade')).toMatchObject({ required: true, enum: ['light', 'dark'] });
    expect((await project.secretApi('/data/big', { json: { number: -4 } })).status).toBe(400);
    expect((await alter({ change_columns: [{ name: 'shade', required: false, enum: null }] })).status).toBe(200);
  });

  test('keeps rules apart from the indexes that they need', async () => {
    const count = async (): Promise<unknown> =>
      (await project.secretApi<{ count: number }>('/data/big?limit=1&order=owner_id,created_at')).body.count;
    expect((await alter({ rules: { read: 'owner' } })).status).toBe(200);
    expect((await project.api('/data/big')).status).toBe(401);
    expect(await count()).toBe(ROWS);
    // The service begins its own change after the answer.
    const newest = async () => (await project.cloudApi<{ data: object[] }>('/table-changes?limit=1')).body.data;
    await expect.poll(newest, { timeout: 30_000 }).toEqual([expect.objectContaining({ state: 'done', request: {} })]);
    expect(await count()).toBe(ROWS);
    expect((await alter({ rules: { read: 'public' } })).status).toBe(200);
  });

  test('by a schema builds its indexes after the answer, and the document names them from the beginning', async () => {
    interface Schema {
      readonly tables: { readonly big: { readonly indexes?: readonly object[] } };
    }
    const read = async () => (await project.cloudApi<{ data: { schema: Schema } }>('/schema')).body.data.schema;
    const schema = await read();
    const indexes = [{ columns: ['shade', 'created_at'] }];
    const json = { ...schema, tables: { ...schema.tables, big: { ...schema.tables.big, indexes } } };
    const put = await project.cloudApi<{ data: { applied: boolean } }>('/schema', { method: 'PUT', json });
    expect([put.status, put.body.data.applied]).toEqual([200, true]);
    expect((await read()).tables.big.indexes).toEqual(indexes);
    await expect
      .poll(async () => (await shown()).indexes, { timeout: 30_000 })
      .toEqual([{ ...indexes[0], unique: false }]);
    const again = await project.cloudApi<{ data: { applied: boolean } }>('/schema', { method: 'PUT', json });
    expect(again.body.data.applied).toBe(false);
    await expect.poll(async () => (await shown()).change, { timeout: 30_000 }).toBeUndefined();
    expect((await alter({ drop_indexes: [['shade', 'created_at']] })).status).toBe(200);
  });

  describe('by a schema that is stricter with its rows', () => {
    interface Column {
      readonly name: string;
      readonly [option: string]: unknown;
    }
    interface Schema {
      readonly tables: { readonly big: { readonly columns: readonly Column[] } };
    }
    interface PutSchema extends Failure {
      readonly data: { readonly applied: boolean; readonly change?: object };
    }
    const readSchema = async () => (await project.cloudApi<{ data: { schema: Schema } }>('/schema')).body.data.schema;

    /** The schema with other options of the columns named `shade` and `number`, and with one column more. */
    const putSchema = async (shade: object, number: object) => {
      const schema = await readSchema();
      const options: Readonly<Record<string, object>> = { shade, number };
      const columns = schema.tables.big.columns.map((column) => ({ ...column, ...options[column.name] }));
      const big = { ...schema.tables.big, columns: [...columns, { name: 'extra', type: 'text' }] };
      const json = { ...schema, tables: { ...schema.tables, big } };
      const put = () => project.cloudApi<PutSchema>('/schema', { method: 'PUT', json });
      const first = await put();
      const { change } = first.body.data ?? {};
      if (change === undefined) return first;
      const ended = await waitForChange(project, { ...first, body: { data: change, code: '' } });
      return ended.status === 200 ? await put() : ended;
    };

    test('checks them in portions, as a change of the table, and applies the rest afterwards', async () => {
      const words = { required: true, enum: ['light', 'dark'], default: 'dark' };
      const put = await putSchema(words, { required: true });
      expect([put.status, put.body]).toMatchObject([200, { data: { applied: true } }]);
      expect(await columnOf('shade')).toMatchObject({ required: true, enum: ['light', 'dark'] });
      expect(await columnOf('number')).toMatchObject({ required: true });
      expect(await columnOf('extra')).toBeDefined();
      const { body } = await project.cloudApi<{ data: object[] }>('/table-changes?table=big&limit=1');
      const request = {
        change_columns: [
          { name: 'number', required: true, default: null },
          { name: 'shade', ...words },
        ],
      };
      expect(body.data).toEqual([expect.objectContaining({ state: 'done', request })]);
      const { body: filled } = await project.secretApi<{ data: { shade: string } }>('/data/big', {
        json: { number: -9 },
      });
      expect(filled.data.shade).toBe('dark');
      await project.secretApi('/data/big?filter=number:eq:-9', { method: 'DELETE' });
      const undone = { change_columns: [{ name: 'shade', required: false, enum: null, default: null }] };
      expect((await alter({ ...undone, drop_columns: ['extra'] })).status).toBe(200);
      expect((await alter({ change_columns: [{ name: 'number', required: false }] })).status).toBe(200);
    });

    test('takes a default that is one of the words only from now on', async () => {
      const words = { enum: ['light', 'dark'] };
      expect((await alter({ change_columns: [{ name: 'shade', ...words }] })).status).toBe(200);
      const wider = { required: true, enum: ['light', 'dark', 'grey'], default: 'grey' };
      const put = await putSchema(wider, {});
      expect([put.status, put.body]).toMatchObject([200, { data: { applied: true } }]);
      expect(await columnOf('shade')).toMatchObject(wider);
      const undone = { change_columns: [{ name: 'shade', required: false, enum: null, default: null }] };
      expect((await alter({ ...undone, drop_columns: ['extra'] })).status).toBe(200);
    });

    test('builds the unique index of a new column beside writes, before the rest is applied', async () => {
      const schema = await readSchema();
      const columns = [
        ...schema.tables.big.columns,
        { name: 'code', type: 'text', unique: true },
        { name: 'part', type: 'integer' },
        { name: 'plain', type: 'text' },
      ];
      const indexes = [{ columns: ['number', 'part'], unique: true }];
      const json = { ...schema, tables: { ...schema.tables, big: { ...schema.tables.big, columns, indexes } } };
      const put = async () => await project.cloudApi<PutSchema>('/schema', { method: 'PUT', json });
      const first = await put();
      const { change } = first.body.data;
      if (change !== undefined) {
        await waitForChange(project, { ...first, body: { data: change, code: '' } });
        expect((await put()).body.data.applied).toBe(true);
      }
      const { body } = await project.cloudApi<{ data: object[] }>('/table-changes?table=big&limit=1');
      const added = { add_columns: [{ name: 'code', unique: true }, { name: 'part' }] };
      expect(body.data).toMatchObject([
        { state: 'done', request: { ...added, add_indexes: [{ columns: ['number', 'part'], unique: true }] } },
      ]);
      expect((await shown()).indexes).toEqual(indexes);
      expect(await columnOf('plain')).toBeDefined();
      const insert = () => project.secretApi('/data/big', { json: { number: -5, code: 'same' } });
      expect([(await insert()).status, (await insert()).status]).toEqual([201, 409]);
      await project.secretApi('/data/big?filter=number:eq:-5', { method: 'DELETE' });
      expect((await alter({ drop_indexes: [['number', 'part']] })).status).toBe(200);
      expect((await alter({ drop_columns: ['code', 'part', 'plain'] })).status).toBe(200);
    });

    test('makes an index unique', async () => {
      expect((await alter({ add_indexes: [{ columns: ['number', 'shade'] }] })).status).toBeLessThan(300);
      await expect.poll(async () => (await shown()).change, { timeout: 30_000 }).toBeUndefined();
      const schema = await readSchema();
      const indexes = [{ columns: ['number', 'shade'], unique: true }];
      const json = { ...schema, tables: { ...schema.tables, big: { ...schema.tables.big, indexes } } };
      const put = async () => await project.cloudApi<PutSchema>('/schema', { method: 'PUT', json });
      const first = await put();
      expect(first.status, JSON.stringify(first.body)).toBeLessThan(300);
      const { change } = first.body.data;
      if (change !== undefined) {
        await waitForChange(project, { ...first, body: { data: change, code: '' } });
        await put();
      }
      expect((await shown()).indexes).toEqual(indexes);
      expect((await alter({ drop_indexes: [['number', 'shade']] })).status).toBe(200);
    });

    test('refuses all of it when a row does not fit', async () => {
      const put = await putSchema({ enum: ['light'] }, {});
      expect([put.status, put.body.code]).toEqual([400, 'validation_failed']);
      expect(await columnOf('shade')).not.toHaveProperty('enum', ['light']);
      expect(await columnOf('extra')).toBeUndefined();
    });
  });

  test('is recorded in the audit as one change of the table', async () => {
    const before = await project.cloudApi<{ count: number }>('/audit?action=table.update&limit=1');
    expect((await alter({ change_columns: [{ name: 'number', indexed: true }] })).status).toBe(200);
    const { body } = await project.cloudApi<{ count: number; data: object[] }>('/audit?action=table.update&limit=1');
    expect(body.count).toBe(before.body.count + 1);
    expect(body.data[0]).toMatchObject({
      target: 'big',
      details: { change_columns: [{ name: 'number', indexed: true }] },
    });
  });

  test('unknown changes are 404, and an ended one cannot be cancelled', async () => {
    const { body } = await project.cloudApi<{ data: { id: string }[] }>('/table-changes?limit=1');
    const ended = await project.cloudApi<Failure>(`/table-changes/${body.data[0]?.id}`, { method: 'DELETE' });
    expect([ended.status, ended.body.code]).toEqual([409, 'conflict']);
    for (const id of ['nothing', '00000000-0000-7000-8000-000000000000']) {
      expect((await project.cloudApi(`/table-changes/${id}`)).status).toBe(404);
    }
  });
});
