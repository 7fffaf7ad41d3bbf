import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers as the payment provider's API does when a checkout is opened; its page is any page. */
export async function startCheckoutProvider(): Promise<{ host: string } & AsyncDisposable> {
  const server = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    const url = `http://${request.headers.host}/checkout`;
    if (request.method === 'POST') response.end(JSON.stringify({ id: 'cs_1', object: 'checkout.session', url }));
    else response.end(JSON.stringify({ object: 'balance', available: [] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}
