/** Passes on the body of an answer as it comes. */
export interface BodyReader {
  /** True when the body has ended with this chunk. Throws when it is longer than may be, or not what a body looks like. */
  read(chunk: Buffer): boolean;
}

type Take = (bytes: Buffer) => void;

export function createLengthReader(length: number, take: Take): BodyReader {
  let left = length;
  return {
    read: (chunk) => {
      left -= chunk.length;
      if (left < 0) throw moreThanTheAnswer();
      if (chunk.length > 0) take(chunk);
      return left === 0;
    },
  };
}

const SIZE_LINE = /^([0-9a-f]{1,8})\r\n$/i;
const SIZE_LINE_BYTES_MAX = 10;
const LINE_END = 0x0a;

/** The transfer coding `chunked` as the runtime writes it: without extensions and trailers. */
export function createChunkedReader(bytesMax: number, take: Take): BodyReader {
  let line = '';
  /** Of the chunk that is being read; its line end counts as part of it. */
  let left = 0;
  let isLast = false;
  let size = 0;
  const takeLine = (chunk: Buffer, from: number): number => {
    const end = chunk.indexOf(LINE_END, from);
    line += chunk.toString('latin1', from, end === -1 ? chunk.length : end + 1);
    if (line.length > SIZE_LINE_BYTES_MAX) throw notChunked();
    if (end === -1) return chunk.length;
    const digits = SIZE_LINE.exec(line)?.[1];
    if (digits === undefined) throw notChunked();
    line = '';
    const bytes = Number.parseInt(digits, 16);
    size += bytes;
    if (size > bytesMax) throw new Error('The answer is too long.');
    isLast = bytes === 0;
    left = bytes + 2;
    return end + 1;
  };
  return {
    read: (chunk) => {
      let at = 0;
      while (at < chunk.length) {
        if (left === 0) {
          at = takeLine(chunk, at);
          continue;
        }
        const content = Math.min(left - 2, chunk.length - at);
        if (content > 0) take(chunk.subarray(at, at + content));
        const taken = Math.max(0, content);
        const end = Math.min(left - taken, 2, chunk.length - at - taken);
        left -= taken + end;
        at += taken + end;
        if (left === 0 && isLast) {
          if (at < chunk.length) throw moreThanTheAnswer();
          return true;
        }
      }
      return false;
    },
  };
}

function notChunked(): Error {
  return new Error('The answer is not one of the shim.');
}

function moreThanTheAnswer(): Error {
  return new Error('There is more than the answer.');
}
