import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/index.ts';
import { openPages } from './pages.ts';

const PAGES = openPages().list();

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

describe('200', () => {
  test('every listed page is served as HTML and as its Markdown source', async () => {
    const list = await server.api('/llms.txt');
    expect([list.status, list.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const whole = await server.api('/llms-full.txt');
    for (const { page } of PAGES) {
      expect(list.text).toContain(`](${server.url}/docs/${page}.md)`);
      const raw = await server.api(`/docs/${page}.md`);
      expect([page, raw.status, raw.headers.get('content-type')]).toEqual([page, 200, 'text/markdown; charset=utf-8']);
      expect(whole.text).toContain(raw.text);
      const html = await server.api(`/docs/${page}`);
      expect([page, html.status, html.headers.get('content-type')]).toEqual([page, 200, 'text/html; charset=utf-8']);
    }
  });

  test('pages contain no script and nothing from other origins, and all their links work', async () => {
    for (const path of ['/docs/', ...PAGES.map(({ page }) => `/docs/${page}`)]) {
      const { text, headers } = await server.api(path);
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'$/,
      );
      expect(text).not.toMatch(/<script|<img|<iframe|<[^>]+ (style|on\w+)=/i);
      for (const [, href = ''] of text.matchAll(/href="([^"]*)"/g)) {
        if (/^https?:/.test(href)) continue;
        const { pathname, hash } = new URL(href, `${server.url}${path}`);
        const target = await server.api(pathname);
        expect([path, href, target.status]).toEqual([path, href, 200]);
        if (hash !== '')
          expect([path, href, target.text.includes(`id="${hash.slice(1)}"`)]).toEqual([path, href, true]);
      }
    }
  });
});

describe('308', () => {
  test('/docs redirects to /docs/', async () => {
    const moved = await server.api('/docs');
    expect([moved.status, moved.headers.get('location')]).toEqual([308, '/docs/']);
  });
});

describe('404', () => {
  test.each([
    '/docs/nothing',
    '/docs/decisions/0001-sqlite-from-node.md',
    '/docs/glossary.md',
    '/docs/../package.json',
    '/docs/%2e%2e/package.json',
    '/docs/..%2fREADME.md',
    '/docs/api.md.md',
  ])('pages that are not published get 404: %s', async (path) => {
    expect(await server.api(path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});
