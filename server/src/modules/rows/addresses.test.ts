import { expect, it } from 'vitest';
import { startTestServer } from '../../../test/index.ts';
import { rawRequest } from '../../../test/raw-request.ts';

it('two Authorization headers are refused, even when one of them is valid', async () => {
  await using server = await startTestServer();
  const project = await server.createProject();
  await project.createTable({ name: 'notes', columns: [], rules: { read: 'public' } });
  const right = `Authorization: Bearer ${project.secretKey}`;
  const wrong = 'authorization: Bearer sk_other';
  const admin = `Authorization: Bearer ${server.adminToken}`;
  const send = async (path: string, headers: readonly string[]) => {
    const bytes = [`GET ${path} HTTP/1.1`, 'Host: x', ...headers, 'Connection: close', '', ''].join('\r\n');
    const { status, body } = await rawRequest(Number(new URL(server.url).port), bytes);
    return [status, (JSON.parse(body) as { code?: string }).code];
  };
  const path = `/api/baas/${project.id}/data/notes`;
  expect(await send(path, [right])).toEqual([200, undefined]);
  const pairs = [
    [right, wrong],
    [wrong, right],
    [right, right],
  ];
  for (const headers of pairs) expect(await send(path, headers)).toEqual([401, 'invalid_key']);
  expect(await send('/api/cloud/projects', [admin, admin])).toEqual([401, 'invalid_key']);
});

it.each([
  ['batch', 'POST'],
  ['%62atch', 'POST'],
  ['aggregate', 'POST'],
  ['export', 'GET, HEAD'],
])('/data/:table/%s allows only %s and says so in Allow, unlike a row with that id', async (name, allow) => {
  await using server = await startTestServer();
  const project = await server.createProject();
  await project.createTable({ name: 'notes', columns: [], rules: { read: 'public' } });
  const taken = allow.split(', ');
  for (const method of ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'].filter((one) => !taken.includes(one))) {
    const { status, headers } = await project.secretApi(`/data/notes/${name}`, { method });
    expect([method, status, headers.get('allow')]).toEqual([method, 405, allow]);
  }
});
