import type { StoreName } from '../../../database/index.ts';
import {
  type Answer,
  type ByteRange,
  type Call,
  chooseRange,
  judgeConditions,
  ProtocolError,
  rangeApplies,
} from '../../../http/index.ts';
import { type MaybePromise, whenReady } from '../../../platform/when-ready.ts';
import { chooseEncoding, type Encoding } from './encoding-policy.ts';
import { type FileBytes, sizeOf } from './file-bytes.ts';
import type { AppFile } from './published-apps.ts';

export function serveFile(
  bytes: FileBytes,
  { headers: asked, raw }: Pick<Call, 'headers' | 'raw'>,
  { store, file }: { readonly store: StoreName; readonly file: AppFile },
): MaybePromise<Answer> {
  const isRange = asked.range !== undefined && raw.method === 'GET';
  // A range refers to the original bytes, which are the ones that the client counts.
  const encoding = isRange ? 'identity' : chooseEncoding(asked['accept-encoding'], file);
  const validators = { etag: etagOf(file, encoding), lastModifiedMs: undefined };
  const headers = headersOf(file, encoding, validators.etag);
  const verdict = judgeConditions(asked, validators);
  if (verdict === 'not_modified') return { status: 304, body: '', headers };
  if (verdict === 'precondition_failed') {
    throw new ProtocolError(412, 'validation_failed', 'The file does not match If-Match.');
  }
  if (isRange) {
    const choice = chooseRange(rangeApplies(asked, validators) ? asked.range : undefined, file.size);
    if (choice.kind === 'unsatisfiable') throw rangeNotSatisfiable(file.size);
    if (choice.kind === 'part') return servePart(bytes, { store, file, headers, range: choice.range });
  }
  const whole = { ...headers, 'Content-Length': String(sizeOf(file, encoding)) };
  if (raw.method === 'HEAD') return { status: 200, body: nothing(), headers: whole };
  return whenReady(bytes.read(store, file, { encoding }), (body) => ({
    status: 200,
    body,
    headers: body instanceof Uint8Array ? headers : whole,
  }));
}

interface FilePart {
  readonly store: StoreName;
  readonly file: AppFile;
  readonly headers: Readonly<Record<string, string>>;
  readonly range: ByteRange;
}

async function servePart(bytes: FileBytes, { store, file, headers, range }: FilePart): Promise<Answer> {
  const body = await bytes.read(store, file, { encoding: 'identity', range });
  const { start, end } = range;
  const part = { ...headers, 'Content-Range': `bytes ${start}-${end}/${file.size}` };
  const isWhole = body instanceof Uint8Array;
  return { status: 206, body, headers: isWhole ? part : { ...part, 'Content-Length': String(end - start + 1) } };
}

function headersOf(
  { mimeType, caching, brSize, gzipSize }: AppFile,
  encoding: Encoding,
  etag: string,
): Record<string, string> {
  const headers: Record<string, string> = {
    'Content-Type': mimeType,
    'Cache-Control': caching,
    ETag: etag,
    'Accept-Ranges': 'bytes',
  };
  if (brSize + gzipSize > 0) headers['Vary'] = 'Accept-Encoding';
  if (encoding !== 'identity') headers['Content-Encoding'] = encoding;
  return headers;
}

/** Made from the content hash; each encoding has its own tag, because its bytes differ. */
function etagOf({ hash }: AppFile, encoding: Encoding): string {
  const tag = hash.slice(0, 32);
  return encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`;
}

function rangeNotSatisfiable(size: number): ProtocolError {
  const message = `The file has ${size} bytes; the range is outside of them.`;
  return new ProtocolError(416, 'range_not_satisfiable', message, { 'Content-Range': `bytes */${size}` });
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
