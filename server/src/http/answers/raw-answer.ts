import type { Duplex } from 'node:stream';
import { failureBody, failureOf, ProtocolError } from './failure.ts';
import { JSON_TYPE } from './send-answer.ts';

const BLANK = 0x20;

interface ParserError extends Error {
  readonly code?: string | undefined;
  readonly rawPacket?: unknown;
  readonly bytesParsed?: unknown;
}

/** Answers a request that Node's parser could not read. No response object exists then, so the bytes are written by hand. */
export function answerParserError(error: ParserError, socket: Duplex, requestId: string): void {
  // The caller has disconnected, or an answer is already being sent on this connection.
  if (error.code === 'ECONNRESET' || !socket.writable || hasAnswerUnderWay(socket)) {
    socket.destroy();
    return;
  }
  writeRawAnswer(socket, protocolErrorOf(error), requestId);
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

function protocolErrorOf(error: ParserError): ProtocolError {
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    const packet = error.rawPacket instanceof Uint8Array ? Buffer.from(error.rawPacket) : Buffer.alloc(0);
    const read = typeof error.bytesParsed === 'number' ? error.bytesParsed : packet.length;
    const before = packet.subarray(0, read);
    // Only an address can be this long without a line break or a space, and only an address ends with a space.
    const endsOtherwise = read < packet.length && packet[read] !== BLANK;
    const isAddress = !before.includes('\r\n') && !before.includes(': ') && !endsOtherwise;
    return isAddress ? addressTooLong() : new ProtocolError(431, 'payload_too_large', 'The headers are too large.');
  }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ProtocolError(408, 'validation_failed', 'The request did not arrive in time.');
  }
  if (error.code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') {
    return new ProtocolError(413, 'payload_too_large', 'The chunk extensions are too large.');
  }
  return new ProtocolError(400, 'validation_failed', 'This is not a valid HTTP request.');
}

export function addressTooLong(): ProtocolError {
  return new ProtocolError(414, 'payload_too_large', 'The address is longer than 65536 bytes.');
}
