import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Answers, openProject, type TestUser } from '../../../test/index.ts';

const PAGE = new URL('../../../../docs/rules.md', import.meta.url);
const ANN: TestUser = { id: '018f0000-0000-7000-8000-00000000000a' };
const BEN: TestUser = { id: '018f0000-0000-7000-8000-00000000000b' };
const EVE: TestUser = { id: '018f0000-0000-7000-8000-00000000000e' };

interface Schema {
  readonly version: 1;
  readonly tables: Readonly<Record<string, unknown>>;
}

async function patternsOf(page: string): Promise<ReadonlyMap<string, Schema>> {
  const text = await readFile(PAGE, 'utf8');
  expect(page).toBe('docs/rules.md');
  const sections = text.split('\n### ').slice(1);
  return new Map(
    sections.flatMap((section) => {
      const [, json] = /```json\n([\s\S]*?)```/.exec(section) ?? [];
      return json === undefined ? [] : [[section.slice(0, section.indexOf('\n')), JSON.parse(json) as Schema]];
    }),
  );
}

describe('the patterns of docs/rules.md', () => {
  const { project } = openProject('sqlite');
  beforeAll(async () => {
    const patterns = await patternsOf('docs/rules.md');
    expect([...patterns.keys()]).toEqual([
      'Only the owner',
      'Everybody reads, the owner changes',
      'Team with roles',
      'Shared with people one by one',
      'Published when `status` is',
    ]);
    const tables = Object.assign({}, ...[...patterns.values()].map((schema) => schema.tables)) as object;
    const put = await project.cloudApi<Answer>('/schema', { method: 'PUT', json: { version: 1, tables } });
    expect([put.status, put.body.error]).toEqual([200, undefined]);
  });

  const as = <Body = Answer>(user: TestUser | null, path: string, init: object = {}) =>
    project.api<Body>(`/data/${path}`, { ...init, ...(user && { user }) });
  const make = async (user: TestUser, table: string, json: object) => {
    const { status, body } = await as(user, table, { json });
    return { status, id: String(body.data?.['id']) };
  };
  const count = async (user: TestUser | null, table: string) => (await as<Answers>(user, table)).body.count ?? 0;

  it('need no indexes beyond those they declare', async () => {
    const { body } = await project.cloudApi<Answer<{ name: string; rules: object }[]>>('/tables');
    for (const { name } of body.data) {
      const { rules } = (await project.cloudApi<Answer<{ rules: object }>>(`/tables/${name}`)).body.data;
      const saved = await project.cloudApi(`/tables/${name}`, { method: 'PATCH', json: { rules } });
      expect([name, saved.status, saved.body]).toEqual([
        name,
        200,
        expect.not.objectContaining({ advice: expect.anything() }),
      ]);
    }
  });

  it('team with roles: the owner creates the team and admits others, and each may do what their role allows', async () => {
    const team = (await make(ANN, 'teams', { name: 'Red' })).id;
    expect((await make(BEN, 'members', { team_id: team, user_id: BEN.id })).status).toBe(400);
    expect((await make(ANN, 'members', { team_id: team, user_id: ANN.id, role: 'owner' })).status).toBe(201);
    const ben = await make(ANN, 'members', { team_id: team, user_id: BEN.id });
    expect(ben.status).toBe(201);
    const task = await make(ANN, 'tasks', { team_id: team, title: 'plan' });
    expect([task.status, await count(BEN, 'tasks'), await count(EVE, 'tasks'), await count(null, 'tasks')]).toEqual([
      201, 1, 0, 0,
    ]);
    const change = async (user: TestUser, path: string, json: object) =>
      (await as(user, path, { method: 'PATCH', json })).status;
    expect(await change(BEN, `tasks/${task.id}`, { title: 'mine' })).toBe(403);
    expect(await change(BEN, `members/${ben.id}`, { role: 'owner' })).toBe(403);
    expect(await change(ANN, `members/${ben.id}`, { role: 'editor' })).toBe(200);
    expect(await change(BEN, `tasks/${task.id}`, { title: 'ours' })).toBe(200);
    expect((await as(BEN, `tasks/${task.id}`, { method: 'DELETE' })).status).toBe(403);
    expect((await as(BEN, `members/${ben.id}`, { method: 'DELETE' })).status).toBe(200);
    expect(await count(BEN, 'tasks')).toBe(0);
  });

  it('shared one by one: the owner admits a reader, then lets them edit', async () => {
    const { id } = await make(ANN, 'documents', { text: 'hers' });
    expect((await make(BEN, 'shares', { document_id: id, user_id: BEN.id })).status).toBe(400);
    const share = await make(ANN, 'shares', { document_id: id, user_id: BEN.id });
    expect([share.status, await count(BEN, 'documents'), await count(EVE, 'documents')]).toEqual([201, 1, 0]);
    const edit = async () => (await as(BEN, `documents/${id}`, { method: 'PATCH', json: { text: 'ours' } })).status;
    expect(await edit()).toBe(403);
    await as(ANN, `shares/${share.id}`, { method: 'PATCH', json: { may_edit: true } });
    expect(await edit()).toBe(200);
  });

  it('published: visitors see what is published, the author also drafts', async () => {
    await make(ANN, 'articles', { text: 'draft' });
    await make(ANN, 'articles', { text: 'out', status: 'published' });
    expect([await count(null, 'articles'), await count(BEN, 'articles'), await count(ANN, 'articles')]).toEqual([
      1, 1, 2,
    ]);
  });
});
