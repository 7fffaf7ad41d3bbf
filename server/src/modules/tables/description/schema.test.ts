import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deploy } from '../../../../test/functions.ts';
import { startTestServer, type TestProject, type TestServer } from '../../../../test/index.ts';

interface Schema {
  readonly data: {
    readonly tables: readonly { readonly name: string; readonly columns: readonly { readonly name: string }[] }[];
    readonly functions: readonly { readonly name: string }[];
    readonly types: string;
  };
}

const TYPES = `  interface Register {
    tables: {
      constructor: {
        Row: {
          id: string;
          created_at: string;
          updated_at: string;
          owner_id: string | null;
        };
        Insert: {};
        Update: {};
        Kinds: {
          id: 'uuid';
          created_at: 'timestamp';
          updated_at: 'timestamp';
          owner_id: 'uuid';
        };
        Searchable: false;
      };
      orders: {
        Row: {
          id: string;
          created_at: string;
          updated_at: string;
          owner_id: string | null;
          title: string;
          status: "open" | "it's \\"paid\\"";
          amount: number | null;
          extra: unknown;
        };
        Insert: {
          title: string;
          status?: "open" | "it's \\"paid\\"";
          extra?: unknown;
        };
        Update: {
          title?: string;
          status?: "open" | "it's \\"paid\\"";
          extra?: unknown;
        };
        Kinds: {
          id: 'uuid';
          created_at: 'timestamp';
          updated_at: 'timestamp';
          owner_id: 'uuid';
          title: 'text';
          status: 'text';
          amount: 'integer';
          extra: 'json';
        };
        Searchable: true;
      };
    };
    functions: {
      "ai_call": {`;

async function fill(project: TestProject): Promise<void> {
  await project.createTable({
    name: 'orders',
    columns: [
      { name: 'title', type: 'text', required: true, searchable: true },
      { name: 'status', type: 'text', enum: ['open', `it's "paid"`], default: 'open', required: true },
      { name: 'amount', type: 'integer', read_only: true },
      { name: 'extra', type: 'json' },
      { name: 'margin', type: 'text', hidden: true },
    ],
  });
  await project.createTable({ name: 'constructor', columns: [] });
  const source = 'export default () => 1;';
  await deploy(project, 'greet-all', source);
  await deploy(project, 'inside', source, { access: 'private' });
  await deploy(project, 'off', source, { enabled: false });
  await deploy(project, 'hook', source, { trigger: 'webhook' });
}

describe('the schema that app types are generated from', () => {
  let server: TestServer;
  let project: TestProject;
  beforeAll(async () => {
    server = await startTestServer({ config: { mode: 'development' } });
    project = await server.createProject();
    await fill(project);
  });
  afterAll(() => server?.close());

  test('is available with the public key in development mode, without hidden columns', async () => {
    const { status, body, text } = await project.api<Schema>('/schema');
    expect(status).toBe(200);
    expect(body.data.tables.map(({ name }) => name).sort()).toEqual(['constructor', 'orders']);
    expect(text).not.toContain('margin');
    const names = body.data.functions.map(({ name }) => name).sort();
    const templates = ['ai_call', 'billing_portal', 'cancel_subscription', 'process_payment', 'send_email'];
    expect(names).toEqual([...templates, 'greet-all'].sort());
    expect(body.data.types).toContain(TYPES);
    expect(body.data.types).toContain('      "greet-all": { payload: unknown; result: unknown };');
    expect(body.data.types).toMatch(/"process_payment": \{ payload: \{ mode: .* result: \{ id: string; url\?: string/);
    expect(body.data.types).not.toMatch(/inside|"off"|hook/);
    expect((await project.api('/schema', { key: null })).status).toBe(401);
  });

  test('is the same text for members in every mode', async () => {
    const { status, headers, text } = await project.cloudApi('/types.ts');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const { body } = await project.api<Schema>('/schema');
    expect(text).toBe(body.data.types);
    expect((await server.api(`/api/cloud/projects/${project.id}/types.ts`)).status).toBe(401);
  });

  describe('200', () => {
    test('reflects a table change at once', async () => {
      await project.cloudApi('/tables/constructor', { method: 'PATCH', json: { rename: 'builder' } });
      const { body } = await project.api<Schema>('/schema');
      expect(body.data.types).toContain('      builder: {');
      expect(body.data.types).not.toContain('constructor');
    });
  });

  test('is available only to secret callers in production', async () => {
    await using production = await startTestServer();
    const own = await production.createProject();
    const refused = await own.api('/schema');
    expect(refused).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await own.secretApi('/schema')).status).toBe(200);
  });
});
