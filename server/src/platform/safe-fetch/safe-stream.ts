import type { ClientRequest, IncomingMessage } from 'node:http';
import { createAllowList } from './allow-list.ts';
import { createConnections } from './connections.ts';
import { OutboundError, outboundErrorOf } from './outbound-error.ts';
import {
  type Deadline,
  dial,
  hostOf,
  type OutboundRequest,
  portOf,
  requireUrl,
  resolveBySystem,
  type SafeSendOptions,
  startDeadline,
} from './send.ts';
import { vetHost } from './vet-host.ts';

const BODY_BYTES_MAX = 8 * 1024 * 1024;
const BODILESS = new Set([204, 205, 304]);

/** As `SafeFetch`, but resolves with the head. The body fails beyond the request's time or `bodyBytesMax`. */
export type SafeStream = (url: string | URL, request?: OutboundRequest) => Promise<Response>;

export function createSafeStream({ allow, resolve = resolveBySystem }: SafeSendOptions): SafeStream {
  const allowed = createAllowList(allow);
  const connections = createConnections();
  return async (address, request = {}) => {
    const url = requireUrl(address);
    const isPublicOpen = url.protocol === 'https:' || request.isPlainOnlyIfOpened !== true;
    const deadline = startDeadline(request);
    try {
      const vetting = { resolve, allowed, isPublicOpen };
      const vetted = await Promise.race([vetHost(hostOf(url), portOf(url), vetting), deadline.over]);
      const sent = dial({ url, vetted, connections }, request);
      const answer = await Promise.race([headOf(sent, request, deadline), deadline.over]);
      return responseOf(answer, { bytesMax: request.bodyBytesMax ?? BODY_BYTES_MAX, deadline, host: url.host });
    } catch (error) {
      const isOver = deadline.isOver();
      deadline.clear();
      if (isOver) throw new OutboundError('timeout', `${url.host} did not answer in time.`, error);
      throw outboundErrorOf(error, url.host);
    }
  };
}

function headOf(sent: ClientRequest, { body }: OutboundRequest, deadline: Deadline): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    deadline.onEnd(() => sent.destroy(new Error('aborted')));
    // The listener stays, because a connection may also fail after its answer has begun.
    sent.on('error', reject);
    sent.once('response', resolve);
    sent.once('upgrade', (_answer, socket) => {
      socket.destroy();
      reject(new Error('upgraded'));
    });
    sent.end(body);
  });
}

interface Reading {
  readonly bytesMax: number;
  readonly deadline: Deadline;
  readonly host: string;
}

function responseOf(answer: IncomingMessage, reading: Reading): Response {
  const status = answer.statusCode ?? 0;
  const hasBody = !BODILESS.has(status);
  try {
    const headers = new Headers();
    const { rawHeaders } = answer;
    for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
    const body = hasBody ? ReadableStream.from(chunksOf(answer, reading)) : null;
    const response = new Response(body, { status, headers });
    if (hasBody) return response;
  } catch (error) {
    answer.destroy();
    throw new OutboundError('invalid_response', 'The answer is not valid HTTP.', error);
  }
  answer.resume();
  reading.deadline.clear();
  return new Response(null, { status });
}

async function* chunksOf(answer: IncomingMessage, { bytesMax, deadline, host }: Reading): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > bytesMax)
        throw new OutboundError('response_too_large', `The answer is longer than ${bytesMax} bytes.`);
      yield new Uint8Array(chunk);
    }
  } catch (error) {
    if (deadline.isOver()) throw new OutboundError('timeout', `${host} did not answer in time.`, error);
    throw outboundErrorOf(error, host);
  } finally {
    deadline.clear();
    answer.destroy();
  }
}
