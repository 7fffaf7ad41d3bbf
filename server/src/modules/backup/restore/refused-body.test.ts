import { Agent, request } from 'node:http';
import { expect, test } from 'vitest';
import { ADMIN_TOKEN, startTestServer } from '../../../../test/index.ts';
import { openRaw } from '../../../../test/raw-request.ts';

/** The statuses of a refused upload and of the next request on the same connection. */
function askTwice(url: string, path: string, body: Buffer): Promise<readonly unknown[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (method: string, target: string, sent?: Buffer): Promise<readonly unknown[]> =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${ADMIN_TOKEN}`,
        ...(sent !== undefined && { 'content-type': 'application/x-tar' }),
      };
      const asked = request(new URL(target, url), { method, agent, headers }, (answer) => {
        answer.resume().once('end', () => resolve([answer.statusCode, asked.reusedSocket]));
      });
      asked.on('error', reject).end(sent);
    });
  return ask('POST', path, body)
    .then(async (first) => [...first, ...(await ask('GET', '/health'))])
    .finally(() => agent.destroy());
}

test.each([512, 1_048_576, 3_000_000])('a refused archive of %i bytes leaves its connection usable', async (size) => {
  await using server = await startTestServer();
  const { id } = await server.createProject();
  const path = `/api/cloud/projects/${id}/restore?replace=${id}`;
  expect(await askTwice(server.url, path, Buffer.alloc(size))).toEqual([400, false, 200, true]);
});

test('a connection that closes after a refusal takes the rest of the body first', async () => {
  await using server = await startTestServer();
  const raw = await openRaw(Number(new URL(server.url).port));
  const headers = 'Host: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked';
  raw.write(`POST /api/cloud/projects/any/restore HTTP/1.1\r\n${headers}\r\n\r\n`);
  expect(await raw.reply()).toMatchObject({ status: 401, headers: { connection: 'close' } });
  for (const piece of ['1\r\nx\r\n', '1\r\ny\r\n', '0\r\n\r\n']) {
    // Another request takes longer than closing the connection would.
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    expect(raw.socket.readable).toBe(true);
    raw.write(piece);
  }
  await raw.closed();
});
