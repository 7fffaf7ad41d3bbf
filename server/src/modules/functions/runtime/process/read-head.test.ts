import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHead } from './read-head.ts';

const GOOD = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Outcome: value\r\n\r\nhello';

describe('the head of an answer', () => {
  it('is read when it is whole', () => {
    const head = readHead(Buffer.from(GOOD));
    expect(head).toMatchObject({ status: 200, bytes: GOOD.length - 5, bodyBytes: 5 });
    expect(head?.headers.get('x-outcome')).toBe('value');
    for (let end = 0; end < GOOD.length - 5; end += 1)
      expect(readHead(Buffer.from(GOOD.slice(0, end)))).toBe(undefined);
  });

  it.each([
    ['without a length', 'HTTP/1.1 200 OK\r\n\r\n'],
    ['with a length that is none', 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n'],
    ['with an endless length', 'HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n'],
    ['with a length and in chunks', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n'],
    ['in another coding', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n'],
    ['without a status', 'HELLO\r\nContent-Length: 1\r\n\r\n'],
    ['that never ends', 'x'.repeat(20_000)],
    ['that is long', `HTTP/1.1 200 OK\r\nContent-Length: 1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('is refused %s', (_name, text) => {
    expect(() => readHead(Buffer.from(text))).toThrow();
  });

  it('never gives a length beyond what is allowed, whatever comes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          const head = readHead(Buffer.from(bytes));
          return head === undefined || head.bodyBytes === 'chunked' || head.bodyBytes >= 0;
        } catch (error) {
          return error instanceof Error;
        }
      }),
    );
  });
});
