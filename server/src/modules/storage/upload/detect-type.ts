import { isUtf8 } from 'node:buffer';

export const SAMPLE_BYTES = 65_536;

const BINARY = 'application/octet-stream';
/** A sample may cut off up to this many bytes of a UTF-8 character. */
const CUT_BYTES_MAX = 3;
const NO_TEXT = /[\p{Cc}--[\t\n\f\r]]/v;
/** Text allowed before the first element: a declaration, comments, a document type. */
const PROLOGUE = /^\ufeff?(?:\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!doctype\s(?!\s*html)[^>[]*(?:\[[^\]]*\]\s*)?>)*/i;
const HTML =
  /^<(?:!doctype\s+html|html|head|body|script|style|iframe|title|meta|link|base|object|embed|form|table|div|h1|p|a|br|img)(?:[\s/>]|$)/i;
const SVG = /^<(?:[\w-]+:)?svg(?:[\s/>]|$)/i;
const XML = /^\ufeff?\s*<\?xml\s/i;
/** In a document that declares itself XML, other elements may have the same names as those of HTML. */
const XHTML = /^<(?:!doctype\s+html|html)[\s/>]/i;

/** `isWhole`: the sample is the whole file. Ignores the type that the client sent. */
export async function detectType(sample: Uint8Array, isWhole: boolean): Promise<string> {
  if (sample.byteLength === 0) return BINARY;
  const known = await detectBinary(sample);
  if (known !== undefined && known !== 'application/xml') return known;
  const text = textOf(sample, isWhole);
  if (text === undefined) return known ?? BINARY;
  const start = text.slice(PROLOGUE.exec(text)?.[0].length ?? 0);
  if (SVG.test(start)) return 'image/svg+xml';
  const isXml = XML.test(text);
  if ((isXml ? XHTML : HTML).test(start)) return 'text/html';
  return known ?? (isXml ? 'application/xml' : 'text/plain');
}

/** Loaded with the first upload, because nothing needs it earlier. */
async function detectBinary(sample: Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  // A sample may end in the middle of a structure.
  const found = await fileTypeFromBuffer(sample).catch(() => undefined);
  // The package takes the byte order mark of UTF-16 for the begin of MPEG audio.
  const isMark = sample[0] === 0xff && sample[1] === 0xfe;
  return found?.mime === 'audio/mpeg' && isMark ? undefined : found?.mime;
}

function textOf(sample: Uint8Array, isWhole: boolean): string | undefined {
  for (let cut = 0; cut <= (isWhole ? 0 : CUT_BYTES_MAX); cut += 1) {
    const bytes = sample.subarray(0, sample.byteLength - cut);
    if (!isUtf8(bytes)) continue;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
    return NO_TEXT.test(text) ? undefined : text;
  }
  return undefined;
}
