import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ENGINES, startTestServer, type TestProject } from '../../../test/index.ts';

const ANN = { user: { id: '018f0000-0000-7000-8000-00000000000a' } };
const BOB = { user: { id: '018f0000-0000-7000-8000-00000000000b' } };
const OWN = { read: 'owner', create: 'authenticated', update: 'owner', delete: 'owner' };

interface CreatedRow {
  readonly data: { readonly id: string };
}

async function createNotes(project: TestProject): Promise<void> {
  await project.createTable({ name: 'notes', columns: [{ name: 'title', type: 'text' }], rules: OWN });
  const columns = [
    { name: 'text', type: 'text', unique: true },
    { name: 'note', type: 'reference', table: 'notes' },
  ];
  await project.createTable({ name: 'comments', columns, rules: OWN });
}

describe.each(ENGINES)('references on %s', (engine) => {
  it('may point only to rows that the caller may read; others are refused like missing rows, on every write path', async () => {
    await using server = await startTestServer({ engine });
    const project = await server.createProject();
    await createNotes(project);
    const make = async (table: string, json: object, who: typeof ANN): Promise<string> =>
      (await project.api<CreatedRow>(`/data/${table}`, { ...who, json })).body.data.id;
    const hidden = await make('notes', { title: 'Ann’s' }, ANN);
    const own = await make('notes', { title: 'Bob’s' }, BOB);
    const comment = await make('comments', { text: 'a', note: own }, BOB);
    const ways = (note: string) =>
      [
        ['POST', '', { note }],
        ['POST', '', [{ note: own }, { note }]],
        ['POST', '?on_conflict=text', { text: 'new', note }],
        ['PATCH', `/${comment}`, { note }],
        ['PATCH', `?filter=id:eq:${comment}`, { note }],
      ] as const;
    for (const [method, path] of ways(own)) {
      const answers = await Promise.all(
        [hidden, randomUUID()].map(async (note) => {
          const json = ways(note).find(([one, at]) => one === method && at === path)?.[2];
          return await project.api<object>(`/data/comments${path}`, { ...BOB, method, json });
        }),
      );
      const [first, second] = answers.map(({ status, body }) => ({ status, body: { ...body, request_id: '' } }));
      expect(first, `${method} ${path}`).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', details: { fields: { note: 'is not the id of an existing row' } } },
      });
      expect(first).toEqual(second);
    }
    const items = [{ note: hidden }, { note: own }];
    const together = await project.api('/data/comments/batch', { ...BOB, json: { items } });
    expect(together.body).toMatchObject({ code: 'batch_failed', details: { index: 0, code: 'validation_failed' } });
    const apart = await project.api('/data/comments/batch', { ...BOB, json: { items, atomic: false } });
    expect(apart.body).toMatchObject({ data: [{ code: 'validation_failed' }, { note: own }], count: 1 });
    const found = await project.secretApi<{ count: number }>(`/data/comments?filter=note:eq:${hidden}`);
    expect(found.body.count).toBe(0);

    // So other users cannot prevent Ann from deleting a row that only she can see.
    const gone = await project.api(`/data/notes/${hidden}`, { ...ANN, method: 'DELETE' });
    expect(gone.status).toBe(200);
  });

  it('that prevent a deletion are named by table, whether or not the caller may read that table', async () => {
    await using server = await startTestServer({ engine });
    const project = await server.createProject();
    await createNotes(project);
    const note = (await project.api<CreatedRow>('/data/notes', { ...ANN, json: { title: 'x' } })).body.data.id;
    expect((await project.secretApi('/data/comments', { json: { note } })).status).toBe(201);
    const kept = await project.api(`/data/notes/${note}`, { ...ANN, method: 'DELETE' });
    expect(kept).toMatchObject({ status: 409, body: { code: 'in_use', details: { tables: ['comments'] } } });
  });
});
