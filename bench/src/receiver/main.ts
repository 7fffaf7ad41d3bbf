import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { ReceiverNews, ReceiverOrder } from './receiver-job.ts';

const TIMESTAMP = /"timestamp":"([^"]+)"/;

interface Path {
  isShut: boolean;
  readonly held: (() => void)[];
  since: number | undefined;
  last: number;
  unsigned: number;
  latencies: number[];
  wake: () => void;
}

const paths = new Map<string, Path>();

function pathOf(name: string): Path {
  const known = paths.get(name);
  if (known !== undefined) return known;
  const path: Path = {
    isShut: false,
    held: [],
    since: undefined,
    last: 0,
    unsigned: 0,
    latencies: [],
    wake: () => undefined,
  };
  paths.set(name, path);
  return path;
}

function take(request: IncomingMessage, body: string, response: ServerResponse): void {
  const path = pathOf(request.url ?? '');
  const answer = (): void => {
    record(path, request, body);
    response.end();
  };
  if (path.isShut) path.held.push(answer);
  else answer();
}

function record(path: Path, { headers }: IncomingMessage, body: string): void {
  const now = performance.timeOrigin + performance.now();
  path.since ??= now;
  path.last = now;
  if (headers['webhook-signature'] === undefined) path.unsigned += 1;
  path.latencies.push(now - Date.parse(TIMESTAMP.exec(body)?.[1] ?? ''));
  path.wake();
}

function arrivals(path: Path): ReceiverNews {
  const sorted = path.latencies.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const elapsedMs = path.since === undefined ? 0 : path.last - path.since;
  return { kind: 'arrived', count: sorted.length, unsigned: path.unsigned, elapsedMs, p50Ms: at(0.5), p95Ms: at(0.95) };
}

function handleOrder(order: ReceiverOrder): void {
  if (order.kind === 'listen') listen();
  else if (order.kind === 'await') waitFor(pathOf(order.path), order);
  else {
    prepare(pathOf(order.path), order.kind);
    tell({ kind: 'done' });
  }
}

function prepare(path: Path, what: 'shut' | 'open' | 'forget'): void {
  if (what === 'shut') path.isShut = true;
  if (what === 'forget') Object.assign(path, { since: undefined, last: 0, unsigned: 0, latencies: [] });
  if (what !== 'open') return;
  path.isShut = false;
  path.since = performance.timeOrigin + performance.now();
  for (const answer of path.held.splice(0)) answer();
}

function listen(): void {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    tell({ kind: 'listening', port: typeof address === 'object' && address !== null ? address.port : 0 });
  });
}

function waitFor(path: Path, { count, patienceMs }: Extract<ReceiverOrder, { kind: 'await' }>): void {
  const finish = (): void => {
    clearTimeout(timer);
    path.wake = () => undefined;
    tell(arrivals(path));
  };
  const timer = setTimeout(finish, patienceMs);
  path.wake = () => {
    if (path.latencies.length >= count) finish();
  };
  path.wake();
}

function tell(news: ReceiverNews): void {
  process.send?.(news);
}

const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (part: string) => {
    body += part;
  });
  request.on('end', () => take(request, body, response));
});
// A receiver that closes connections would distort the sender's measurement.
server.keepAliveTimeout = 0;

process.on('message', handleOrder);
process.on('disconnect', () => process.exit(0));
