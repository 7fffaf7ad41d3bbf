import { createCipheriv, createDecipheriv, createHash, createHmac, hash, randomBytes } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { freeBuffer } from './free-buffer.ts';

const MAGIC = Buffer.from('SIA1');
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const DIGEST_BYTES = 32;
const COMPRESSED = 1;
const ENCRYPTED = 2;
/** Takes about half the time of level 1, for a quarter to three fifths more bytes (decision 0069). */
const LEVEL = -5;
/** The maximum size of an object; one that claims more is damaged or meant to exhaust memory. */
const CONTENT_BYTES_MAX = 256 * 1024 * 1024;
/** The largest objects usually fit into one piece, which is then not copied. */
const PIECE_BYTES = { min: 64 * 1024, max: 4.5 * 1024 * 1024 } as const;

export class DamagedObject extends Error {
  readonly object: string;
  readonly reason: string;

  constructor(object: string, reason: string) {
    super(`${object} is damaged: ${reason}`);
    this.name = 'DamagedObject';
    this.object = object;
    this.reason = reason;
  }
}

/** Encodes content as the bytes of an object, and decodes them. Refuses changed, truncated and renamed objects. */
export interface Sealer {
  /** Undefined: nothing is encrypted. */
  readonly key: Uint8Array | undefined;
  seal(name: string, content: Uint8Array, options?: { readonly isCompressed: boolean }): Buffer;
  open(name: string, object: Uint8Array): Buffer;
  /** A name that reveals nothing about a file where the archive is encrypted. */
  hide(text: string): string;
}

/** Objects are only checked by their hash when there is no key. */
export function createSealer(key: Uint8Array | undefined): Sealer {
  return {
    key,

    seal(name, content, { isCompressed } = { isCompressed: true }) {
      const head = Buffer.from([...MAGIC, (isCompressed ? COMPRESSED : 0) | (key === undefined ? 0 : ENCRYPTED)]);
      if (!isCompressed) return wrap(name, head, content, key);
      const body = compress(content);
      const object = wrap(name, head, body, key);
      freeBuffer(body);
      return object;
    },

    open(name, object) {
      const { body, isCompressed } = unwrap(name, object, key);
      if (!isCompressed) return body;
      try {
        return zstdDecompressSync(body, decompressOptions(body));
      } catch {
        throw new DamagedObject(name, 'it cannot be decompressed');
      } finally {
        if (body.buffer !== object.buffer) freeBuffer(body);
      }
    },

    hide: (text) =>
      key === undefined ? hash('sha256', text, 'hex') : createHmac('sha256', key).update(text).digest('hex'),
  };
}

function wrap(name: string, head: Buffer, body: Uint8Array, key: Uint8Array | undefined): Buffer {
  if (key === undefined) return Buffer.concat([head, digestOf(head, name, body), body]);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.concat([head, Buffer.from(name)]));
  const sealed = cipher.update(body);
  cipher.final();
  const object = Buffer.concat([head, nonce, cipher.getAuthTag(), sealed]);
  freeBuffer(sealed);
  return object;
}

function unwrap(
  name: string,
  object: Uint8Array,
  key: Uint8Array | undefined,
): { body: Buffer; isCompressed: boolean } {
  const bytes = Buffer.from(object.buffer, object.byteOffset, object.byteLength);
  const head = bytes.subarray(0, MAGIC.length + 1);
  if (!head.subarray(0, MAGIC.length).equals(MAGIC) || head.length <= MAGIC.length) {
    throw new DamagedObject(name, 'it does not begin like an object of an archive');
  }
  const flags = head[MAGIC.length] ?? 0;
  const body = (flags & ENCRYPTED) === 0 ? checked(name, bytes, key) : decrypted(name, bytes, key);
  return { body, isCompressed: (flags & COMPRESSED) !== 0 };
}

function decompressOptions({ length }: Buffer): { readonly maxOutputLength: number; readonly chunkSize: number } {
  const chunkSize = Math.min(PIECE_BYTES.max, Math.max(PIECE_BYTES.min, 4 * length));
  return { maxOutputLength: CONTENT_BYTES_MAX, chunkSize };
}

function compress(content: Uint8Array): Buffer {
  const params = { [constants.ZSTD_c_compressionLevel]: LEVEL };
  return zstdCompressSync(content, { params, chunkSize: Math.max(PIECE_BYTES.min, content.length) });
}

function checked(name: string, bytes: Buffer, key: Uint8Array | undefined): Buffer {
  // In an encrypted archive every writer has the key, so an object without encryption is foreign.
  if (key !== undefined) throw new DamagedObject(name, 'it is not encrypted');
  const head = bytes.subarray(0, MAGIC.length + 1);
  const digest = bytes.subarray(head.length, head.length + DIGEST_BYTES);
  const body = bytes.subarray(head.length + DIGEST_BYTES);
  if (!digestOf(head, name, body).equals(digest)) throw new DamagedObject(name, 'its hash differs');
  return body;
}

function decrypted(name: string, bytes: Buffer, key: Uint8Array | undefined): Buffer {
  if (key === undefined) throw new DamagedObject(name, 'it is encrypted');
  const head = bytes.subarray(0, MAGIC.length + 1);
  const rest = bytes.subarray(head.length);
  if (rest.length < NONCE_BYTES + TAG_BYTES) throw new DamagedObject(name, 'it was cut');
  const decipher = createDecipheriv('aes-256-gcm', key, rest.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.concat([head, Buffer.from(name)]));
  decipher.setAuthTag(rest.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const body = decipher.update(rest.subarray(NONCE_BYTES + TAG_BYTES));
  try {
    decipher.final();
  } catch {
    throw new DamagedObject(name, 'it was changed, or sealed with another key');
  }
  return body;
}

function digestOf(head: Uint8Array, name: string, body: Uint8Array): Buffer {
  return createHash('sha256').update(head).update(name).update('\0').update(body).digest();
}
