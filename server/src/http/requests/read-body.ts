import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../../platform/errors.ts';
import { ProtocolError } from '../answers/failure.ts';

export const JSON_BYTES_MAX = 2 * 1024 * 1024;
const JSON_DEPTH_MAX = 64;
const BODY_TIMEOUT_MS = 30_000;
const STREAM_SILENCE_MS = 60_000;

/** The parsed JSON body. Checks type, encoding, size and depth before anything looks at a value. */
export async function readJson(request: IncomingMessage, bytesMax = JSON_BYTES_MAX): Promise<unknown> {
  if (!hasBody(request)) throw emptyBody();
  requireJsonType(request);
  return parseJson(await readBytes(request, bytesMax));
}

/** A JSON body of at most `bytesMax` bytes, with the bytes themselves. Undefined when there is none. */
export async function readOptionalJson(
  request: IncomingMessage,
  bytesMax: number,
): Promise<{ readonly bytes: Uint8Array; readonly value: unknown } | undefined> {
  if (!hasBody(request)) return undefined;
  requireJsonType(request);
  const bytes = await readBytes(request, bytesMax);
  return bytes.byteLength === 0 ? undefined : { bytes, value: parseJson(bytes) };
}

/** The headers announce a body, which may still turn out to be empty. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
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

/** `application/json`, alone or with `charset=utf-8`, in any case. */
function isJson(contentType: string | undefined): boolean {
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';');
  if (type.trim() !== 'application/json') return false;
  return parameters.every((parameter) => {
    const [name = '', value = ''] = parameter.split('=');
    return name.trim() !== 'charset' || ['utf-8', 'utf8', '"utf-8"', '"utf8"'].includes(value.trim());
  });
}

/** The whole body as it was sent. Throws `payload_too_large` as soon as it is known to be. */
export async function readBytes(request: IncomingMessage, bytesMax = JSON_BYTES_MAX): Promise<Uint8Array> {
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw tooLarge(bytesMax);
  return await new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    const stop = (error: Error): void => {
      clearTimeout(timer);
      request.off('data', take);
      reject(error);
    };
    const take = (chunk: Uint8Array): void => {
      bytes += chunk.byteLength;
      if (bytes > bytesMax) stop(tooLarge(bytesMax));
      else chunks.push(chunk);
    };
    const late = (): void => stop(new ProtocolError(408, 'validation_failed', 'The body did not arrive in time.'));
    const timer = setTimeout(late, BODY_TIMEOUT_MS);
    request.on('data', take);
    request.once('end', () => {
      clearTimeout(timer);
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    });
    request.once('error', () => stop(new ServiceError('invalid_json', 'The body ended too early.')));
  });
}

/**
 * Cuts the connection of a streamed body from which nothing comes for a while. A handler that reads slowly is no
 * reason: then something waits to be read.
 */
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

function parseJson(bytes: Uint8Array): unknown {
  if (bytes.byteLength === 0) throw emptyBody();
  if (!isUtf8(bytes)) throw new ServiceError('invalid_json', 'The body is not valid UTF-8.');
  if (!isShallow(bytes)) {
    throw new ServiceError('invalid_json', `The body is nested deeper than ${JSON_DEPTH_MAX} levels.`);
  }
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
  } catch {
    throw new ServiceError('invalid_json', 'The body is not valid JSON.');
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** One look at every byte, so that nothing that walks the parsed value later can be led too deep. */
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
  return new ServiceError('invalid_json', 'A JSON body is needed.');
}

function tooLarge(bytesMax: number): ServiceError {
  return new ServiceError('payload_too_large', `The body is larger than ${bytesMax} bytes.`);
}
