import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const BYTES_MIN = 256;
const COMPRESSED_BYTES_MAX = 10 * 1024 * 1024;
/** The best quality takes a second for half a megabyte; the next setting is a hundred times as fast. */
const BEST_BYTES_MAX = 256 * 1024;
const TEXT =
  /^(?:text\/|image\/(?:svg\+xml|bmp|x-icon|vnd\.microsoft\.icon)|font\/(?:ttf|otf|collection)|application\/(?:[\w.-]+\+)?(?:javascript|json|xml|manifest|wasm|rtf|x-ndjson|graphql|vnd\.ms-fontobject)\b)/;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const NOTHING = Buffer.alloc(0);
export const NOT_COMPRESSED: CompressedFile = { br: NOTHING, gzip: NOTHING };

export interface CompressedFile {
  readonly br: Uint8Array;
  readonly gzip: Uint8Array;
}

export function isCompressible(mimeType: string, size: number): boolean {
  return size >= BYTES_MIN && size <= COMPRESSED_BYTES_MAX && TEXT.test(mimeType);
}

export async function compress(bytes: Uint8Array): Promise<CompressedFile> {
  const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_SIZE_HINT: sizeHint } = constants;
  const params = { [quality]: bytes.byteLength <= BEST_BYTES_MAX ? 11 : 8, [sizeHint]: bytes.byteLength };
  // One after the other: threads are few, and file access and password hashing need them too.
  const br = await brotli(bytes, { params });
  const gz = await gzipped(bytes, { level: 9 });
  return { br: ifShorter(br, bytes), gzip: ifShorter(gz, bytes) };
}

function ifShorter(compressed: Uint8Array, bytes: Uint8Array): Uint8Array {
  return compressed.byteLength < bytes.byteLength * 0.95 ? compressed : NOTHING;
}
