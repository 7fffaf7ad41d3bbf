import type { IncomingMessage } from 'node:http';
import type { BridgeAsk } from '../interface/function-call.ts';
import { ASK_BYTES_MAX, HEADER } from '../wire/protocol.ts';
import { readStreamAsk } from './read-ask.ts';

/** Reads a function's request. Undefined when it is too long; throws when the shim did not send it. */
export async function readRequest(request: IncomingMessage): Promise<BridgeAsk | undefined> {
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
  return readStreamAsk(JSON.parse(start.toString('utf8', 0, headBytes)), rest(start.subarray(headBytes), chunks));
}

/** The bytes after the head, read only as fast as the consumer takes them. */
async function* rest(first: Buffer, chunks: AsyncIterator<Buffer>): AsyncGenerator<Uint8Array> {
  if (first.length > 0) yield first;
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
}
