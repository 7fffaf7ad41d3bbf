import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { ENGINES, startTestServer, type TestServer } from '../../../test/index.ts';
import { createMember, createOwner } from '../../../test/operators.ts';

interface One {
  readonly data: { readonly id: string; readonly name: string; readonly public_key: string };
  readonly count: number;
}

const NOTES = {
  name: 'notes',
  columns: [{ name: 'title', type: 'text' }],
  rules: { read: 'public', create: 'public' },
};

describe.each(ENGINES)('projects on %s', (engine) => {
  it('when thirty callers choose the same id at once, exactly one gets it', async () => {
    await using server = await startTestServer({ engine });
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => server.adminApi('/api/cloud/projects', { json: { name: 'Shop', id: 'shop' } })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 29 }, () => 409)]);
    expect((await server.adminApi<{ count: number }>('/api/cloud/audit')).body.count).toBe(1);
  });

  it('a deleted project is gone once the answer arrives, and a new one with its id starts empty', async () => {
    await using server = await startTestServer({ engine });
    const before = await server.createProject({ id: 'shop' });
    await before.createTable(NOTES);
    expect((await before.api('/data/notes', { json: { title: 'old' } })).status).toBe(201);
    expect(await before.cloudApi('', { method: 'DELETE' })).toMatchObject({ status: 200, body: { count: 1 } });
    expect(await before.api('/data/notes')).toMatchObject({ status: 404, body: { code: 'project_not_found' } });
    expect(await before.cloudApi('')).toMatchObject({ status: 404, body: { code: 'project_not_found' } });
    expect((await before.cloudApi('', { method: 'DELETE' })).status).toBe(404);

    const after = await server.createProject({ id: 'shop' });
    expect(await after.api('/data/notes')).toMatchObject({ status: 404, body: { code: 'table_not_found' } });
    for (const key of [before.publicKey, before.secretKey]) {
      expect(await after.api('/data/notes', { key })).toMatchObject({ status: 401, body: { code: 'invalid_key' } });
    }
    const audit = await after.cloudApi<{ data: { action: string }[] }>('/audit');
    // The log has only the requests refused for keys of the old project, and no older entries.
    expect(audit.body.data.map(({ action }) => action)).toEqual([
      'security.access_refused',
      'key.create',
      'project.create',
    ]);
  });

  describe('200', () => {
    it('PATCH changes only the fields sent, and the next request sees them', async () => {
      await using server = await startTestServer({ engine });
      const project = await server.createProject();
      const origins = ['https://app.example.com', 'http://10.0.0.1:3000'];
      const named = await project.cloudApi('', { method: 'PATCH', json: { name: 'New' } });
      expect(named).toMatchObject({ status: 200, body: { data: { name: 'New', allowed_origins: [] }, count: 1 } });
      const opened = await project.cloudApi('', { method: 'PATCH', json: { allowed_origins: origins } });
      expect(opened).toMatchObject({ status: 200, body: { data: { name: 'New', allowed_origins: origins } } });
      const seen = await project.api('/data/none', { headers: { origin: 'https://app.example.com' } });
      expect(seen.headers.get('access-control-allow-origin')).toBe('https://app.example.com');
    });

    it('lists are paged, ordered and give the total count', async () => {
      await using server = await startTestServer({ engine });
      for (const id of ['ccc', 'aaa', 'bbb']) await server.createProject({ id, name: id.toUpperCase() });
      const ids = async (query: string): Promise<readonly string[]> => {
        const answer = await server.adminApi<{ data: { id: string }[]; count: number }>(`/api/cloud/projects?${query}`);
        expect(answer.body.count).toBe(3);
        return answer.body.data.map(({ id }) => id);
      };
      expect(await ids('order=name:desc')).toEqual(['ccc', 'bbb', 'aaa']);
      expect(await ids('order=id&limit=1&offset=1')).toEqual(['bbb']);
      expect(await ids('limit=0')).toEqual([]);
      expect(await ids('offset=9')).toEqual([]);
    });
  });

  describe('201', () => {
    it('a project belongs to its creator and has its addresses, defaults and a public key', async () => {
      await using server = await startTestServer({ engine });
      const ann = await createOwner(server);
      const made = await ann.api<One>('/projects', { json: { name: '  Ünïcode Shop! ' } });
      expect(made.status).toBe(201);
      const { port } = new URL(server.url);
      const project = {
        id: 'unicode-shop',
        name: 'Ünïcode Shop!',
        plan: 'free',
        public_key: expect.stringMatching(/^pk_[\w-]{32}$/),
        base_url: `${server.url}/api/baas/unicode-shop`,
        app_url: `http://unicode-shop.localhost:${port}/`,
        allowed_origins: [],
        settings: expect.objectContaining({ storage: { upload: 'authenticated', redirect: false } }),
        created_at: expect.stringMatching(/Z$/),
        role: 'owner',
      };
      expect(made.body).toEqual({ data: project, count: 1 });
      expect((await ann.api('/projects/unicode-shop')).body).toEqual(made.body);
      expect((await ann.api('/projects')).body).toEqual({ data: [made.body.data], count: 1 });
      expect((await ann.api('/projects/unicode-shop/members')).body).toMatchObject({
        data: [{ id: ann.id, role: 'owner', status: 'active' }],
        count: 1,
      });
    });
  });

  describe('404', () => {
    it('operators see only projects they are members of; others answer 404', async () => {
      await using server = await startTestServer({ engine });
      const [first, second] = [await server.createProject(), await server.createProject()];
      const bob = await createMember(server, first, 'admin');
      expect(await bob.api('/projects')).toMatchObject({ body: { data: [{ id: first.id }], count: 1 } });
      for (const id of [second.id, 'no-such-project']) {
        const answer = await bob.api(`/projects/${id}`);
        expect(answer).toMatchObject({ status: 404, body: { code: 'project_not_found', error: expect.any(String) } });
      }
      expect((await server.adminApi<{ count: number }>('/api/cloud/projects')).body.count).toBe(2);
    });
  });

  describe('409', () => {
    it('a chosen id that is taken is refused; a derived one gets a suffix', async () => {
      await using server = await startTestServer({ engine });
      const api = server.adminApi;
      expect((await api('/api/cloud/projects', { json: { name: 'Shop', id: 'shop' } })).status).toBe(201);
      const again = await api('/api/cloud/projects', { json: { name: 'Other', id: 'shop' } });
      expect(again).toMatchObject({
        status: 409,
        body: { code: 'duplicate', details: { fields: { id: 'is taken' } } },
      });
      const derived = await api<One>('/api/cloud/projects', { json: { name: 'Shop' } });
      expect(derived.body.data.id).toMatch(/^shop-[a-z0-9]{5}$/);
      expect((await api<{ count: number }>('/api/cloud/projects')).body.count).toBe(2);
    });
  });
});

