import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Logger } from '../../../../platform/logger.ts';
import type { Bridge, BridgeReply } from '../interface/function-call.ts';
import { HEADER } from '../wire/protocol.ts';
import { readRequest } from './read-request.ts';
import { BROKEN, ENDED, TOO_LARGE } from './refusals.ts';

/** `bridge` belongs to the run whose token was sent; undefined once that run has ended. */
export async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  bridge: Bridge | undefined,
  logger: Logger,
): Promise<void> {
  if (bridge === undefined) return await send(response, { refusal: ENDED });
  try {
    const ask = await readRequest(request);
    await send(response, ask === undefined ? { refusal: TOO_LARGE } : await bridge(ask));
  } catch (error) {
    if (response.headersSent || response.destroyed) return;
    logger.error({ err: error }, 'A request of a function could not be answered.');
    await send(response, { refusal: BROKEN });
  }
}

async function send(response: ServerResponse, reply: BridgeReply): Promise<void> {
  if (reply === undefined) return sendText(response, 'none', '');
  if ('json' in reply) return sendText(response, 'json', reply.json);
  if ('refusal' in reply) return sendText(response, 'error', JSON.stringify(reply.refusal));
  response.writeHead(200, { [HEADER.reply]: 'bytes' });
  await pipeline(Readable.from(reply.bytes), response);
}

function sendText(response: ServerResponse, kind: string, text: string): void {
  response.writeHead(200, { [HEADER.reply]: kind, 'content-length': Buffer.byteLength(text) });
  response.end(text);
}
