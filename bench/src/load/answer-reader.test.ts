import { expect, test } from 'vitest';
import { AnswerReader } from './answer-reader.ts';

const SIZED = 'HTTP/1.1 200 OK\r\nContent-Length: 11\r\nX: y\r\n\r\n{"data":[]}';
const CHUNKED = 'HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n';

test.each([
  ['sized', SIZED, 200],
  ['chunked', CHUNKED, 201],
])('a %s answer is complete with its last byte, wherever the bytes are cut', (_kind, text, status) => {
  for (let cut = 1; cut < text.length; cut++) {
    const reader = new AnswerReader();
    expect(reader.take(Buffer.from(text.slice(0, cut))), `cut at ${cut}`).toBeUndefined();
    expect(reader.take(Buffer.from(text.slice(cut)))?.status, `cut at ${cut}`).toBe(status);
    expect(reader.take(Buffer.from(text))?.status, 'the next answer on the connection').toBe(status);
  }
});

test('a refused answer keeps its text, so that the run can report the reason', () => {
  const refusal = SIZED.replace('200 OK', '404 Not Found');
  expect(new AnswerReader().take(Buffer.from(refusal))).toEqual({ status: 404, text: refusal });
});
