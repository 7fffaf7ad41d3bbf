export interface AnswerHead {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  /** Where the body begins, and how long it is. */
  readonly bytes: number;
  readonly bodyBytes: number | 'chunked';
}

const HEAD_BYTES_MAX = 16_384;
const STATUS = /^HTTP\/1\.1 ([1-5]\d\d)/;
const LENGTH = /^\d{1,9}$/;

/** Reads the head of an answer; undefined while it is not whole. Throws when it is none that the shim would send. */
export function readHead(bytes: Buffer): AnswerHead | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end > HEAD_BYTES_MAX || (end === -1 && bytes.length > HEAD_BYTES_MAX)) throw new Error('The head is too long.');
  if (end === -1) return undefined;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = STATUS.exec(first)?.[1];
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  const length = headers.get('content-length') ?? '';
  const isChunked = headers.get('transfer-encoding')?.toLowerCase() === 'chunked';
  if (status === undefined || LENGTH.test(length) === isChunked) throw new Error('The answer is not one of the shim.');
  return { status: Number(status), headers, bytes: end + 4, bodyBytes: isChunked ? 'chunked' : Number(length) };
}
