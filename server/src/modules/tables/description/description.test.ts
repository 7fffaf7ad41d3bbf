import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestProject, type TestServer } from '../../../../test/index.ts';

type Json = Record<string, unknown>;

describe('the description of a project', () => {
  let server: TestServer;
  let project: TestProject;
  beforeAll(async () => {
    server = await startTestServer();
    project = await server.createProject();
    await project.createTable({
      name: 'orders',
      columns: [
        { name: 'title', type: 'text', required: true },
        { name: 'status', type: 'text', enum: ['open', 'paid'], default: 'open' },
        { name: 'note', type: 'text', enum: ['a'] },
        { name: 'amount', type: 'integer', read_only: true },
        { name: 'price', type: 'number' },
        { name: 'paid', type: 'boolean' },
        { name: 'at', type: 'timestamp' },
        { name: 'day', type: 'date' },
        { name: 'data', type: 'json' },
        { name: 'up', type: 'reference', table: 'orders' },
        { name: 'secret', type: 'text', hidden: true },
      ],
      indexes: [
        { columns: ['title', 'day'], unique: true },
        { columns: ['title', 'secret'], unique: true },
        { columns: ['title', 'price'] },
      ],
      rules: { read: 'public', create: 'public' },
    });
  });
  afterAll(async () => {
    await server?.close();
  });

  const documentFor = async (isSecret: boolean): Promise<Json> => {
    const answer = isSecret ? await project.cloudApi<Json>('/openapi.json') : await project.api<Json>('/openapi.json');
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const checkerOf = (document: Json) => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    formats.default(ajv);
    ajv.addSchema(document, 'document');
    return (pointer: string, value: unknown): unknown => {
      const check = ajv.getSchema(`document#${pointer}`);
      if (check === undefined) throw new Error(`nothing at ${pointer}`);
      return check(value) === true ? undefined : check.errors;
    };
  };
  const pointerTo = (method: string, path: string, rest: string): string =>
    `/paths/${path.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}/${method}/${rest}`;
  const ANSWER = (status: number) => `responses/${status}/content/application~1json/schema`;

  test('lists `search` only for callers who may see a searchable column of the table', async () => {
    for (const hidden of [false, true]) {
      const columns = [{ name: 'text', type: 'text', searchable: true, hidden }];
      await project.createTable({ name: hidden ? 'drafts' : 'notes', columns, rules: { read: 'public' } });
    }
    const searched = async (isSecret: boolean): Promise<readonly string[]> => {
      const paths = Object.entries((await documentFor(isSecret))['paths'] as Record<string, Record<string, Json>>);
      const shown = paths.filter(([, { get }]) => {
        const parameters = (get?.['parameters'] ?? []) as readonly Json[];
        return parameters.some(({ name }) => name === 'search');
      });
      return shown.map(([path]) => path.replace(/.*\/data/, '')).sort();
    };
    expect(await searched(false)).toEqual(['/notes', '/notes/export']);
    expect(await searched(true)).toEqual(['/drafts', '/drafts/export', '/notes', '/notes/export']);
  });

  test('lists the columns that on_conflict accepts, and hidden columns only for members', async () => {
    const keysFor = async (isSecret: boolean): Promise<unknown> => {
      const paths = (await documentFor(isSecret))['paths'] as Record<string, Record<string, { parameters: Json[] }>>;
      const insert = paths[`/api/baas/${project.id}/data/orders`]?.['post'];
      const parameter = insert?.parameters.find(({ name }) => name === 'on_conflict');
      return String(parameter?.['description']).split('One of: ')[1];
    };
    expect(await keysFor(false)).toBe('id; title,day.');
    expect(await keysFor(true)).toBe('id; title,day; title,secret.');
  });

  test('matches the answers that callers get and the bodies they send', async () => {
    const check = checkerOf(await documentFor(false));
    const table = `/api/baas/${project.id}/data/orders`;
    const body = {
      title: 'a',
      note: null,
      at: '2026-01-02T03:04:05Z',
      day: '2026-01-02',
      data: { any: [1] },
      price: 0.5,
    };
    expect(check(pointerTo('post', table, 'requestBody/content/application~1json/schema'), body)).toBeUndefined();
    const made = await project.api<{ data: { id: string } }>('/data/orders', { json: body });
    expect(made.status).toBe(201);
    expect(check(pointerTo('post', table, ANSWER(201)), made.body)).toBeUndefined();
    for (const query of ['', '?select=id,title', '?limit=0', '?count=none']) {
      const listed = await project.api(`/data/orders${query}`);
      expect(check(pointerTo('get', table, ANSWER(200)), listed.body), query).toBeUndefined();
    }
    const one = await project.api(`/data/orders/${made.body.data.id}`);
    expect(check(pointerTo('get', `${table}/{id}`, ANSWER(200)), one.body)).toBeUndefined();
    expect(check(pointerTo('get', `${table}/{id}`, ANSWER(200)), { data: { colour: 1 }, count: 1 })).toBeDefined();
    for (const wrong of [
      {},
      { title: null },
      { title: 'a', amount: 1 },
      { title: 'a', secret: 's' },
      { title: 'a', status: 'x' },
    ]) {
      expect(check('/components/schemas/orders_insert', wrong), JSON.stringify(wrong)).toBeDefined();
    }
  });

  test('shows hidden and read-only columns to secret callers only', async () => {
    const { components } = await documentFor(false);
    // The answer that enrols a second factor has a field of this name too.
    expect(JSON.stringify(components)).not.toContain('"secret"');
    const secret = await documentFor(true);
    const check = checkerOf(secret);
    expect(
      check('/components/schemas/orders_insert', { title: 'a', secret: 's', amount: 1, owner_id: null }),
    ).toBeUndefined();
    const made = await project.secretApi('/data/orders', { json: { title: 'a' } });
    const path = `/api/baas/${project.id}/data/orders`;
    expect(check(pointerTo('post', path, ANSWER(201)), made.body)).toBeUndefined();
  });

  test('reflects a table change at once and names every operation uniquely', async () => {
    await project.createTable({ name: 'more', columns: [] });
    const { paths } = (await documentFor(false)) as { paths: Record<string, Record<string, { operationId: string }>> };
    expect(Object.keys(paths)).toContain(`/api/baas/${project.id}/data/more/{id}`);
    expect(JSON.stringify(paths)).not.toContain('project_id');
    const names = Object.values(paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  test('requires a key', async () => {
    expect((await project.api('/openapi.json', { key: null })).status).toBe(401);
    expect((await server.api(`/api/cloud/projects/${project.id}/openapi.json`)).status).toBe(401);
  });
});
