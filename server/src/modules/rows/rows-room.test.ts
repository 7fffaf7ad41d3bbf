import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ENGINES, startTestServer } from '../../../test/index.ts';

/** Random, so that no engine compresses it. */
const newText = (): string => randomBytes(7500).toString('base64');

describe.each(ENGINES)('the byte limit of rows on %s', (engine) => {
  test('past limits.rows_bytes a project may not add rows, but may read and delete, and other projects are unaffected', async () => {
    await using server = await startTestServer({ engine });
    const [full, other] = [await server.createProject(), await server.createProject()];
    for (const { createTable } of [full, other])
      await createTable({ name: 'notes', columns: [{ name: 'title', type: 'text' }] });
    const { body } = await full.secretApi<{ data: { id: string } }>('/data/notes', { json: { title: 'first' } });
    const used = await full.cloudApi<{ data: { rows: { bytes: number; bytes_max: number } } }>('/usage');
    expect(used.body.data.rows.bytes).toBeGreaterThan(0);
    const max = used.body.data.rows.bytes + 500_000;
    const limited = await full.cloudApi('/settings', { method: 'PATCH', json: { limits: { rows_bytes: max } } });
    expect(limited.body, limited.text).toMatchObject({ data: { limits: { rows_bytes: max } } });
    let added = 0;
    let refused = await full.secretApi('/data/notes', { json: { title: newText() } });
    while (refused.status === 201 && added < 500) {
      added += 1;
      refused = await full.secretApi('/data/notes', { json: { title: newText() } });
    }
    expect(refused, refused.text).toMatchObject({ status: 507, body: { code: 'storage_full' } });
    expect(added).toBeGreaterThan(10);
    const first = body.data.id;
    const batch = { items: [{ op: 'insert', data: { title: 'one' } }] };
    expect((await full.secretApi('/data/notes/batch', { json: batch })).status).toBe(507);
    expect((await full.secretApi(`/data/notes/${first}`, { method: 'PATCH', json: { title: newText() } })).status).toBe(
      507,
    );
    const csv = { headers: { 'content-type': 'text/csv' }, body: 'title\none\n', method: 'POST' };
    expect((await full.cloudApi('/tables/notes/import?format=csv', csv)).status).toBe(507);
    expect((await full.secretApi('/data/notes?limit=1')).status).toBe(200);
    expect((await full.secretApi(`/data/notes/${first}`, { method: 'DELETE' })).status).toBe(200);
    expect((await other.secretApi('/data/notes', { json: { title: newText() } })).status).toBe(201);
    await full.cloudApi('/settings', { method: 'PATCH', json: { limits: { rows_bytes: max * 2 } } });
    expect((await full.secretApi('/data/notes', { json: { title: 'again' } })).status).toBe(201);
  });
});

test('limits.files_bytes limits the bytes of files under both of its names', async () => {
  await using server = await startTestServer();
  const project = await server.createProject();
  const set = (limits: object) => project.cloudApi('/settings', { method: 'PATCH', json: { limits } });
  expect((await set({ files_bytes: 5 })).body).toMatchObject({
    data: { limits: { files_bytes: 5, storage_bytes: 5 } },
  });
  const form = new FormData();
  form.set('file', new Blob(['more than five']), 'a.txt');
  const sent = await fetch(`${server.url}/api/baas/${project.id}/storage/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${project.secretKey}` },
    body: form,
  });
  expect([sent.status, ((await sent.json()) as { code: string }).code]).toEqual([507, 'storage_full']);
  expect((await set({ storage_bytes: 100 })).body).toMatchObject({ data: { limits: { files_bytes: 100 } } });
});
