import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

export interface FileServerOrder {
  readonly directory: string;
}

// The file floor: POST streams the body into a file and syncs it, GET streams it back; no checks, rows or hashes.
let directory = '';

const server = createServer((req, res) => {
  answer(req, res).catch(() => res.destroy());
});
// Connections are idle while the service is measured.
server.keepAliveTimeout = 600_000;

async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const name = (req.url ?? '').slice(1);
  if (req.method === 'POST') {
    const id = randomUUID();
    await pipeline(req, createWriteStream(join(directory, id), { flush: true }));
    res.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ data: { id } }));
  } else if (req.method === 'DELETE') {
    await rm(join(directory, name));
    res.writeHead(200).end('{}');
  } else await send(join(directory, name), req.headers.range, res);
}

async function send(path: string, range: string | undefined, res: ServerResponse): Promise<void> {
  const { size } = await stat(path);
  const [, start = '0', end = String(size - 1)] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  const part = { start: Number(start), end: Number(end) };
  res.writeHead(range === undefined ? 200 : 206, { 'content-length': part.end - part.start + 1 });
  await pipeline(createReadStream(path, part), res);
}

process.on('message', (order: FileServerOrder) => {
  directory = order.directory;
  const address = server.address();
  process.send?.({ port: typeof address === 'object' && address !== null ? address.port : 0 });
});
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send?.({ port: 0 }));
