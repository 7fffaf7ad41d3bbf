import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ENGINES, startReceiver, startTestServer, type TestProject } from '../../../test/index.ts';
import { uploadFile } from '../../../test/upload.ts';

const ANN = { user: { id: '018f0000-0000-7000-8000-00000000000a' } };
const BOB = { user: { id: '018f0000-0000-7000-8000-00000000000b' } };

const RULES = { read: 'public', create: 'authenticated', update: 'authenticated', delete: 'authenticated' };

function createPosts(project: TestProject, required = false): Promise<string> {
  const columns = [
    { name: 'title', type: 'text', unique: true },
    { name: 'cover', type: 'file', required },
  ];
  return project.createTable({ columns, rules: RULES });
}

describe.each(ENGINES)('columns of files on %s', (engine) => {
  it('accept the id of a file the caller may see; any other is refused like a missing file, on every write path', async () => {
    await using server = await startTestServer({ engine });
    const project = await server.createProject();
    const posts = await createPosts(project);
    const shown = await uploadFile(project.api, { bytes: 'x', visibility: 'public' }, ANN);
    const mine = await uploadFile(project.api, { bytes: 'x' }, BOB);
    const hidden = await uploadFile(project.api, { bytes: 'x' }, ANN);
    const { body } = await project.api<{ data: { id: string } }>(`/data/${posts}`, {
      ...BOB,
      json: { cover: mine.id },
    });
    const row = body.data.id;
    const ways = (cover: string) =>
      [
        ['POST', '', { cover }],
        ['POST', '', [{ cover: shown.id }, { cover }]],
        ['POST', '?on_conflict=title', { title: 'new', cover }],
        ['PATCH', `/${row}`, { cover }],
        ['PATCH', `?filter=id:eq:${row}`, { cover }],
      ] as const;
    for (const id of [hidden.id, randomUUID()]) {
      for (const [method, path, json] of ways(id)) {
        const reply = await project.api(`/data/${posts}${path}`, { ...BOB, method, json });
        const details = { fields: { cover: 'is not the id of an existing file' } };
        expect([reply.status, reply.body], `${method} ${path}`).toMatchObject([
          400,
          { code: 'validation_failed', details },
        ]);
      }
      const items = [{ op: 'update', id: row, data: { cover: id } }, { cover: shown.id }];
      const together = await project.api(`/data/${posts}/batch`, { ...BOB, json: { items } });
      expect(together.body).toMatchObject({ code: 'batch_failed', details: { index: 0, code: 'validation_failed' } });
      const apart = await project.api(`/data/${posts}/batch`, { ...BOB, json: { items, atomic: false } });
      expect(apart.body).toMatchObject({ data: [{ code: 'validation_failed' }, { cover: shown.id }], count: 1 });
    }
    const rows = await project.secretApi<{ count: number }>(`/data/${posts}?filter=cover:eq:${hidden.id}`);
    expect(rows.body.count).toBe(0);
    expect((await project.secretApi(`/data/${posts}`, { json: { cover: hidden.id } })).status).toBe(201);
    const missing = await project.secretApi(`/data/${posts}`, { json: { cover: randomUUID() } });
    expect([missing.status, missing.body]).toMatchObject([400, { code: 'validation_failed' }]);
  });

  it('become null when their file is deleted, in lists and counts too, unless they are required', async () => {
    await using server = await startTestServer({ engine });
    const project = await server.createProject();
    const loose = await createPosts(project);
    const firm = await createPosts(project, true);
    const free = await uploadFile(project.api, { bytes: 'x', path: 'p/free' }, ANN);
    const held = await uploadFile(project.api, { bytes: 'x', path: 'p/held' }, ANN);
    await project.secretApi(`/data/${loose}`, { json: [{ cover: free.id }, { cover: held.id }] });
    await project.secretApi(`/data/${firm}`, { json: { cover: held.id } });
    const countOf = async (filter: string) =>
      (await project.api<{ count: number }>(`/data/${loose}?filter=${filter}`)).body.count;
    expect([await countOf('cover:is:null'), await countOf(`cover:eq:${free.id}`)]).toEqual([0, 1]);
    expect((await project.api(`/storage/files/${free.id}`, { ...ANN, method: 'DELETE' })).status).toBe(200);
    expect([await countOf('cover:is:null'), await countOf(`cover:eq:${free.id}`)]).toEqual([1, 0]);
    for (const path of [`/${held.id}`, '?prefix=p/']) {
      const refused = await project.api(`/storage/files${path}`, { ...ANN, method: 'DELETE' });
      expect([refused.status, refused.body]).toMatchObject([409, { code: 'in_use' }]);
    }
    expect((await project.api(`/storage/files/${held.id}`, ANN)).status).toBe(200);
    const usage = await project.cloudApi<{ data: { storage: object } }>('/usage');
    expect(usage.body.data.storage).toMatchObject({ files: 1, bytes: 1 });
  });

  it('change their row when their file is deleted, so webhooks send the update', async () => {
    await using receiver = await startReceiver();
    await using server = await startTestServer({ engine, config: { outboundAllow: [receiver.host] } });
    const project = await server.createProject();
    const posts = await createPosts(project);
    const file = await uploadFile(project.api, { bytes: 'x' }, ANN);
    await project.secretApi(`/data/${posts}`, { json: { title: 'kept', cover: file.id } });
    await project.cloudApi('/webhooks', { json: { table: posts, events: ['update'], url: receiver.url } });
    await project.api(`/storage/files/${file.id}`, { ...ANN, method: 'DELETE' });
    await server.runJobsUntilIdle();
    await expect.poll(() => receiver.requests.length).toBe(1);
    expect(receiver.requests[0]?.json()).toMatchObject({
      event: 'update',
      data: { record: { title: 'kept', cover: null }, old_record: { title: 'kept', cover: file.id } },
    });
  });

  it('prevent the deletion of their file exactly while they are required', async () => {
    await using server = await startTestServer({ engine });
    const project = await server.createProject();
    const posts = await createPosts(project);
    const file = await uploadFile(project.api, { bytes: 'x' }, ANN);
    await project.secretApi(`/data/${posts}`, { json: { title: 'kept', cover: file.id } });
    const change = (required: boolean) =>
      project.cloudApi(`/tables/${posts}`, {
        method: 'PATCH',
        json: { change_columns: [{ name: 'cover', required }] },
      });
    const remove = () => project.api(`/storage/files/${file.id}`, { ...ANN, method: 'DELETE' });
    expect((await change(true)).status).toBe(200);
    expect((await remove()).status).toBe(409);
    expect((await change(false)).status).toBe(200);
    expect((await remove()).status).toBe(200);
    const { body } = await project.api(`/data/${posts}`);
    expect(body).toMatchObject({ data: [{ title: 'kept', cover: null }], count: 1 });
    expect((await change(true)).body).toMatchObject({ code: 'validation_failed' });
  });
});
