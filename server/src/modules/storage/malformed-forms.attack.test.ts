import { beforeAll, describe, expect, test } from 'vitest';
import { ENGINES, openProject } from '../../../test/index.ts';
import { keptBytes } from '../../../test/kept-bytes.ts';
import { openRaw, type RawReply, rawRequest } from '../../../test/raw-request.ts';

const B = 'XX';
const FILE = 'Content-Disposition: form-data; name="file"; filename="a.txt"';
const FIELD = 'Content-Disposition: form-data; name="path"';
const TYPE = `multipart/form-data; boundary=${B}`;

/** A complete part, preceded by its delimiter. */
const part = (head: string, body = 'hello'): string => `--${B}\r\n${head}\r\n\r\n${body}\r\n`;
const END = `--${B}--\r\n`;
const good = part(FILE);

/** Each is 400, stores nothing, and reports what is wrong. */
const MALFORMED: Readonly<Record<string, string>> = {
  'no body at all': '',
  'only the end': END,
  'no delimiter': 'hello',
  'another boundary': good.replaceAll(B, 'YY') + END,
  'a delimiter without a line': `--${B}`,
  'no end': good,
  'an end cut in two': `${good}--${B}-`,
  'an end cut after its dashes': `${good}--${B}`,
  'a part that ends in its head': `--${B}\r\n${FILE}\r\n`,
  'a delimiter within the head': `--${B}\r\n${FILE}\r\n--${B}--\r\n`,
  'a part with an empty head': `--${B}\r\n\r\nhello\r\n${END}`,
  'a part without a disposition': part('Content-Type: text/plain') + END,
  'an attachment': part('Content-Disposition: attachment; filename="a.txt"') + END,
  'form-data of another kind': part('Content-Disposition: form-dataX; name="file"; filename="a"') + END,
  'a part without a name': part('Content-Disposition: form-data; filename="a.txt"') + END,
  'a part with an empty name': part('Content-Disposition: form-data; name=""; filename="a.txt"') + END,
  'a name that does not end': part('Content-Disposition: form-data; name="file; filename=a.txt') + END,
  'a name twice': part('Content-Disposition: form-data; name="file"; name="path"; filename="a.txt"') + END,
  'a filename twice': part('Content-Disposition: form-data; name="file"; filename="a"; filename="b"') + END,
  'two dispositions': part(`${FILE}\r\n${FIELD}`) + END,
  'a head line that is no header': part(`${FILE}\r\nhello`) + END,
  'a header with a blank in its name': part(`${FILE}\r\nX Y: 1`) + END,
  'a folded header': part(`Content-Disposition: form-data;\r\n name="file"; filename="a.txt"`) + END,
  'lines that end with LF': good.replaceAll('\r\n', '\n') + END.replaceAll('\r\n', '\n'),
  'bare CR in the head': part('Content-Disposition: form-data; name="file";\r filename="a.txt"') + END,
  'NUL in the head': part('Content-Disposition: form-data; name="file"; filename="a\0.txt"') + END,
  'bytes that are no UTF-8 in the head': part('Content-Disposition: form-data; name="file"; filename="\xff\xfe"') + END,
  'an extended name that is none': part(`Content-Disposition: form-data; name="file"; filename*=UTF-8''%ff`) + END,
  'an extended name in another charset': part(`Content-Disposition: form-data; name="file"; filename*=x''a`) + END,
  'an encoded part': part(`${FILE}\r\nContent-Transfer-Encoding: base64`, 'aGVsbG8=') + END,
  'a head that is too long': part(`${FILE}\r\nX-Long: ${'x'.repeat(20_000)}`) + END,
  'a head of many lines': part(`${FILE}\r\n${'X: y\r\n'.repeat(10_000)}Z: 1`) + END,
  'a long preamble': `${'x'.repeat(100_000)}\r\n${good}${END}`,
  'a long epilogue': `${good}${END}${'x'.repeat(100_000)}`,
  'words after the boundary': `--${B} hello\r\n${FILE}\r\n\r\nhello\r\n${END}`,
  'no file': part(FIELD, 'a.txt') + END,
  'a file without a filename': part('Content-Disposition: form-data; name="file"') + END,
  'a file with an empty filename': part('Content-Disposition: form-data; name="file"; filename=""') + END,
  'a file in another field': part('Content-Disposition: form-data; name="upload"; filename="a.txt"') + END,
  'a file in the field of the path': good + part('Content-Disposition: form-data; name="path"; filename="a.txt"') + END,
  'an unknown field': good + part('Content-Disposition: form-data; name="owner_id"', 'x') + END,
  'a field called __proto__': good + part('Content-Disposition: form-data; name="__proto__"', '{}') + END,
  'a field twice': good + part(FIELD, 'a') + part(FIELD, 'b') + END,
  'a field that is too long': good + part(FIELD, 'x'.repeat(20_000)) + END,
  'a field that is no UTF-8': good + part(FIELD, '\xff\xfe') + END,
  'a visibility that is none': good + part('Content-Disposition: form-data; name="visibility"', 'all') + END,
  'metadata that is no JSON': good + part('Content-Disposition: form-data; name="metadata"', '{a}') + END,
  'metadata that is no object': good + part('Content-Disposition: form-data; name="metadata"', '[]') + END,
  'metadata with a NUL': good + part('Content-Disposition: form-data; name="metadata"', '{"a":"\\u0000"}') + END,
  'metadata with a lone surrogate':
    good + part('Content-Disposition: form-data; name="metadata"', '{"a":"\\ud800"}') + END,
  'metadata nested without end':
    good +
    part('Content-Disposition: form-data; name="metadata"', `{"a":${'['.repeat(8000)}${']'.repeat(8000)}}`) +
    END,
  'eleven files': good.repeat(11) + END,
};

