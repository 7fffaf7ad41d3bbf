import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENGINES, startTestServer, type TestProject, type TestServer } from '../../../test/index.ts';

interface Failure {
  readonly error: string;
  readonly code: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

interface ShownTable {
  readonly data: {
    readonly name: string;
    readonly columns: readonly Readonly<Record<string, unknown>>[];
    readonly rules: unknown;
    readonly row_count?: number;
  };
}
describe.each(ENGINES)('creating tables over HTTP on %s', (engine) => {
  let server: TestServer;
  let project: TestProject;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    project = await server.createProject();
  });
  afterAll(async () => {
    await server?.close();
  });
  const make = async (table: object): Promise<{ status: number; body: Failure }> =>
    await project.cloudApi<Failure>('/tables', { json: table });
  const auditOf = async (target: string): Promise<readonly string[]> => {
    const log = await project.cloudApi<{ data: { action: string; target: string }[] }>(
      '/audit?limit=1000&order=created_at',
    );
    return log.body.data.filter((entry) => entry.target === target).map(({ action }) => action);
  };
  describe('201', () => {
    test('a table is created with its columns, options and rules, and returned in the same form', async () => {
      const made = await project.cloudApi<ShownTable>('/tables', {
        json: {
          name: 'orders',
          columns: [
            { name: 'title', type: 'text', required: true },
            { name: 'status', type: 'text', enum: ['open', 'paid'], default: 'open', indexed: true },
            { name: 'number', type: 'integer', unique: true },
            { name: 'secret', type: 'json', hidden: true, default: { a: [1] } },
            { name: 'parent', type: 'reference', table: 'orders', on_delete: 'cascade' },
          ],
          rules: { read: 'public', update: { level: 'owner', where: 'status:neq:paid' } },
        },
      });
      expect(made.status).toBe(201);
      expect(made.body.data.rules).toEqual({
        read: 'public',
        create: 'private',
        update: { level: 'owner', where: 'status:neq:paid' },
        delete: 'private',
      });
      expect(made.body.data.columns.slice(4)).toEqual([
        column('title', 'text', { required: true }),
        column('status', 'text', { enum: ['open', 'paid'], default: 'open', indexed: true }),
        column('number', 'integer', { unique: true, indexed: true }),
        column('secret', 'json', { hidden: true, default: { a: [1] } }),
        column('parent', 'reference', { table: 'orders', on_delete: 'cascade', indexed: true }),
      ]);
      expect(made.body.data.columns.slice(0, 4).map(({ name, system }) => [name, system])).toEqual([
        ['id', true],
        ['created_at', true],
        ['updated_at', true],
        ['owner_id', true],
      ]);
      const shown = await project.cloudApi('/tables/orders');
      expect(shown.body).toEqual({ data: { ...made.body.data, row_count: 0 }, count: 1 });
      const listed = await project.cloudApi<{ data: unknown[] }>('/tables?order=created_at:desc');
      expect(listed.body.data).toContainEqual(made.body.data);
      expect(await auditOf('orders')).toEqual(['table.create']);
    });
  });