describe('projects', () => {
  describe('201', () => {
    it('names that do not form a valid id by themselves still get one', async () => {
      await using server = await startTestServer();
      for (const name of ['日本語', '!!!', '42', 'A', 'x'.repeat(100), '-'.repeat(50), 'constructor', '__proto__']) {
        const made = await server.adminApi<One>('/api/cloud/projects', { json: { name } });
        expect(made.status, name).toBe(201);
        expect(made.body.data.id).toMatch(/^[a-z][a-z0-9-]{1,38}[a-z0-9]$/);
      }
    });
  });

  describe('400', () => {
    it('invalid input is refused with its own code and changes nothing', async () => {
      await using server = await startTestServer();
      const project = await server.createProject({ name: 'Before' });
      const patches: readonly object[] = [
        {},
        { name: '' },
        { name: 'a'.repeat(101) },
        { name: 'a\u0007b' },
        { name: null },
        { plan: 'pro' },
        { allowed_origins: 'https://a.example' },
        { allowed_origins: ['*'] },
        { allowed_origins: ['https://*.example.com'] },
        { allowed_origins: ['https://a.example/'] },
        { allowed_origins: ['https://A.example'] },
        { allowed_origins: ['ftp://a.example'] },
        { allowed_origins: ['null'] },
        { allowed_origins: ['https://user@a.example'] },
        { allowed_origins: Array.from({ length: 51 }, (_, index) => `https://a${index}.example`) },
      ];
      for (const json of patches) {
        const answer = await project.cloudApi('', { method: 'PATCH', json });
        expect(answer, JSON.stringify(json)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
      }
      const queries = [
        ['limit=1001', 'invalid_limit'],
        ['limit=-1', 'invalid_limit'],
        ['offset=x', 'invalid_limit'],
        ['order=store', 'unknown_column'],
        ['order=name:up', 'invalid_order'],
        ['order=name,name', 'invalid_order'],
        ['order=', 'invalid_order'],
        ['page=2', 'unknown_parameter'],
        ['limit=1&limit=2', 'unknown_parameter'],
      ];
      for (const [query = '', code] of queries) {
        const answer = await server.adminApi(`/api/cloud/projects?${query}`);
        expect(answer, query).toMatchObject({ status: 400, body: { code } });
      }
      for (const id of ['ab', 'Shop', '1shop', 'shop-', 'a'.repeat(41), 'sh_op', '', 'sh.op', '../x', 'shöp']) {
        const answer = await server.adminApi('/api/cloud/projects', { json: { name: 'Shop', id } });
        expect(answer, id).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
      }
      expect(await project.cloudApi('')).toMatchObject({ body: { data: { name: 'Before', allowed_origins: [] } } });
      expect((await server.adminApi<{ count: number }>('/api/cloud/projects')).body.count).toBe(1);
    });
  });

  it('deleting a project deletes its files from the disk', async () => {
    await using server = await startTestServer();
    const project = await server.createProject();
    await project.createTable(NOTES);
    const files = await storeFiles(server);
    expect(files.length).toBeGreaterThan(0);
    await project.cloudApi('', { method: 'DELETE' });
    expect(await storeFiles(server)).toEqual([]);
  });
});

async function storeFiles({ dataDir }: TestServer): Promise<readonly string[]> {
  const files = await readdir(dataDir, { recursive: true });
  return files.filter((file) => /p_[0-9a-f]{32}/.test(file));
}
