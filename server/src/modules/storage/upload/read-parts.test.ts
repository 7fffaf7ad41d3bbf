import fc from 'fast-check';
import { expect, test } from 'vitest';
import { multipart } from '../../../../test/upload.ts';
import { readParts } from './read-parts.ts';

const BOUNDARY = 'b0undary';

/** Chunks that each have their own buffer, like those of a connection. */
async function* inPieces(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, piece = 0; at < bytes.byteLength; piece += 1) {
    const size = sizes[piece % sizes.length] ?? 1;
    yield bytes.slice(at, at + size);
    at += size;
  }
}

interface ReadPart {
  readonly name: string;
  readonly filename: string | undefined;
  readonly content: string;
}

async function read(body: Uint8Array, sizes: readonly number[] = [65_536], boundary = BOUNDARY): Promise<ReadPart[]> {
  const parts: ReadPart[] = [];
  for await (const { name, filename, bytes } of readParts(inPieces(body, sizes), boundary)) {
    const pieces: Uint8Array[] = [];
    for await (const piece of bytes) pieces.push(Buffer.from(piece));
    parts.push({ name, filename, content: Buffer.concat(pieces).toString('latin1') });
  }
  return parts;
}

const part = (lines: string, content = 'x'): string => `--${BOUNDARY}\r\n${lines}\r\n\r\n${content}\r\n`;
const END = `--${BOUNDARY}--\r\n`;
const FIELD = 'Content-Disposition: form-data; name="a"';

test('the memory of every chunk of the body is freed once it is consumed', async () => {
  const pieces = [`--${BOUNDARY}\r\n${FIELD}\r\n\r\nx`, 'y'.repeat(1000), 'z\r', `\n${END}`].map((text) =>
    new TextEncoder().encode(text).slice(),
  );
  const [last] = pieces.slice(-1);
  const lengths: number[] = [];
  async function* body(): AsyncGenerator<Uint8Array> {
    for (const piece of pieces) {
      yield piece;
      lengths.push(piece.byteLength);
    }
  }
  for await (const { bytes } of readParts(body(), BOUNDARY)) for await (const _ of bytes);
  expect(lengths).toEqual([0, 0, 0, last?.byteLength]);
});

test('a form is read exactly as written, however its bytes are split into chunks', async () => {
  // Content that repeatedly looks like the beginning of a delimiter.
  const content = fc.array(fc.constantFrom('\r', '\n', '-', '--', '\r\n--', '\r\n', 'x', '\r\n--b'), { maxLength: 30 });
  const parts = fc.array(fc.record({ content: content.map((pieces) => pieces.join('')), isFile: fc.boolean() }));
  const sizes = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(parts, sizes, async (wanted, cuts) => {
      const form = multipart(
        wanted.map(({ content: text, isFile }) => ({
          name: 'a "b"',
          content: text,
          ...(isFile && { filename: 'naïve.txt' }),
        })),
      );
      const boundary = form.headers['content-type'].split('boundary=')[1] ?? '';
      const found = await read(form.body, cuts, boundary);
      expect(found).toEqual(
        wanted.map(({ content: text, isFile }) => ({
          name: 'a %22b%22',
          filename: isFile ? 'naïve.txt' : undefined,
          content: text,
        })),
      );
    }),
    { numRuns: 150 },
  );
});

test.each([
  ['a text before the first part and after the last one', `preamble\r\n${part(FIELD)}${END}epilogue`],
  ['blanks after a boundary', `--${BOUNDARY} \t\r\n${FIELD}\r\n\r\nx\r\n${END}`],
  ['header names in any case and other headers', part('content-disposition: FORM-DATA; NAME=a\r\nX-Other: 1') + END],
  ['no line end after the last boundary', part(FIELD) + END.trimEnd()],
])('%s is well-formed', async (_, body) => {
  expect(await read(Buffer.from(body))).toEqual([{ name: 'a', filename: undefined, content: 'x' }]);
});

test.each([
  ['"a b.txt"', 'a b.txt'],
  ['plain.txt', 'plain.txt'],
  ['"quo\\"te.txt"', 'quo"te.txt'],
  ['"C:\\dir\\file.txt"', 'C:\\dir\\file.txt'],
  ['""', ''],
  ['"a;b=c"', 'a;b=c'],
  ["x; filename*=UTF-8''%e2%82%ac%20rates", '€ rates'],
])('filename=%s is %s', async (text, filename) => {
  const body = Buffer.from(`${part(`${FIELD}; filename=${text}`)}${END}`);
  expect(await read(body)).toEqual([{ name: 'a', filename, content: 'x' }]);
});

test.each([
  ['nothing', ''],
  ['no boundary', 'hello'],
  ['another boundary', part(FIELD).replace(BOUNDARY, 'other')],
  ['no end', part(FIELD)],
  ['an end within a part', `--${BOUNDARY}\r\n${FIELD}\r\n\r\nhal`],
  ['an end within a head', `--${BOUNDARY}\r\n${FIELD}\r\n`],
  ['a boundary within a head', `--${BOUNDARY}\r\n${FIELD}\r\n${part(FIELD)}${END}`],
  ['a longer boundary', `${part(FIELD)}--${BOUNDARY}x\r\n${FIELD}\r\n\r\nx\r\n${END}`],
  ['no headers', `--${BOUNDARY}\r\n\r\nx\r\n${END}`],
  ['no Content-Disposition', part('X-Other: 1') + END],
  ['two of them', part(`${FIELD}\r\n${FIELD}`) + END],
  ['another disposition', part('Content-Disposition: attachment; name="a"') + END],
  ['no name', part('Content-Disposition: form-data; filename="x"') + END],
  ['an empty name', part('Content-Disposition: form-data; name=""') + END],
  ['two names', part(`${FIELD}; name="b"`) + END],
  ['an open quote', part('Content-Disposition: form-data; name="a') + END],
  ['rubbish after the name', part(`${FIELD} rubbish`) + END],
  ['a line without a colon', part(`${FIELD}\r\nrubbish`) + END],
  ['a folded line', part(`${FIELD}\r\n ; filename="x"`) + END],
  ['a line feed in a name', part('Content-Disposition: form-data; name="a\nb"') + END],
  ['NUL in a name', part('Content-Disposition: form-data; name="a\0b"') + END],
  ['a head of 20,000 bytes', part(`${FIELD}\r\nX-Other: ${'x'.repeat(20_000)}`) + END],
  ['base64', part(`${FIELD}\r\nContent-Transfer-Encoding: base64`) + END],
  ['a filename* that is not UTF-8', part(`${FIELD}; filename*=UTF-8''%ff`) + END],
  ['a megabyte before the first part', 'x'.repeat(1_000_000) + part(FIELD) + END],
  ['a megabyte after the last one', part(FIELD) + END + 'x'.repeat(1_000_000)],
  ['a good part before a bad one', part(FIELD) + part('X-Other: 1') + END],
])('%s is not well-formed', async (_, body) => {
  const wanted = { code: 'validation_failed', message: expect.stringContaining('multipart/form-data') };
  await expect(read(Buffer.from(body))).rejects.toMatchObject(wanted);
  await expect(read(Buffer.from(body), [7])).rejects.toMatchObject(wanted);
});

test('a part whose header is not UTF-8 is malformed', async () => {
  const body = Buffer.from(part('Content-Disposition: form-data; name="\xff"') + END, 'latin1');
  await expect(read(body)).rejects.toMatchObject({ code: 'validation_failed' });
});
