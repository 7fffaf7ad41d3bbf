import { HEADER } from '../protocol.ts';
import type { RawAnswer } from './call-connection.ts';

/** Hears of the answer to one of several calls. */
export type OnFrame = (at: number, answer: RawAnswer) => void;

const LINE = /^(\d{1,3}) (\w{1,16}) (\d{1,9}) (\d{1,9}) (\d{1,9}) ([01])$/;
const LINE_BYTES_MAX = 64;
const LINE_END = 0x0a;

/** Reads the answers of several calls from the body they share. Throws when it is not of the shim. */
export function createFrameReader(bytesMax: number, onFrame: OnFrame): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let size = 0;
  /** Bytes until the next frame is whole, as far as that is known. */
  let wanted = 0;

  const takeFrame = (bytes: Buffer, from: number): number | undefined => {
    const end = bytes.indexOf(LINE_END, from);
    if (end === -1 && bytes.length - from <= LINE_BYTES_MAX) return undefined;
    const line = LINE.exec(bytes.toString('latin1', from, end === -1 ? bytes.length : end));
    if (line === null) throw new Error('The answer is not one of the shim.');
    const [, at, outcome = '', headBytes = '', bodyBytes, lines = '', soon = ''] = line;
    const next = end + 1 + Number(bodyBytes);
    if (next - end > bytesMax) throw new Error('The answer is too long.');
    if (next > bytes.length) {
      wanted = next - from;
      return undefined;
    }
    const headers = new Map<string, string>([
      [HEADER.outcome, outcome],
      [HEADER.head, headBytes],
      [HEADER.lines, lines],
      [HEADER.soon, soon],
    ]);
    onFrame(Number(at), { status: 200, headers, body: bytes.subarray(end + 1, next) });
    return next;
  };

  return (chunk) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size < wanted) return;
    const bytes = chunks.length === 1 ? chunk : Buffer.concat(chunks);
    wanted = 0;
    let from = 0;
    for (let next = takeFrame(bytes, from); next !== undefined; next = takeFrame(bytes, from)) from = next;
    chunks = from === bytes.length ? [] : [bytes.subarray(from)];
    size = bytes.length - from;
  };
}
