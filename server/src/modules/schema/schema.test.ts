import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deploy } from '../../../test/functions.ts';
import { type Answer, ENGINES, startTestServer, type TestProject, type TestServer } from '../../../test/index.ts';
import { createMember, createOwner } from '../../../test/operators.ts';

interface Step {
  readonly action: string;
  readonly table?: string;
  readonly column?: string;
  readonly function?: string;
  readonly loses: { readonly rows: number } | null;
  readonly opens: boolean;
}

type SchemaAnswer = Answer<{ readonly plan: readonly Step[]; readonly applied: boolean; readonly revision: string }>;

interface Schema {
  readonly version: 1;
  readonly tables: Record<string, object>;
  readonly functions?: Record<string, object>;
}

const text = (name: string, options: object = {}): object => ({ name, type: 'text', ...options });
const reference = (name: string, table: string, options: object = {}): object => ({
  name,
  type: 'reference',
  table,
  ...options,
});

describe.each(ENGINES)('the schema as one document on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ engine });
  });
  afterAll(() => server?.close());

  const put = (project: TestProject, schema: Schema, query = '', headers: Record<string, string> = {}) =>
    project.cloudApi<SchemaAnswer>(`/schema${query}`, { method: 'PUT', json: schema, headers });
  const get = async (project: TestProject) =>
    (await project.cloudApi<{ data: { revision: string; schema: Schema } }>('/schema')).body.data;
  const only = (tables: Schema['tables']): Schema => ({ version: 1, tables });
  const actions = (answer: { body: SchemaAnswer }): string[] =>
    answer.body.data.plan.map(({ action, table, column, function: name }) =>
      [action, [table, column].filter(Boolean).join('.') || name].join(' '),
    );

  test('two documents swap two names and keep rows, references and indexes', async () => {
    const project = await server.createProject();
    await put(project, only({ a: { columns: [text('x')] }, b: { columns: [text('y'), reference('to', 'a')] } }));
    const row = await project.secretApi<{ data: { id: string } }>('/data/a', { json: { x: 'of a' } });
    await project.secretApi('/data/b', { json: { y: 'of b', to: row.body.data.id } });
    const renamed = await put(
      project,
      only({
        a2: { renamed_from: 'a', columns: [text('x')] },
        b2: { renamed_from: 'b', columns: [text('y'), reference('to', 'a2')] },
      }),
    );
    expect(actions(renamed)).toEqual(['rename_table a2', 'rename_table b2']);
    const back = await put(
      project,
      only({
        b: { renamed_from: 'a2', columns: [text('x')] },
        a: { renamed_from: 'b2', columns: [text('y'), reference('to', 'b')] },
      }),
    );
    expect(actions(back)).toEqual(['rename_table b', 'rename_table a']);
    expect((await project.secretApi('/data/a?select=y,to')).body).toEqual({
      data: [{ y: 'of b', to: row.body.data.id }],
      count: 1,
    });
    expect((await project.secretApi('/data/b?select=x')).body).toEqual({ data: [{ x: 'of a' }], count: 1 });
    expect((await project.secretApi('/data/a', { json: { to: row.body.data.id } })).status).toBe(201);
  });

  test('when rows prevent the change of one table, no table changes', async () => {
    const project = await server.createProject();
    const before = only({ a: { columns: [text('x')] }, b: { columns: [text('y')] } });
    await put(project, before);
    await project.secretApi('/data/b', { json: [{ y: 'same' }, { y: 'same' }, {}] });
    const cases: readonly [object, number, string, string][] = [
      [text('y', { unique: true }), 409, 'duplicate', 'tables.b.y'],
      [text('y', { required: true }), 400, 'validation_failed', 'tables.b.y'],
      [text('y', { enum: ['other'] }), 400, 'validation_failed', 'tables.b.y'],
    ];
    for (const [column, status, code, field] of cases) {
      const answer = await put(
        project,
        only({ a: { columns: [text('x'), text('new')] }, b: { columns: [column] }, c: { columns: [] } }),
      );
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      expect(Object.keys(answer.body.details?.fields ?? {})).toEqual([field]);
      expect((await get(project)).schema.tables).toMatchObject(before.tables);
      expect(Object.keys((await get(project)).schema.tables)).toEqual(['a', 'b']);
    }
  });

  describe('200', () => {
    test('creates tables that refer to each other in a cycle, and applying the document again changes nothing', async () => {
      const project = await server.createProject();
      const schema = only({
        people: {
          columns: [text('name', { required: true }), reference('team', 'teams'), reference('boss', 'people')],
          rules: { read: 'public', create: 'authenticated', update: 'owner', delete: 'private' },
        },
        teams: {
          columns: [text('name', { unique: true }), reference('lead', 'people', { on_delete: 'set_null' })],
          indexes: [{ columns: ['name', 'lead'] }],
        },
      });
      const first = await put(project, schema);
      expect([first.status, actions(first), first.body.data.applied]).toEqual([
        200,
        ['create_table people', 'create_table teams'],
        true,
      ]);
      expect(first.body.data.plan.map(({ opens }) => opens)).toEqual([true, false]);
      const again = await put(project, schema);
      expect(again.body.data).toEqual({ plan: [], applied: false, revision: first.body.data.revision });
      const shown = await get(project);
      expect(shown.revision).toBe(first.body.data.revision);
      expect(shown.schema).toEqual({
        version: 1,
        tables: {
          people: {
            columns: [text('name', { required: true }), reference('team', 'teams'), reference('boss', 'people')],
            rules: { read: 'public', create: 'authenticated', update: 'owner', delete: 'private' },
          },
          teams: {
            columns: [text('name', { unique: true }), reference('lead', 'people', { on_delete: 'set_null' })],
            indexes: [{ columns: ['name', 'lead'] }],
            rules: { read: 'private', create: 'private', update: 'private', delete: 'private' },
          },
        },
        functions: {},
      });
      expect((await put(project, shown.schema)).body.data.plan).toEqual([]);
      const team = await project.secretApi<{ data: { id: string } }>('/data/teams', { json: { name: 'A' } });
      const person = await project.secretApi<{ data: { id: string } }>('/data/people', {
        json: { name: 'Ann', team: team.body.data.id },
      });
      const lead = { method: 'PATCH', json: { lead: person.body.data.id } };
      expect((await project.secretApi(`/data/teams/${team.body.data.id}`, lead)).status).toBe(200);
    });

    test('renames tables and columns and keeps their rows; the former names may stay in the document', async () => {
      const project = await server.createProject();
      await put(project, only({ a: { columns: [text('x'), text('y')] }, b: { columns: [reference('to', 'a')] } }));
      const row = await project.secretApi<{ data: { id: string } }>('/data/a', { json: { x: '1', y: '2' } });
      await project.secretApi('/data/b', { json: { to: row.body.data.id } });
      const renamed = only({
        c: { renamed_from: 'a', columns: [text('y2', { renamed_from: 'y' }), text('x2', { renamed_from: 'x' })] },
        b: { columns: [reference('to', 'c')] },
      });
      const first = await put(project, renamed);
      expect(actions(first)).toEqual(['rename_table c', 'rename_column c.x2', 'rename_column c.y2']);
      expect((await project.secretApi('/data/c?select=x2,y2')).body).toEqual({
        data: [{ x2: '1', y2: '2' }],
        count: 1,
      });
      expect((await put(project, renamed)).body.data.plan).toEqual([]);
      // A name that the document itself uses is not a former name: the table with that name stays as it is.
      const taken = only({
        b: { renamed_from: 'c', columns: [reference('to', 'd')] },
        d: { renamed_from: 'c', columns: [] },
      });
      const tried = await put(project, taken, '?dry_run=true');
      expect(actions(tried)).toEqual(['rename_table d', 'drop_column d.x2', 'drop_column d.y2']);
    });

    test('reports which changes give callers more rights', async () => {
      const project = await server.createProject();
      const table = (rules: object, options: object = {}): Schema =>
        only({ t: { columns: [text('x', options)], rules } });
      const opensAfter = async (rules: object, options: object = {}): Promise<unknown> => {
        const { plan } = (await put(project, table(rules, options))).body.data;
        return plan.map(({ action, opens }) => [action, opens]);
      };
      await put(project, table({ read: 'private' }, { hidden: true }));
      expect(await opensAfter({ read: 'owner' }, { hidden: true })).toEqual([['set_rules', true]]);
      expect(await opensAfter({ read: 'authenticated' }, { hidden: true })).toEqual([['set_rules', true]]);
      expect(await opensAfter({ read: { level: 'authenticated', where: 'x:eq:a' } }, { hidden: true })).toEqual([
        ['set_rules', false],
      ]);
      expect(await opensAfter({ read: { level: 'authenticated', where: 'x:eq:b' } }, { hidden: true })).toEqual([
        ['set_rules', true],
      ]);
      expect(await opensAfter({ read: 'role:staff' }, { hidden: true })).toEqual([['set_rules', true]]);
      expect(await opensAfter({ read: 'owner' }, { hidden: true })).toEqual([['set_rules', true]]);
      expect(await opensAfter({ read: 'private' }, { hidden: true })).toEqual([['set_rules', false]]);
      expect(await opensAfter({ read: 'private' })).toEqual([['change_column', true]]);
      expect(await opensAfter({ read: 'private' }, { hidden: true })).toEqual([['change_column', false]]);
    });

    test('sets the options of manually deployed functions in the same transaction', async () => {
      const project = await server.createProject();
      await deploy(project, 'greet', 'export default () => 1;', { access: 'private', description: 'Greets' });
      expect((await get(project)).schema.functions).toEqual({
        greet: { trigger: 'http', access: 'private', description: 'Greets' },
      });
      const schema: Schema = {
        version: 1,
        tables: { t: { columns: [] } },
        functions: { greet: { trigger: 'http', retries: 1 } },
      };
      const done = await put(project, schema);
      expect(actions(done)).toEqual(['create_table t', 'set_function greet']);
      expect(done.body.data.plan[1]).toMatchObject({ opens: true, loses: null });
      const shown = await project.cloudApi<{ data: object }>('/functions/greet');
      expect(shown.body.data).toMatchObject({ access: 'public', retries: 1, description: null, version: 1 });
      expect((await project.api('/functions/greet/invoke', { json: {} })).status).toBe(200);
      expect((await put(project, schema)).body.data.plan).toEqual([]);
      expect((await put(project, { version: 1, tables: { t: { columns: [] } } })).body.data.plan).toEqual([]);
    });
  });

  describe('400', () => {
    test('drops tables in a cycle and columns only after confirmation, and counts the lost rows', async () => {
      const project = await server.createProject();
      await put(
        project,
        only({
          one: { columns: [reference('two', 'two')] },
          two: { columns: [reference('one', 'one')] },
          kept: { columns: [text('title'), text('body'), reference('one', 'one')] },
        }),
      );
      await project.secretApi('/data/kept', { json: [{ title: 'a', body: 'b' }, { title: 'c' }] });
      const one = await project.secretApi<{ data: { id: string } }>('/data/one', { json: {} });
      const two = await project.secretApi<{ data: { id: string } }>('/data/two', { json: { one: one.body.data.id } });
      await project.secretApi(`/data/one/${one.body.data.id}`, { method: 'PATCH', json: { two: two.body.data.id } });
      const smaller = only({ kept: { columns: [text('title')] } });
      const tried = await put(project, smaller, '?dry_run=true');
      expect(tried.body.data).toMatchObject({ applied: false });
      expect(tried.body.data.plan.map(({ action, table, column, loses }) => [action, table, column, loses])).toEqual([
        ['drop_column', 'kept', 'body', { rows: 1 }],
        ['drop_column', 'kept', 'one', { rows: 0 }],
        ['drop_table', 'one', undefined, { rows: 1 }],
        ['drop_table', 'two', undefined, { rows: 1 }],
      ]);
      for (const query of ['', '?confirm=another']) {
        const refused = await put(project, smaller, query);
        expect([refused.status, refused.body.code]).toEqual([400, 'confirmation_required']);
        expect(refused.body.details?.plan).toEqual(tried.body.data.plan);
      }
      expect(Object.keys((await get(project)).schema.tables)).toEqual(['kept', 'one', 'two']);
      const done = await put(project, smaller, `?confirm=${project.id}`);
      expect(done.body.data).toMatchObject({ applied: true });
      expect((await get(project)).schema.tables).toEqual({
        kept: expect.objectContaining({ columns: [text('title')] }),
      });
      expect((await project.secretApi('/data/kept?select=title')).body).toMatchObject({ count: 2 });
    });

    test.each([
      ['another type', only({ a: { columns: [{ name: 'x', type: 'integer' }] } }), 'tables.a.columns.0.type'],
      [
        'another target',
        only({ a: { columns: [text('x'), reference('r', 'b')] }, b: { columns: [] } }),
        'tables.a.columns.1.table',
      ],
      ['a reference to nothing', only({ n: { columns: [reference('r', 'gone')] } }), 'tables.n.columns.0.table'],
      ['a bad name', only({ 'A b': { columns: [] } }), 'tables.A b'],
      ['a column twice', only({ n: { columns: [text('x'), text('x')] } }), 'tables.n.columns.1.name'],
      ['an unknown option', only({ n: { columns: [text('x', { uniqe: true })] } }), 'tables.n.columns.0.uniqe'],
      [
        'a rule with an unknown level',
        only({ n: { columns: [], rules: { read: 'everybody' } } }),
        'tables.n.rules.read',
      ],
      [
        'an unknown function',
        { version: 1, tables: {}, functions: { f: { trigger: 'http' } } } as Schema,
        'functions.f',
      ],
      [
        'two renamed from one',
        only({ p: { columns: [], renamed_from: 'a' }, q: { columns: [], renamed_from: 'a' } }),
        'tables.q.renamed_from',
      ],
    ])('%s is 400 and names the field', async (_what, schema, field) => {
      const project = await server.createProject();
      await put(project, only({ a: { columns: [text('x'), reference('r', 'a')] } }));
      const answer = await put(project, schema, `?confirm=${project.id}`);
      expect([answer.status, answer.body.code], answer.text).toEqual([400, 'validation_failed']);
      expect(Object.keys(answer.body.details?.fields ?? {})).toContain(field);
    });
  });

  describe('409', () => {
    test('is refused and changes nothing when the project has changed since the preview', async () => {
      const project = await server.createProject();
      const { revision } = await get(project);
      const match = { 'if-match': `"${revision}"` };
      expect((await put(project, only({ a: { columns: [] } }), '', match)).status).toBe(200);
      const late = await put(project, only({ b: { columns: [] } }), '', match);
      expect([late.status, late.body.code, late.body.details?.current]).toEqual([
        409,
        'conflict',
        (await get(project)).revision,
      ]);
      expect(Object.keys((await get(project)).schema.tables)).toEqual(['a']);
    });
  });

  test('a table that a webhook uses cannot be dropped, and its deliveries continue after a rename', async () => {
    const project = await server.createProject();
    await put(project, only({ t: { columns: [text('x')] } }));
    const hook = { table: 't', events: ['insert'], url: 'https://example.com/hook', enabled: false };
    expect((await project.cloudApi('/webhooks', { json: hook })).status).toBe(201);
    const dropped = await put(project, only({}), `?confirm=${project.id}`);
    expect([dropped.status, dropped.body.code]).toEqual([409, 'in_use']);
    await put(project, only({ u: { renamed_from: 't', columns: [text('x'), text('y')] } }));
    await project.secretApi('/data/u', { json: { x: 'a', y: 'b' } });
    const hooks = await project.cloudApi<{ data: { id: string; table: string }[] }>('/webhooks');
    const { id = '', table } = hooks.body.data[0] ?? {};
    expect(table).toBe('u');
    const log = await project.cloudApi<{ data: object[] }>(`/webhooks/${id}/deliveries`);
    expect(log.body.data).toMatchObject([{ event: 'insert', table: 'u', state: 'skipped' }]);
  });

  test('concurrent documents apply one after the other, each as a whole', async () => {
    const project = await server.createProject();
    const names = ['a', 'b', 'c', 'd', 'e'];
    const answers = await Promise.all(
      names.map((name) => put(project, only({ [name]: { columns: [text('x')] } }), `?confirm=${project.id}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
    expect(Object.keys((await get(project)).schema.tables)).toHaveLength(1);
  });

  test('applying a document keeps payment tables that it does not name', async () => {
    const project = await server.createProject();
    await project.createTable({ name: 'payments', columns: [{ name: 'amount', type: 'integer' }] });
    expect((await get(project)).schema.tables).toEqual({});
    expect((await put(project, only({}))).body.data.plan).toEqual([]);
  });
});

describe('the schema as one document', () => {
  test('viewers may read, editors change tables, admins change function options, and the audit log records it', async () => {
    await using server = await startTestServer();
    await createOwner(server);
    const project = await server.createProject();
    await deploy(project, 'f', 'export default () => 1;');
    const tables = { version: 1, tables: { t: { columns: [] } } };
    const options = { version: 1, tables: { t: { columns: [] } }, functions: { f: { trigger: 'http', retries: 1 } } };
    const at = `/projects/${project.id}/schema`;
    const [viewer, editor, admin] = await Promise.all(
      (['viewer', 'editor', 'admin'] as const).map((role) => createMember(server, project, role)),
    );
    const send = (who: typeof viewer, json: unknown, query = '') =>
      who?.api<SchemaAnswer>(`${at}${query}`, { method: 'PUT', json });
    expect((await viewer?.api(at))?.status).toBe(200);
    expect((await send(viewer, tables, '?dry_run=true'))?.status).toBe(200);
    expect((await send(viewer, tables))?.body.code).toBe('forbidden');
    expect((await send(editor, tables))?.body.data.applied).toBe(true);
    expect((await send(editor, options))?.body.code).toBe('forbidden');
    expect((await send(admin, options))?.body.data.applied).toBe(true);
    const log = await project.cloudApi<{ data: { action: string; details: object }[] }>('/audit?action=schema.apply');
    expect(log.body.data).toMatchObject([
      { action: 'schema.apply', details: { changed: ['set_function f'] } },
      { action: 'schema.apply', details: { changed: ['create_table t'] } },
    ]);
  });
});
