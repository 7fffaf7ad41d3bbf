import { createServer, type ServerResponse } from 'node:http';

export interface EchoOrder {
  readonly status: number;
  readonly body: string;
}

// The HTTP floor: plain `node:http` that reads the request's body and answers the same bytes as the service.
let order: EchoOrder = { status: 200, body: '' };

const answer = (res: ServerResponse): void => {
  res.writeHead(order.status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(order.body),
  });
  res.end(order.body);
};

const server = createServer((req, res) => {
  if (req.method === 'GET') {
    answer(res);
    return;
  }
  const parts: Buffer[] = [];
  req.on('data', (part: Buffer) => parts.push(part));
  req.on('end', () => {
    Buffer.concat(parts);
    answer(res);
  });
});

process.on('message', (next: EchoOrder) => {
  order = next;
  const address = server.address();
  process.send?.({ port: typeof address === 'object' && address !== null ? address.port : 0 });
});
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send?.({ port: 0 }));
