import { isUtf8 } from 'node:buffer';
import { malformed } from './malformed.ts';

export interface PartHead {
  readonly name: string;
  /** Undefined for a field; set for a file. */
  readonly filename: string | undefined;
}

const LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*)$/s;
const PARAMETER = /[ \t]*;[ \t]*([!#$&+.^_`|~0-9A-Za-z-]+\*?)=("(?:[^"\\]|\\.)*"|[^\s;"]+)/sy;
/** Encodings that leave the bytes as they are. */
const PLAIN_ENCODINGS: ReadonlySet<string> = new Set(['7bit', '8bit', 'binary']);

/** Reads the header lines of a part. Throws unless they are well-formed headers of a form's part. */
export function readPartHead(bytes: Uint8Array): PartHead {
  if (!isUtf8(bytes)) throw malformed('the head of a part is not UTF-8');
  const headers = readHeaders(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
  const encoding = headers.get('content-transfer-encoding');
  if (encoding !== undefined && !PLAIN_ENCODINGS.has(encoding.trim().toLowerCase())) {
    throw malformed('a part has a Content-Transfer-Encoding');
  }
  const disposition = headers.get('content-disposition');
  if (disposition === undefined) throw malformed('a part has no Content-Disposition');
  return readDisposition(disposition);
}

function readHeaders(text: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const line of text.split('\r\n')) {
    const [, name = '', value = ''] = LINE.exec(line) ?? [];
    if (name === '' || /[\r\n\0]/.test(value)) throw malformed('a part has a line that is no header');
    if (headers.has(name.toLowerCase())) throw malformed(`a part has two headers ${name}`);
    headers.set(name.toLowerCase(), value);
  }
  return headers;
}

function readDisposition(text: string): PartHead {
  const kind = /^form-data(?=[ \t]*(?:;|$))/i.exec(text);
  if (kind === null) throw malformed('a part is not form-data');
  const parameters = new Map<string, string>();
  PARAMETER.lastIndex = kind[0].length;
  let end = PARAMETER.lastIndex;
  for (let found = PARAMETER.exec(text); found !== null; found = PARAMETER.exec(text)) {
    end = PARAMETER.lastIndex;
    const [, name = '', value = ''] = found;
    if (parameters.has(name.toLowerCase())) throw malformed(`a part has ${name} twice`);
    parameters.set(name.toLowerCase(), unquoted(value));
  }
  if (text.slice(end).trim() !== '') throw malformed('a Content-Disposition cannot be read');
  const name = parameters.get('name');
  if (name === undefined || name === '') throw malformed('a part has no name');
  return { name, filename: extended(parameters.get('filename*')) ?? parameters.get('filename') };
}

/** Browsers escape only `"`, as `%22`. A backslash is literal unless `"` or `\` follows it. */
function unquoted(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(["\\])/g, '$1') : value;
}

/** `UTF-8''na%C3%AFve.txt`: forms should not send this, but some clients do. */
function extended(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const [, encoded = ''] = /^utf-8'[^']*'(.*)$/is.exec(value) ?? [];
  try {
    const text = decodeURIComponent(encoded);
    if (text !== '') return text;
  } catch {
    // The caller gets the failure below.
  }
  throw malformed('a filename* is not UTF-8');
}