const OTHER_TYPES: readonly (readonly [string, number])[] = [
  ['application/json', 415],
  ['text/plain', 415],
  ['multipart/mixed; boundary=XX', 415],
  ['multipart/form-dataX; boundary=XX', 415],
  ['application/x-www-form-urlencoded', 415],
  ['', 415],
  ['multipart/form-data', 400],
  ['multipart/form-data; boundary=', 400],
  ['multipart/form-data; boundary=""', 400],
  [`multipart/form-data; boundary=${'x'.repeat(71)}`, 400],
  ['multipart/form-data; boundary="a\tb"', 400],
];

describe.each(ENGINES)('hostile forms on %s', (engine) => {
  let port: number;
  const { server, project } = openProject(engine);
  beforeAll(async () => {
    port = Number(new URL(server.url).port);
  });

  const head = (headers: readonly string[]): string =>
    [
      `POST /api/baas/${project.id}/storage/upload HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${project.secretKey}`,
      ...headers,
      '\r\n',
    ].join('\r\n');

  const send = (body: string, headers: readonly string[] = [`Content-Type: ${TYPE}`]): Promise<RawReply> =>
    rawRequest(port, Buffer.from(`${head([...headers, `Content-Length: ${body.length}`])}${body}`, 'latin1'));

  const codeOf = ({ status, body }: RawReply): unknown => [status, (JSON.parse(body) as { code: string }).code];

  const nothingKept = async (): Promise<void> =>
    expect(await keptBytes(server, project)).toEqual({ onDisk: [], inRows: [], usage: { files: 0, bytes: 0 } });

  test.each(OTHER_TYPES)('a body of type %j answers %i', async (type, status) => {
    expect((await send(good + END, [`Content-Type: ${type}`])).status).toBe(status);
    await nothingKept();
  });

  test('a connection that ends at any point within the form leaves nothing', async () => {
    const body = part(FIELD, 'a/b.txt') + part(FILE, 'x'.repeat(100_000)) + good + END;
    const bytes = Buffer.from(`${head([`Content-Type: ${TYPE}`, `Content-Length: ${body.length}`])}${body}`, 'latin1');
    const headBytes = bytes.length - body.length;
    const places = [
      0,
      1,
      20,
      60,
      140,
      160,
      200,
      50_000,
      body.length - 100,
      body.length - 20,
      body.length - 3,
      body.length - 1,
    ];
    for (const place of places) {
      const raw = await openRaw(port);
      raw.write(bytes.subarray(0, headBytes + place));
      await new Promise((resolve) => setImmediate(resolve));
      raw.destroy();
    }
    await expect
      .poll(() => keptBytes(server, project), { timeout: 20_000 })
      .toEqual({
        onDisk: [],
        inRows: [],
        usage: { files: 0, bytes: 0 },
      });
  });

  describe('201', () => {
    test('a well-formed form is accepted (positive control for the refusals below)', async () => {
      const reply = await send(good + END);
      expect(reply.status).toBe(201);
      const { id } = (JSON.parse(reply.body) as { data: { id: string } }).data;
      expect((await project.secretApi(`/storage/files/${id}`, { method: 'DELETE' })).status).toBe(200);
      await server.runJobsUntilIdle();
      await nothingKept();
    });

    test('a form that arrives one byte at a time is read like any other', async () => {
      const raw = await openRaw(port);
      const content = '\r\n--X\r\n--\r\n\r';
      const body = `preamble\r\n${part(FILE, content)}${END}epilogue`;
      raw.write(head([`Content-Type: ${TYPE}`, `Content-Length: ${body.length}`]));
      for (const letter of body) {
        raw.write(letter);
        await new Promise((resolve) => setImmediate(resolve));
      }
      const reply = await raw.reply();
      raw.destroy();
      expect(reply.status).toBe(201);
      const { id, size } = (JSON.parse(reply.body) as { data: { id: string; size: number } }).data;
      expect(size).toBe(content.length);
      const bytes = await project.secretApi(`/storage/files/${id}/download`);
      expect(bytes.text).toBe(content);
      await project.secretApi(`/storage/files/${id}`, { method: 'DELETE' });
      await server.runJobsUntilIdle();
    });

    test('detecting the type of misleading bytes takes no longer than reading them', async () => {
      for (const content of [
        `<!doctype${' '.repeat(65_000)}`,
        `<?${'?'.repeat(65_000)}`,
        '<!--'.repeat(16_000),
        `<!doctype x${'['.repeat(65_000)}`,
        '<!doctype x[] '.repeat(4600),
        ' \n'.repeat(32_000),
        `<${'svg:'.repeat(16_000)}`,
      ]) {
        const reply = await send(part(FILE, content) + END);
        expect(reply.status).toBe(201);
        const { id } = (JSON.parse(reply.body) as { data: { id: string } }).data;
        await project.secretApi(`/storage/files/${id}`, { method: 'DELETE' });
      }
      await server.runJobsUntilIdle();
    });
  });

  describe('400', () => {
    test.each(Object.entries(MALFORMED))('%s is 400 and leaves nothing', async (_what, body) => {
      expect(codeOf(await send(body))).toEqual([400, 'validation_failed']);
      await nothingKept();
    });

    test('a valid file followed by an invalid one stores neither', async () => {
      expect(
        codeOf(await send(good + good + part('Content-Disposition: form-data; name="x"; filename="y"') + END)),
      ).toEqual([400, 'validation_failed']);
      await nothingKept();
    });
  });

  describe('401', () => {
    test('callers who may not upload are refused before their body is read', async () => {
      const raw = await openRaw(port);
      const asAnybody = head([`Content-Type: ${TYPE}`, 'Content-Length: 500000000']).replace(
        project.secretKey,
        project.publicKey,
      );
      raw.write(asAnybody);
      expect(codeOf(await raw.reply())).toEqual([401, 'not_authenticated']);
      raw.destroy();
    });
  });

  describe('415', () => {
    test.each(['gzip', 'deflate', 'br', 'identity, gzip', 'x'])(
      'a body with Content-Encoding: %s is 415',
      async (encoding) => {
        const reply = await send(good + END, [`Content-Type: ${TYPE}`, `Content-Encoding: ${encoding}`]);
        expect(codeOf(reply)).toEqual([415, 'unsupported_media_type']);
        await nothingKept();
      },
    );
  });
});
