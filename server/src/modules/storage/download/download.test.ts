import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { ENGINES, openProject } from '../../../../test/index.ts';
import { type UploadedFile, uploadFile } from '../../../../test/upload.ts';

const MISSING = '0199aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee';
const BYTES = Uint8Array.from({ length: 300_001 }, (_, at) => (at * 7 + (at >> 8)) & 0xff);
const PDF = '%PDF-1.7\n%\u00e2\u00e3\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';

describe.each(ENGINES)('the bytes of a file on %s', (engine) => {
  let file: UploadedFile;
  const { server, project } = openProject(engine);
  beforeAll(async () => {
    file = await uploadFile(project.secretApi, { name: 'Grüße 1.bin', bytes: BYTES });
  });

  const urlOf = (id: string, search = ''): string =>
    `${server.url}/api/baas/${project.id}/storage/files/${id}/download${search}`;

  const get = (id: string, headers: Record<string, string> = {}, search = '', method = 'GET'): Promise<Response> =>
    fetch(urlOf(id, search), { method, headers: { authorization: `Bearer ${project.secretKey}`, ...headers } });

  test.each<[string, number, Uint8Array]>([
    ['bytes=-10', 206, BYTES.subarray(-10)],
    ['bytes=300000-', 206, BYTES.subarray(-1)],
    ['bytes=-400000', 206, BYTES],
    ['bytes=0-0,5-5', 200, BYTES],
    ['bytes=x', 200, BYTES],
    ['items=0-1', 200, BYTES],
  ])('Range: %s is answered with %i', async (range, status, bytes) => {
    const answer = await get(file.id, { range });
    expect(answer.status).toBe(status);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    expect(answer.headers.has('content-range')).toBe(status === 206);
  });

  test('an empty file has no ranges but has a length', async () => {
    const empty = await uploadFile(project.secretApi, { name: 'empty.txt', bytes: '' });
    const answer = await get(empty.id);
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([200, '0', '']);
    expect((await get(empty.id, { range: 'bytes=0-' })).status).toBe(416);
    const last = await get(empty.id, { range: 'bytes=-1' });
    expect([last.status, await last.text()]).toEqual([200, '']);
  });

  test('a renamed file downloads under its new name and keeps its ETag', async () => {
    const { id, checksum_sha256 } = await uploadFile(project.secretApi, { name: 'old.txt', bytes: 'renamed' });
    await project.secretApi(`/storage/files/${id}`, { method: 'PATCH', json: { name: 'new.txt' } });
    const answer = await get(id, { 'if-none-match': `"${checksum_sha256}"` });
    expect(answer.status).toBe(304);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="new.txt"');
  });

  describe('200', () => {
    test('arrive whole, with type, length, name and ETag, and with headers that keep browsers from running them', async () => {
      const answer = await get(file.id);
      expect(answer.status).toBe(200);
      expect(Buffer.from(await answer.arrayBuffer()).equals(BYTES)).toBe(true);
      expect(Object.fromEntries(answer.headers)).toEqual({
        'accept-ranges': 'bytes',
        'cache-control': 'private, no-store',
        connection: 'keep-alive',
        'content-disposition': `attachment; filename="Gr__e 1.bin"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%201.bin`,
        'content-length': '300001',
        'content-security-policy':
          "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors *",
        'content-type': 'application/octet-stream',
        'cross-origin-resource-policy': 'same-site',
        date: expect.any(String),
        etag: `"${createHash('sha256').update(BYTES).digest('hex')}"`,
        'keep-alive': expect.any(String),
        'last-modified': new Date(file.created_at).toUTCString(),
        vary: 'Origin',
        'x-content-type-options': 'nosniff',
        'x-request-id': expect.any(String),
      });
    });

    test('HEAD gives the same headers without them, for any range', async () => {
      const whole = await get(file.id);
      await whole.arrayBuffer();
      const head = await get(file.id, { range: 'bytes=5-9' }, '', 'HEAD');
      expect(head.status).toBe(200);
      expect(await head.text()).toBe('');
      const own = ['x-request-id', 'date', 'connection', 'keep-alive'];
      const common = (headers: Headers) => [...headers].filter(([name]) => !own.includes(name));
      expect(common(head.headers)).toEqual(common(whole.headers));
    });

    test('an If-Range with an older ETag gives the whole file', async () => {
      const etag = `"${file.checksum_sha256}"`;
      const part = await get(file.id, { range: 'bytes=0-9', 'if-range': etag });
      expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10]);
      const whole = await get(file.id, { range: 'bytes=0-9', 'if-range': '"other"' });
      expect([whole.status, (await whole.arrayBuffer()).byteLength]).toEqual([200, BYTES.length]);
    });

    test.each<[string, string, string, string]>([
      ['page.png', '<!doctype html><script>1</script>', 'text/html; charset=utf-8', 'attachment'],
      ['x.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml', 'attachment'],
      ['x.html', 'just words', 'text/plain; charset=utf-8', 'attachment'],
      ['x.html', 'GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;', 'image/gif', 'inline'],
      ['x.html', PDF, 'application/pdf', 'inline'],
    ])('%s with the bytes %j is %s, %s', async (name, bytes, type, disposition) => {
      const { id } = await uploadFile(project.secretApi, { name, bytes: Buffer.from(bytes, 'latin1') });
      const answer = await get(id);
      await answer.arrayBuffer();
      expect(answer.headers.get('content-type')).toBe(type);
      expect(answer.headers.get('content-disposition')).toBe(`${disposition}; filename="${name}"`);
      const saved = await get(id, {}, '?download=1');
      await saved.arrayBuffer();
      expect(saved.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
    });

    test('pages of allowed origins may read them; other origins get no CORS headers', async () => {
      await project.cloudApi('', { method: 'PATCH', json: { allowed_origins: ['https://app.example.com'] } });
      const allowed = await get(file.id, { origin: 'https://app.example.com', range: 'bytes=0-0' });
      expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example.com');
      expect(allowed.headers.get('access-control-expose-headers')).toContain('Content-Range');
      const other = await get(file.id, { origin: 'https://evil.example.com', range: 'bytes=0-0' });
      expect(other.headers.has('access-control-allow-origin')).toBe(false);
      await Promise.all([allowed.arrayBuffer(), other.arrayBuffer()]);
    });
  });

  describe('206', () => {
    test('any single range gives exactly those bytes', async () => {
      const last = BYTES.length - 1;
      const range = fc
        .tuple(fc.nat(last), fc.nat(last + 1000))
        .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
      await fc.assert(
        fc.asyncProperty(range, async ([start, end]) => {
          const answer = await get(file.id, { range: `bytes=${start}-${end}` });
          const expected = BYTES.subarray(start, end + 1);
          expect(answer.status).toBe(206);
          expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${Math.min(end, last)}/${BYTES.length}`);
          expect(answer.headers.get('content-length')).toBe(String(expected.length));
          expect(Buffer.from(await answer.arrayBuffer()).equals(expected)).toBe(true);
        }),
        { numRuns: 25 },
      );
    });
  });

  describe('304', () => {
    test('a request with their ETag gets 304 with the same ETag and nothing else', async () => {
      for (const headers of [
        { 'if-none-match': `"${file.checksum_sha256}"` },
        { 'if-modified-since': new Date(file.created_at).toUTCString() },
      ]) {
        const answer = await get(file.id, headers as Record<string, string>);
        expect([answer.status, await answer.text()]).toEqual([304, '']);
        expect(answer.headers.get('etag')).toBe(`"${file.checksum_sha256}"`);
        expect(answer.headers.has('content-type')).toBe(false);
      }
    });
  });

  describe('400', () => {
    test.each([
      ['?x=1', 'unknown_parameter'],
      ['?w=1&w=2', 'unknown_parameter'],
      ['?download=yes', 'validation_failed'],
      ['?w=0', 'validation_failed'],
      ['?w=4097', 'validation_failed'],
      ['?w=1.5', 'validation_failed'],
      ['?w=', 'validation_failed'],
      ['?h=-1', 'validation_failed'],
      ['?w=1&fit=fill', 'validation_failed'],
      ['?fit=cover', 'validation_failed'],
      ['?format=gif', 'validation_failed'],
      ['?format=svg', 'validation_failed'],
      ['?w=%zz', 'validation_failed'],
    ])('%s is 400 %s', async (search, code) => {
      const answer = await get(file.id, {}, search);
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, code]);
    });
  });

  describe('404', () => {
    test.each([MISSING, 'x', '%00', '..', MISSING.replace('0', 'g')])('the id %s answers 404', async (id) => {
      const answer = await fetch(urlOf(id), { headers: { authorization: `Bearer ${project.secretKey}` } });
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ code: expect.stringMatching(/^(file_)?not_found$/) });
    });
  });

  describe('412', () => {
    test('a failed If-Match gets 412', async () => {
      const answer = await get(file.id, { 'if-match': '"other"' });
      expect([answer.status, await answer.json()]).toMatchObject([412, { code: 'validation_failed' }]);
    });
  });

  describe('416', () => {
    test('a range beyond the end is 416 and gives the number of bytes', async () => {
      const answer = await get(file.id, { range: 'bytes=300001-' });
      expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */300001']);
      expect(await answer.json()).toMatchObject({ code: 'range_not_satisfiable' });
    });
  });
});
