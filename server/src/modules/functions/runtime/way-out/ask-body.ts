import type { IncomingMessage } from 'node:http';
import type { BridgeAsk } from '../function-call.ts';
import { HEADER } from '../protocol.ts';

/** As much JSON as the HTTP API takes. */
const ASK_BYTES_MAX = 2 * 1024 * 1024;

const OPS: ReadonlySet<unknown> = new Set<BridgeAsk['op']>([
  'data.list',
  'data.count',
  'data.get',
  'data.insert',
  'data.update',
  'data.remove',
  'data.aggregate',
  'data.batch',
  'storage.upload',
  'storage.list',
  'storage.get',
  'storage.download',
  'storage.update',
  'storage.remove',
  'storage.sign',
  'messages.send',
  'functions.invoke',
  'functions.stream',
]);

/** Reads what a function asks for. Undefined when it is longer than may be; throws when it is not of the shim. */
export async function readAsk(request: IncomingMessage): Promise<BridgeAsk | undefined> {
  const headBytes = Number(request.headers[HEADER.head]);
  if (!Number.isSafeInteger(headBytes) || headBytes < 0) throw new Error('There is no head.');
  if (headBytes > ASK_BYTES_MAX) return undefined;
  const chunks = (request as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  let start: Buffer = Buffer.alloc(0);
  while (start.length < headBytes) {
    const { done, value } = await chunks.next();
    if (done === true) throw new Error('The head is not whole.');
    start = start.length === 0 ? value : Buffer.concat([start, value]);
  }
  return askOf(JSON.parse(start.toString('utf8', 0, headBytes)), rest(start.subarray(headBytes), chunks));
}

function askOf(parsed: unknown, body: AsyncIterable<Uint8Array>): BridgeAsk {
  const { op, table, isAsCaller, args } = Object(parsed) as Readonly<Record<string, unknown>>;
  if (!OPS.has(op) || !Array.isArray(args)) throw new Error('That is nothing to ask for.');
  const ask = { op, table: String(table), isAsCaller: isAsCaller === true, args } as BridgeAsk;
  return op === 'storage.upload' ? { op: 'storage.upload', args, body } : ask;
}

/** The bytes behind the head: read only as fast as they are taken. */
async function* rest(first: Buffer, chunks: AsyncIterator<Buffer>): AsyncGenerator<Uint8Array> {
  if (first.length > 0) yield first;
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
}
