import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { runsOf } from '../../../../test/functions.ts';
import { ENGINES, openProject } from '../../../../test/index.ts';
import { publish, type VisitInit, visit } from '../../../../test/published-app.ts';

const PAGE = '<!doctype html><title>app</title>';
const SCRIPT = `console.log('${'hello '.repeat(200)}');`;
const FILM = Buffer.from(Array.from({ length: 700_000 }, (_, at) => (at * 7) & 0xff));
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe.each(ENGINES)('a published app on %s', (engine) => {
  const { server, project } = openProject(engine);
  beforeAll(async () => {
    await publish(project, {
      'dist/index.html': PAGE,
      'dist/assets/index-BqkXKz3p.js': SCRIPT,
      'dist/plain.css': 'a{}',
      'dist/film.mp4': FILM,
      'dist/empty.txt': '',
      'dist/docs/index.html': 'the docs',
      'dist/caf\u00e9 menu.txt': 'coffee',
      'dist/.env': 'SECRET=1',
      'dist/.git/config': 'secret',
      'dist/.well-known/security.txt': 'Contact: x',
      'webhook/paid.ts': 'export default () => ({ ok: true });',
      'webhook/lib/shared.ts': `export default () => 'a module';`,
    });
  });

  const get = (path: string, headers: Record<string, string> = {}, init: VisitInit = {}) =>
    visit(server, project, path, { headers, ...init });

  test('serves the first page for paths of the app to browsers, and 404 for missing files', async () => {
    for (const path of ['/about', '/users/42/edit', '/about?x=1', '/a//b/', '/%C3%A9']) {
      const page = await get(path, BROWSER);
      expect([page.status, page.text, page.headers['cache-control']], path).toEqual([200, PAGE, 'public, no-cache']);
    }
    expect((await get('/about', BROWSER, { method: 'HEAD' })).status).toBe(200);
    const noPage = await get('/assets/missing-a1b2c3d4.js', { accept: '*/*' });
    expect(noPage.status).toBe(404);
    expect(JSON.parse(noPage.text)).toEqual({
      error: 'There is nothing at this address.',
      code: 'not_found',
      request_id: expect.any(String),
    });
    for (const [path, headers] of [
      ['/about', { accept: 'application/json' }],
      ['/about', {}],
      ['/missing.png', BROWSER],
    ] as const) {
      expect((await get(path, headers)).status, path).toBe(404);
    }
    expect((await get('/missing.png', BROWSER)).headers['content-type']).toBe('text/html; charset=utf-8');
  });

  test('serves byte ranges of media, also of files that are not kept in memory', async () => {
    const part = await get('/film.mp4', { range: 'bytes=300000-300009', 'accept-encoding': 'br' });
    expect(part.status).toBe(206);
    expect(part.headers).toMatchObject({ 'content-range': 'bytes 300000-300009/700000', 'content-length': '10' });
    expect(part.headers['content-encoding']).toBeUndefined();
    expect(part.bytes.equals(FILM.subarray(300_000, 300_010))).toBe(true);
    expect((await get('/film.mp4', { range: 'bytes=-5' })).bytes.equals(FILM.subarray(-5))).toBe(true);
    const whole = await get('/film.mp4');
    expect([whole.status, whole.bytes.equals(FILM), whole.headers['content-length']]).toEqual([200, true, '700000']);
    const beyond = await get('/film.mp4', { range: 'bytes=700000-' });
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, 'bytes */700000']);
    expect((await get('/film.mp4', { range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200);
    expect((await get('/plain.css', { range: 'bytes=1-1' })).text).toBe('{');
  });

  test('POST /webhook/<file_name> runs its handler; other methods get 405, unknown names 404', async () => {
    const posted = await get('/webhook/paid', {}, { method: 'POST', body: '{}' });
    expect([posted.status, posted.text]).toEqual([200, '{"ok":true}']);
    const runs = await runsOf(project, 'webhook%2Fpaid');
    expect(runs[0]).toMatchObject({ trigger: 'webhook', status: 'succeeded', payload: { body: '{}' } });
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']) {
      const answer = await get('/webhook/paid', BROWSER, { method });
      expect([answer.status, answer.headers.allow], method).toEqual([405, 'POST']);
    }
    for (const name of ['nobody', 'constructor', 'paid.ts', '__proto__', 'paid%2f']) {
      expect((await get(`/webhook/${name}`, {}, { method: 'POST' })).status, name).toBe(404);
      expect((await get(`/webhook/${name}`)).status, name).toBe(404);
    }
    for (const name of ['lib/shared', 'paid/', '']) {
      expect((await get(`/webhook/${name}`, {}, { method: 'POST' })).status, name).toBe(404);
    }
    const elsewhere = await project.api('/functions/webhook%2Fpaid/webhook', { method: 'POST', key: null });
    expect(elsewhere.status).toBe(404);
  });

  describe('200', () => {
    test.each([
      ['/', 'text/html; charset=utf-8', 'public, no-cache', PAGE],
      ['/index.html', 'text/html; charset=utf-8', 'public, no-cache', PAGE],
      ['/assets/index-BqkXKz3p.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable', SCRIPT],
      ['/plain.css?v=2', 'text/css; charset=utf-8', 'public, no-cache', 'a{}'],
      ['/empty.txt', 'text/plain; charset=utf-8', 'public, no-cache', ''],
      ['/docs/', 'text/html; charset=utf-8', 'public, no-cache', 'the docs'],
      ['/caf%C3%A9%20menu.txt', 'text/plain; charset=utf-8', 'public, no-cache', 'coffee'],
      ['/cafe%CC%81%20menu.txt', 'text/plain; charset=utf-8', 'public, no-cache', 'coffee'],
      ['/.well-known/security.txt', 'text/plain; charset=utf-8', 'public, no-cache', 'Contact: x'],
    ])('serves %s with its content type and caching policy', async (path, type, caching, text) => {
      const answer = await get(path);
      expect([answer.status, answer.text]).toEqual([200, text]);
      expect(answer.headers).toMatchObject({
        'content-type': type,
        'cache-control': caching,
        etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
        'content-length': String(Buffer.byteLength(text)),
        'accept-ranges': 'bytes',
        'x-content-type-options': 'nosniff',
        'x-request-id': expect.any(String),
      });
      const head = await get(path, {}, { method: 'HEAD' });
      expect([head.status, head.text, head.headers['content-length']]).toEqual([
        200,
        '',
        String(Buffer.byteLength(text)),
      ]);
    });

    test('serves scripts in the encoding the caller prefers, with one ETag for each encoding', async () => {
      const path = '/assets/index-BqkXKz3p.js';
      const plain = await get(path);
      const br = await get(path, { 'accept-encoding': 'gzip, deflate, br, zstd' });
      expect([br.headers['content-encoding'], brotliDecompressSync(br.bytes).toString()]).toEqual(['br', SCRIPT]);
      const gzip = await get(path, { 'accept-encoding': 'gzip;q=1, br;q=0.5' });
      expect([gzip.headers['content-encoding'], gunzipSync(gzip.bytes).toString()]).toEqual(['gzip', SCRIPT]);
      expect((await get(path, { 'accept-encoding': 'br;q=0' })).headers['content-encoding']).toBeUndefined();
      const tags = [plain, br, gzip].map(({ headers }) => headers.etag);
      expect(new Set(tags).size).toBe(3);
      for (const { headers } of [plain, br, gzip]) expect(headers.vary).toBe('Origin, Accept-Encoding');
      expect(br.bytes.byteLength).toBeLessThan(SCRIPT.length / 4);
    });
  });

  describe('304', () => {
    test('answers 304 when the caller already has the bytes', async () => {
      for (const encoding of ['identity', 'br']) {
        const headers = { 'accept-encoding': encoding };
        const first = await get('/assets/index-BqkXKz3p.js', headers);
        const etag = first.headers.etag ?? '';
        for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
          const again = await get('/assets/index-BqkXKz3p.js', { ...headers, 'if-none-match': tag });
          expect([again.status, again.text, again.headers.etag], tag).toEqual([304, '', etag]);
          expect(again.headers['cache-control']).toContain('immutable');
        }
        expect((await get('/assets/index-BqkXKz3p.js', { ...headers, 'if-none-match': '"other"' })).status).toBe(200);
      }
    });
  });

  describe('308', () => {
    test('redirects a browser to the folder whose page it asks for', async () => {
      const answer = await get('/docs?a=1', BROWSER);
      expect([answer.status, answer.headers.location]).toEqual([308, '/docs/?a=1']);
      for (const path of ['//docs', '//evil.example/docs', '/%2Fdocs']) {
        expect((await get(path, BROWSER)).headers.location, path).toBeUndefined();
      }
    });
  });

  describe('400', () => {
    test('refuses malformed percent-encoding with 400', async () => {
      expect((await get('/%zz')).status).toBe(400);
      expect((await get('/%C3%28')).status).toBe(400);
    });
  });

  describe('404', () => {
    test.each([
      '/.env',
      '/.git/config',
      '/%2eenv',
      '/docs/../.env',
      '/../../../../etc/passwd',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/..%2f..%2fetc/passwd',
      '/docs%2findex.html',
      '/docs%5cindex.html',
      '/..%5c..%5cetc',
      '/%252e%252e/etc/passwd.txt',
      '/index.html%00.png',
      '/.well-known/../.env',
      '/dist/index.html',
      '/webhook/paid.ts',
      '/functions/x.ts',
    ])('does not serve %s', async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(404);
      expect(answer.text).not.toMatch(/SECRET|secret|root:/);
    });

    test('shows a page that says so while nothing is published', async () => {
      const empty = await server.createProject({ name: 'Shop <1>' });
      const page = await visit(server, empty, '/', { headers: BROWSER });
      expect(page.status).toBe(404);
      expect(page.text).toContain('No app has been published here yet.');
      expect(page.text).toContain('Shop &lt;1&gt;');
      expect(JSON.parse((await visit(server, empty, '/')).text)).toMatchObject({ code: 'not_found' });
    });
  });

  describe('405', () => {
    test('accepts only GET and HEAD', async () => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const answer = await get('/', {}, { method });
        expect([answer.status, answer.headers.allow], method).toEqual([405, 'GET, HEAD']);
      }
    });
  });

  test('serves a new deployment as soon as publishing is answered', async () => {
    const own = await server.createProject();
    for (const text of ['one', 'two', 'three']) {
      await publish(own, { 'dist/index.html': text });
      expect((await visit(server, own, '/')).text).toBe(text);
    }
  });
});
