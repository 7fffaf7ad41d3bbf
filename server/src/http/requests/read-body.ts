import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { createDeadlines } from '../../platform/deadlines.ts';
import { ServiceError } from '../../platform/errors.ts';
import { ProtocolError } from '../answers/failure.ts';
import { hasBody } from '../has-body.ts';

export const JSON_BYTES_MAX = 2 * 1024 * 1024;
const JSON_DEPTH_MAX = 64;
const BODY_TIMEOUT_MS = 30_000;
const STREAM_SILENCE_MS = 60_000;

/** The parsed JSON body. Checks type, encoding, size and depth before any value is read. */
export async function readJson(request: IncomingMessage, bytesMax = JSON_BYTES_MAX): Promise<unknown> {
  if (!hasBody(request)) throw emptyBody();
  requireJsonType(request);
  return parseJson(textOf(await readBytes(request, bytesMax)));
}

export interface JsonBody {
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly value: unknown;
}

export async function readOptionalJson(request: IncomingMessage, bytesMax: number): Promise<JsonBody | undefined> {
  if (!hasBody(request)) return undefined;
  requireJsonType(request);
  const bytes = await readBytes(request, bytesMax);
  if (bytes.byteLength === 0) return undefined;
  const text = textOf(bytes);
  return { bytes, text, value: parseJson(text) };
}

function requireJsonType({ headers }: IncomingMessage): void {
  const contentType = headers['content-type'];
  if (contentType !== 'application/json' && !isJson(contentType)) {
    throw new ServiceError('unsupported_media_type', 'The body must be sent as application/json in UTF-8.');
  }
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') {
    throw new ServiceError('unsupported_media_type', 'The body must not be compressed.');
  }
}

function isJson(contentType: string | undefined): boolean {
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';');
  if (type.trim() !== 'application/json') return false;
  return parameters.every((parameter) => {
    const [name = '', value = ''] = parameter.split('=');
    return name.trim() !== 'charset' || ['utf-8', 'utf8', '"utf-8"', '"utf8"'].includes(value.trim());
  });
}

interface Reading {
  readonly deadlineMs: number;
  readonly late: () => void;
}

const reading = new Set<Reading>();
const deadlines = createDeadlines(() => {
  const nowMs = performance.now();
  for (const { deadlineMs, late } of reading) {
    if (deadlineMs <= nowMs) late();
    else deadlines.add(deadlineMs);
  }
});

export async function readBytes(request: IncomingMessage, bytesMax = JSON_BYTES_MAX): Promise<Uint8Array> {
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw tooLarge(bytesMax);
  return await new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    const stop = (error: Error): void => {
      reading.delete(body);
      request.off('data', take);
      reject(error);
    };
    const take = (chunk: Uint8Array): void => {
      bytes += chunk.byteLength;
      if (bytes > bytesMax) stop(tooLarge(bytesMax));
      else chunks.push(chunk);
    };
    const late = (): void => stop(new ProtocolError(408, 'validation_failed', 'The body did not arrive in time.'));
    const body: Reading = { deadlineMs: performance.now() + BODY_TIMEOUT_MS, late };
    reading.add(body);
    deadlines.add(body.deadlineMs);
    request.on('data', take);
    request.on('end', () => {
      reading.delete(body);
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    });
    request.on('error', () => stop(new ServiceError('invalid_json', 'The body ended too early.')));
  });
}

/** Cuts a body that stops arriving. A slow handler does not trigger this, because unread data is then waiting. */
export function guardStream(request: IncomingMessage): void {
  let seen = request.socket.bytesRead;
  const timer = setInterval(() => {
    const { bytesRead } = request.socket;
    const isSilent = bytesRead === seen && request.readableLength === 0 && !request.complete;
    seen = bytesRead;
    if (isSilent) request.destroy(new ProtocolError(408, 'validation_failed', 'The body did not arrive in time.'));
  }, STREAM_SILENCE_MS);
  request.once('close', () => clearInterval(timer));
}

function textOf(bytes: Uint8Array): string {
  if (bytes.byteLength === 0) throw emptyBody();
  if (!isUtf8(bytes)) throw new ServiceError('invalid_json', 'The body is not valid UTF-8.');
  if (!isShallow(bytes)) {
    throw new ServiceError('invalid_json', `The body is nested deeper than ${JSON_DEPTH_MAX} levels.`);
  }
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ServiceError('invalid_json', 'The body is not valid JSON.');
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Limits the nesting before parsing, so that code that walks the parsed value cannot recurse too deeply. */
function isShallow(bytes: Uint8Array): boolean {
  if (bytes.byteLength <= JSON_DEPTH_MAX) return true;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < bytes.byteLength; at += 1) {
    const byte = bytes[at];
    if (inString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > JSON_DEPTH_MAX) return false;
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1;
  }
  return true;
}

function emptyBody(): ServiceError {
  return new ServiceError('invalid_json', 'A JSON body is required.');
}

function tooLarge(bytesMax: number): ServiceError {
  return new ServiceError('payload_too_large', `The body is larger than ${bytesMax} bytes.`);
}
