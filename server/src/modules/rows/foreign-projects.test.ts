import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  type ApiInit,
  ENGINES,
  startTestServer,
  type TestProject,
  type TestServer,
} from '../../../test/index.ts';

const PUBLIC = { read: 'public', create: 'public', update: 'public', delete: 'public' };

/** Every route on rows, with an effective body. `ID` is the id of a row of the other project. */
const ROUTES: readonly (readonly [string, string, unknown?])[] = [
  ['GET', '/data/secrets'],
  ['GET', '/data/secrets/ID'],
  ['GET', '/data/secrets/export?format=json'],
  ['POST', '/data/secrets/aggregate', { op: 'count' }],
  ['POST', '/data/secrets', { word: 'intruder' }],
  ['POST', '/data/secrets?on_conflict=word', { word: 'mine' }],
  ['POST', '/data/secrets/batch', [{ word: 'intruder' }]],
  ['PATCH', '/data/secrets/ID', { word: 'intruder' }],
  ['PATCH', '/data/secrets?filter=word:neq:x', { word: 'intruder' }],
  ['DELETE', '/data/secrets/ID'],
  ['DELETE', '/data/secrets?filter=word:neq:x'],
];

describe.each(ENGINES)('another project on %s', (engine) => {
  let server: TestServer;
  let mine: TestProject;
  let theirs: TestProject;
  let empty: TestProject;
  let id = '';

  beforeAll(async () => {
    server = await startTestServer({ engine });
    [mine, theirs, empty] = [await server.createProject(), await server.createProject(), await server.createProject()];
    for (const project of [mine, theirs]) {
      await project.createTable({
        name: 'secrets',
        columns: [{ name: 'word', type: 'text', unique: true }],
        rules: PUBLIC,
      });
    }
    const made = await mine.secretApi<Answer>('/data/secrets', { json: { word: 'mine' } });
    id = String(made.body.data['id']);
  });
  afterAll(() => server?.close());

  const state = async () => (await mine.secretApi('/data/secrets')).text;

  const send = (project: TestProject, key: string | null, [method, path, json]: (typeof ROUTES)[number]) => {
    const init: ApiInit = { method, key, ...(json === undefined ? {} : { json }) };
    return project.api<Answer>(path.replace('ID', id), init);
  };

  it('cannot use its keys here: every route refuses them, changes nothing and shows nothing', async () => {
    const before = await state();
    for (const route of ROUTES) {
      for (const key of [theirs.publicKey, theirs.secretKey, empty.secretKey]) {
        const answer = await send(mine, key, route);
        expect([answer.status, answer.body.code, route]).toEqual([401, 'invalid_key', route]);
        expect(answer.text).not.toContain('mine');
      }
    }
    expect(await state()).toBe(before);
  });

  it('cannot reach this project through its own address with any of its keys', async () => {
    const before = await state();
    for (const route of ROUTES) {
      for (const key of [theirs.publicKey, theirs.secretKey]) {
        const answer = await send(theirs, key, route);
        expect([answer.text.includes(id), route]).toEqual([false, route]);
        if (route[1].includes('ID')) expect([answer.status, answer.body.code]).toEqual([404, 'row_not_found']);
      }
      const none = await send(empty, empty.secretKey, route);
      expect([none.status, none.body.code, route]).toEqual([404, 'table_not_found', route]);
    }
    expect(await state()).toBe(before);
  });

  it('is refused without a key, with a made-up key, and under an unknown project id', async () => {
    for (const route of ROUTES) {
      expect((await send(mine, null, route)).body.code).toBe('missing_key');
      for (const key of ['pk_wrong', 'sk_wrong', 'x', `${mine.secretKey}0`, mine.secretKey.slice(0, -1)]) {
        const { status, body } = await send(mine, key, route);
        expect([status, body.code]).toEqual([401, 'invalid_key']);
      }
    }
    const { status, body } = await server.api<Answer>('/api/baas/nobody-has-this/data/secrets', {
      key: mine.secretKey,
    });
    expect([status, body.code]).toEqual([404, 'project_not_found']);
  });

  it.each([
    (p: string) => `/data/..%2f..%2f${p}%2fdata%2fsecrets`,
    (p: string) => `/data/${p}.secrets`,
    () => '/data/secrets%00',
    () => '/data/%22secrets%22',
    (p: string) => `/data/main.secrets?filter=word:eq:${p}`,
    () => '/data/secrets%20union%20select',
  ])('cannot be reached by a table name that looks like a path or SQL', async (path) => {
    const { status, body } = await empty.secretApi<Answer>(path(mine.id));
    expect([status, body.code]).toEqual([404, 'table_not_found']);
  });

  it('cannot be referred to: its row ids do not exist here', async () => {
    await empty.createTable({ name: 'own', columns: [{ name: 'a', type: 'text' }] });
    await empty.createTable({ name: 'refs', columns: [{ name: 'to', type: 'reference', table: 'own' }] });
    const { status, body } = await empty.secretApi<Answer>('/data/refs', { json: { to: id } });
    expect([status, body.code]).toEqual([400, 'validation_failed']);
  });

  it('has its own idempotency keys', async () => {
    const headers = { 'Idempotency-Key': 'same' };
    const here = await mine.secretApi<Answer>('/data/secrets', { json: { word: 'k' }, headers });
    const there = await theirs.secretApi<Answer>('/data/secrets', { json: { word: 'k' }, headers });
    expect(here.body.data['id']).not.toBe(there.body.data['id']);
  });
});
