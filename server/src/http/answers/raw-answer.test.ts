import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { ProtocolError } from './failure.ts';
import { writeRawAnswer } from './raw-answer.ts';

test('the service closes a connection whose caller reads the answer and never closes its own side', async () => {
  const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const caller = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const [socket] = (await once(server, 'connection')) as [Socket];
  const closed = once(socket.resume(), 'close');
  writeRawAnswer(socket, new ProtocolError(405, 'method_not_allowed', 'This is not a proxy.'), 'a-request');
  let answer = '';
  caller.setEncoding('utf8').on('data', (chunk: string) => {
    answer += chunk;
  });
  await once(caller, 'end');
  expect(answer).toMatch(/^HTTP\/1\.1 405 .*This is not a proxy\./s);
  await closed;
  expect(caller.writable).toBe(true);
  caller.destroy();
  server.close();
});
