import type { Duplex } from 'node:stream';
import { failureBody, failureOf, ProtocolError } from './failure.ts';
import { JSON_TYPE } from './send-answer.ts';

/** An address is followed by a blank, the version and the end of the line. */
const AFTER_ADDRESS = /^ HTTP\/\d\.\d\r/;
const AFTER_ADDRESS_LENGTH = ' HTTP/1.1\r'.length;

interface ParserError extends Error {
  readonly code?: string | undefined;
  readonly rawPacket?: unknown;
}

/** The bytes from the first delimiter on, of requests with a head that is too long and has not ended yet. */
const unfinished = new WeakMap<Duplex, string>();

/** Answers a request that Node's parser could not read. No response object exists then, so the bytes are written by hand. */
export function answerParserError(error: ParserError, socket: Duplex, requestId: string): void {
  // The caller has disconnected, or an answer is already being sent on this connection.
  if (error.code === 'ECONNRESET' || !socket.writable || hasAnswerUnderWay(socket)) {
    socket.destroy();
    return;
  }
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
}

function hasAnswerUnderWay(socket: Duplex): boolean {
  const answer = '_httpMessage' in socket ? socket._httpMessage : undefined;
  return typeof answer === 'object' && answer !== null && 'headersSent' in answer && answer.headersSent === true;
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
 * until that has arrived: the parser reports this error again with every packet, and late senders get a timeout.
 */
function headTooLong(rawPacket: unknown, socket: Duplex): ProtocolError | undefined {
  const packet = rawPacket instanceof Uint8Array ? Buffer.from(rawPacket).toString('latin1') : '';
  const text = (unfinished.get(socket) ?? '') + packet;
  const end = text.search(/\s/);
  if (end === -1) return undefined;
  const after = text.slice(end, end + AFTER_ADDRESS_LENGTH);
  if (after.length < AFTER_ADDRESS_LENGTH && !/[\r\n]/.test(after)) {
    unfinished.set(socket, after);
    return undefined;
  }
  return AFTER_ADDRESS.test(after)
    ? addressTooLong()
    : new ProtocolError(431, 'payload_too_large', 'The headers are too large.');
}

export function addressTooLong(): ProtocolError {
  return new ProtocolError(414, 'payload_too_large', 'The address is longer than 65536 bytes.');
}
