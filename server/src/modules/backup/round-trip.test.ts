import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/index.ts';

test('smoke', async () => {
  await using server = await startTestServer();
  const from = await server.createProject();
  const table = await from.createTable({ name: 'notes', columns: [{ name: 'title', type: 'text', required: true }] });
  const made = await from.secretApi(`/data/${table}`, { json: [{ title: 'one' }, { title: 'two' }] });
  expect(made.status).toBe(201);
  const answer = await fetch(`${server.url}/api/cloud/projects/${from.id}/backup`, { headers: { authorization: `Bearer ${server.adminToken}` } });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect(answer.status, Buffer.from(bytes.subarray(0, 500)).toString()).toBe(200);
  console.log(bytes.byteLength, answer.headers);
  const to = await server.createProject();
  const restored = await fetch(`${server.url}/api/cloud/projects/${to.id}/restore`, {
    method: 'POST', body: bytes, headers: { authorization: `Bearer ${server.adminToken}`, 'content-type': 'application/x-tar' } });
  console.log(await restored.text());
  const rows = await to.secretApi('/data/notes');
  console.log(rows.text);
});