  describe('400', () => {
    test.each([
      ['an invalid name', { name: 'Orders' }, 'validation_failed', 'name'],
      ['an empty name', { name: '' }, 'validation_failed', 'name'],
      ['a name of 64 characters', { name: 'a'.repeat(64) }, 'validation_failed', 'name'],
      ['the name of a system column', one({ name: 'owner_id', type: 'text' }), 'validation_failed', 'columns.0.name'],
      [
        'a key of Object.prototype as a name',
        one({ name: '__proto__', type: 'text' }),
        'validation_failed',
        'columns.0.name',
      ],
      ['an unknown type', one({ name: 'a', type: 'blob' }), 'validation_failed', 'columns.0.type'],
      ['an unknown option', one({ name: 'a', type: 'text', primary: true }), 'validation_failed', 'columns.0.primary'],
      [
        'two columns with one name',
        {
          name: 'bad',
          columns: [
            { name: 'a', type: 'text' },
            { name: 'a', type: 'text' },
          ],
        },
        'validation_failed',
        'columns.1.name',
      ],
      ['an enum of numbers', one({ name: 'a', type: 'integer', enum: ['1'] }), 'validation_failed', 'columns.0.enum'],
      ['an empty enum', one({ name: 'a', type: 'text', enum: [] }), 'validation_failed', 'columns.0.enum'],
      [
        'an enum with a value twice',
        one({ name: 'a', type: 'text', enum: ['x', 'x'] }),
        'validation_failed',
        'columns.0.enum',
      ],
      [
        'an enum of 501 values',
        one({ name: 'a', type: 'text', enum: Array.from({ length: 501 }, (_, n) => `v${n}`) }),
        'validation_failed',
        'columns.0.enum',
      ],
      [
        'a default of another type',
        one({ name: 'a', type: 'integer', default: '1' }),
        'validation_failed',
        'columns.0.default',
      ],
      [
        'a default outside the enum',
        one({ name: 'a', type: 'text', enum: ['x'], default: 'y' }),
        'validation_failed',
        'columns.0.default',
      ],
      [
        'a default for a reference',
        one({ name: 'a', type: 'reference', table: 'bad', default: '0198' }),
        'validation_failed',
        'columns.0.default',
      ],
      [
        'a default with NUL',
        one({ name: 'a', type: 'text', default: 'a\0b' }),
        'validation_failed',
        'columns.0.default',
      ],
      ['a unique json', one({ name: 'a', type: 'json', unique: true }), 'validation_failed', 'columns.0.unique'],
      ['an indexed json', one({ name: 'a', type: 'json', indexed: true }), 'validation_failed', 'columns.0.indexed'],
      ['a reference to nothing', one({ name: 'a', type: 'reference' }), 'validation_failed', 'columns.0.table'],
      [
        'a reference to an unknown table',
        one({ name: 'a', type: 'reference', table: 'nowhere' }),
        'validation_failed',
        'columns.0.table',
      ],
      [
        'set_null on a required reference',
        one({ name: 'a', type: 'reference', table: 'bad', on_delete: 'set_null', required: true }),
        'validation_failed',
        'columns.0.on_delete',
      ],
      [
        'on_delete on a text',
        one({ name: 'a', type: 'text', on_delete: 'cascade' }),
        'validation_failed',
        'columns.0.on_delete',
      ],
      ['an unknown level', { name: 'bad', rules: { read: 'everyone' } }, 'validation_failed', 'rules.read'],
      ['a role without a name', { name: 'bad', rules: { read: 'role:' } }, 'validation_failed', 'rules.read'],
      ['an unknown action', { name: 'bad', rules: { list: 'public' } }, 'validation_failed', 'rules.list'],
      [
        '10,000 columns',
        { name: 'bad', columns: Array.from({ length: 10_000 }, (_, n) => ({ name: `c${n}`, type: 'text' })) },
        'validation_failed',
        'columns',
      ],
    ])('%s is refused and creates nothing', async (_, table, code, field) => {
      const answer = await make(table);
      expect([answer.status, answer.body.code]).toEqual([400, code]);
      expect(Object.keys((answer.body.details as { fields: object }).fields)).toContain(field);
      expect((await project.cloudApi('/tables/bad')).status).toBe(404);
    });

    test.each([
      ['a condition on an unknown column', 'colour:eq:red', 'unknown_column'],
      ['a condition that is not a filter', 'title:', 'invalid_filter'],
      ['an operator that does not fit', 'title:is:true', 'invalid_filter'],
      ['a condition nine groups deep', `${'or('.repeat(9)}title:eq:a${')'.repeat(9)}`, 'invalid_filter'],
      ['a condition of the wrong kind', 17, 'invalid_filter'],
    ])('%s is refused', async (_, where, code) => {
      const table = {
        name: 'bad',
        columns: [{ name: 'title', type: 'text' }],
        rules: { read: { level: 'public', where } },
      };
      const answer = await make(table);
      expect([answer.status, answer.body.code]).toEqual([400, code]);
      expect((await project.cloudApi('/tables/bad')).status).toBe(404);
    });
  });
});

function column(name: string, type: string, options: object): object {
  const none = { required: false, unique: false, indexed: false, hidden: false, read_only: false };
  return { name, type, ...none, ...options };
}

function one(definition: object): object {
  return { name: 'bad', columns: [definition] };
}
