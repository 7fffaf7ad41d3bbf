import { describe, expect, it } from 'vitest';
import { type Answer, ENGINES, startTestServer, type TestServer } from '../../../test/index.ts';

interface Effect {
  readonly column: string;
  readonly change: string;
  readonly problem: string | null;
  readonly rows: number;
}

type TableAnswer = Answer<{
  readonly name: string;
  readonly columns: { name: string }[];
  readonly effects?: readonly Effect[];
}>;

const COLUMNS = [
  { name: 'title', type: 'text' },
  { name: 'state', type: 'text', enum: ['open', 'done'] },
  { name: 'price', type: 'number' },
  { name: 'note', type: 'text' },
];

async function open(server: TestServer) {
  const project = await server.createProject();
  const rules = { read: { level: 'public', where: 'note:neq:secret' } };
  await project.createTable({ name: 'things', columns: COLUMNS, rules });
  await project.secretApi('/data/things', {
    json: [
      { title: 'a', state: 'open', price: 1, note: 'x'.repeat(3000) },
      { title: 'a', state: 'done', price: null, note: 'y' },
      { title: null, state: null, price: 2, note: null },
    ],
  });
  const alter = async (change: object, search = '?dry_run=true') =>
    (await project.cloudApi<TableAnswer>(`/tables/things${search}`, { method: 'PATCH', json: change })).body;
  return { project, alter };
}

describe.each(ENGINES)('the preview of a table change on %s', (engine) => {
  describe('200', () => {
    it('reports for each column what changes, what prevents it and for how many rows, and changes nothing', async () => {
      await using server = await startTestServer({ engine });
      const { project, alter } = await open(server);
      const before = (await project.cloudApi<TableAnswer>('/tables/things')).body;
      const change = {
        rename: 'goods',
        drop_columns: ['note', 'price'],
        change_columns: [
          { name: 'title', required: true, unique: true, indexed: true },
          { name: 'state', rename: 'status', enum: ['open', 'late'], hidden: true },
        ],
        add_columns: [
          { name: 'one', type: 'text', required: true },
          { name: 'two', type: 'text', required: true, default: 'x' },
          { name: 'three', type: 'text', unique: true, default: 'x' },
          { name: 'four', type: 'text' },
        ],
      };
      const { data } = await alter(change);
      expect(data.effects).toEqual([
        { column: 'note', change: 'drop', problem: 'in_use', rows: 2 },
        { column: 'price', change: 'drop', problem: null, rows: 2 },
        { column: 'title', change: 'required', problem: 'nulls', rows: 1 },
        { column: 'title', change: 'unique', problem: 'duplicates', rows: 1 },
        { column: 'title', change: 'indexed', problem: null, rows: 0 },
        { column: 'state', change: 'rename', problem: null, rows: 0 },
        { column: 'state', change: 'hidden', problem: null, rows: 0 },
        { column: 'state', change: 'enum', problem: 'values', rows: 1 },
        { column: 'one', change: 'add', problem: 'nulls', rows: 3 },
        { column: 'two', change: 'add', problem: null, rows: 3 },
        { column: 'three', change: 'add', problem: 'duplicates', rows: 2 },
        { column: 'four', change: 'add', problem: null, rows: 0 },
      ]);
      expect(data.name).toBe('goods');
      expect(data.columns.map(({ name }) => name).slice(4)).toEqual([
        'title',
        'status',
        'note',
        'one',
        'two',
        'three',
        'four',
      ]);
      expect((await project.cloudApi<TableAnswer>('/tables/things')).body).toEqual(before);
    });

    it('predicts exactly the answer of the change itself', async () => {
      await using server = await startTestServer({ engine });
      const { alter } = await open(server);
      const changes: [object, string | null, string | undefined][] = [
        [{ change_columns: [{ name: 'title', required: true }] }, 'nulls', 'validation_failed'],
        [{ change_columns: [{ name: 'title', unique: true }] }, 'duplicates', 'duplicate'],
        [{ change_columns: [{ name: 'note', unique: true }] }, 'values', 'validation_failed'],
        [{ change_columns: [{ name: 'note', indexed: true }] }, 'values', 'validation_failed'],
        [{ change_columns: [{ name: 'state', enum: ['open'] }] }, 'values', 'validation_failed'],
        [{ add_columns: [{ name: 'must', type: 'integer', required: true }] }, 'nulls', 'validation_failed'],
        [{ drop_columns: ['note'] }, 'in_use', 'in_use'],
        [{ change_columns: [{ name: 'state', enum: null }] }, null, undefined],
        [{ change_columns: [{ name: 'price', unique: true, default: 4 }] }, null, undefined],
        [{ drop_columns: ['note'], rules: { read: 'public' } }, null, undefined],
      ];
      for (const [change, problem, code] of changes) {
        const { effects = [] } = (await alter(change)).data;
        expect([change, effects[0]?.problem]).toEqual([change, problem]);
        expect([change, (await alter(change, '')).code]).toEqual([change, code]);
      }
    });
  });

  it('refuses changes that could never succeed, and callers who may not make them', async () => {
    await using server = await startTestServer({ engine });
    const { alter } = await open(server);
    expect((await alter({ drop_columns: ['nope'] })).code).toBe('unknown_column');
    expect((await alter({ add_columns: [{ name: 'title', type: 'text' }] })).code).toBe('duplicate');
    expect((await alter({ rules: { read: { level: 'public', where: 'nope:eq:1' } } })).code).toBe('unknown_column');
    expect((await alter({}, '?dry_run=maybe')).code).toBe('validation_failed');
    expect((await alter({})).data.effects).toEqual([]);
  });
});
