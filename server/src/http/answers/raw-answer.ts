import type { Duplex } from 'node:stream';
import { endHeldAnswer } from './end-answer.ts';
import { failureBody, failureOf, ProtocolError } from './failure.ts';
import { JSON_TYPE } from './send-answer.ts';

/** An address is followed by a blank, the version and the end of the line. */
const AFTER_ADDRESS = /^ HTTP\/\d\.\d\r/;
const AFTER_ADDRESS_LENGTH = ' HTTP/1.1\r'.length;

/** How long a caller may take to read the answer and close its side. Node's timeouts no longer apply to the socket then. */
const CLOSE_MS = 2000;

interface ParserError extends Error {
  readonly code?: string | undefined;
  readonly rawPacket?: unknown;
}

/** How many bytes of a head that is too long the service reads to learn whether they belong to the address. */
const OVERLONG_BYTES_MAX = 1024 * 1024;

interface OverlongHead {
  readonly bytes: number;
  /** From the first white space on. */
  readonly text: string;
}

/** Heads that are too long, before it is known whether their address is. */
const overlong = new WeakMap<Duplex, OverlongHead>();

/** Answers a request that Node's parser could not read. No response object exists then, so the bytes are written by hand. */
export function answerParserError(error: ParserError, socket: Duplex, requestId: string): void {
  const answer = answerUnderWay(socket);
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else if (answer === undefined) refuse(error, socket, requestId);
  // The rest of the connection cannot be parsed, so it serves no further request.
  else if (endHeldAnswer(answer)) socket.end();
  else socket.destroy();
}

function refuse(error: ParserError, socket: Duplex, requestId: string): void {
  const refusal = protocolErrorOf(error, socket);
  if (refusal !== undefined) writeRawAnswer(socket, refusal, requestId);
}

export function writeRawAnswer(socket: Duplex, error: ProtocolError, requestId: string): void {
  const failure = failureOf(error);
  const body = failureBody(failure, requestId);
  const { STATUS_CODES } = process.getBuiltinModule('node:http');
  const head = [
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status] ?? ''}`,
    `X-Request-Id: ${requestId}`,
    'X-Content-Type-Options: nosniff',
    'Vary: Origin',
    `Content-Type: ${JSON_TYPE}`,
    'Cache-Control: private, no-store',
    ...Object.entries(failure.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Date: ${new Date().toUTCString()}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // Callers who never close their side could otherwise take all file descriptors.
  const deadline = setTimeout(() => socket.destroy(), CLOSE_MS).unref();
  socket.once('close', () => clearTimeout(deadline));
}

function answerUnderWay(socket: Duplex): object | undefined {
  const answer = '_httpMessage' in socket ? socket._httpMessage : undefined;
  if (typeof answer !== 'object' || answer === null) return undefined;
  return 'headersSent' in answer && answer.headersSent === true ? answer : undefined;
}

function protocolErrorOf(error: ParserError, socket: Duplex): ProtocolError | undefined {
  if (error.code === 'HPE_HEADER_OVERFLOW') return headTooLong(error.rawPacket, socket);
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ProtocolError(408, 'validation_failed', 'The request did not arrive in time.');
  }
  if (error.code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') {
    return new ProtocolError(413, 'payload_too_large', 'The chunk extensions are too large.');
  }
  return new ProtocolError(400, 'validation_failed', 'This is not a valid HTTP request.');
}

/**
 * The earlier packets are gone, so what follows the text that is too long tells whether it was the address. Undefined
 * until that has arrived: the parser reports this error again with every packet. Senders who stop get a timeout.
 */
function headTooLong(rawPacket: unknown, socket: Duplex): ProtocolError | undefined {
  const packet = rawPacket instanceof Uint8Array ? Buffer.from(rawPacket).toString('latin1') : '';
  const before = overlong.get(socket) ?? { bytes: 0, text: '' };
  const text = before.text + packet;
  const start = text.search(/\s/);
  const after = start === -1 ? '' : text.slice(start, start + AFTER_ADDRESS_LENGTH);
  if (AFTER_ADDRESS.test(after)) return addressTooLong();
  const bytes = before.bytes + packet.length;
  const isDecided = after.length === AFTER_ADDRESS_LENGTH || /[\r\n]/.test(after);
  if (isDecided || bytes > OVERLONG_BYTES_MAX)
    return new ProtocolError(431, 'payload_too_large', 'The headers are too large.');
  overlong.set(socket, { bytes, text: after });
  return undefined;
}

export function addressTooLong(): ProtocolError {
  return new ProtocolError(414, 'payload_too_large', 'The address is longer than 65536 bytes.');
}
