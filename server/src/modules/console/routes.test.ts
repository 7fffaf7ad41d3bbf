import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../test/index.ts';
import type { Answer, Call } from '../../http/index.ts';
import { openBuiltFiles } from './built-files.ts';
import { consoleRoutes } from './routes.ts';

const PAGE = '<meta property="csp-nonce" nonce="CSP_NONCE"><meta name="session" content="SESSION_HINT">';
const SCRIPT = 'export const answer = 42;';
let folder = '';

beforeAll(async () => {
  folder = `${await mkdtemp(join(tmpdir(), 'console-'))}/`;
  await mkdir(`${folder}assets`);
  await writeFile(`${folder}index.html`, PAGE);
  await writeFile(`${folder}assets/app-AbC123_-.js`, SCRIPT);
  await writeFile(`${folder}assets/app-AbC123_-.js.gz`, gzipSync(SCRIPT));
  await writeFile(`${folder}secret.js`, 'not an asset');
});
afterAll(() => rm(folder, { recursive: true }));

async function get(path: string, headers: Record<string, string> = {}, built = folder): Promise<Answer> {
  const routes = consoleRoutes(openBuiltFiles(built));
  const route = routes.find((one) => one.path === (path === '' ? '/console/' : '/console/*'));
  if (route?.who !== 'anyone') throw new Error('no route');
  return await route.handle({ params: { '*': path }, headers, search: '' } as unknown as Call);
}

describe('200', () => {
  test('every console address serves the page, with a new nonce each time', async () => {
    const answers = await Promise.all(['', 'setup', 'p/acme/tables/todos', 'p/a.b/files'].map((path) => get(path)));
    const nonces = answers.map(({ status, body, headers }) => {
      expect(status).toBe(200);
      const nonce = /nonce="([A-Za-z0-9+/=]{24})"/.exec(String(body))?.[1] ?? '';
      expect(headers?.['Content-Security-Policy']).toContain(`style-src 'self' 'nonce-${nonce}';`);
      expect(headers).toMatchObject({ 'Cache-Control': 'no-cache', 'Referrer-Policy': 'no-referrer' });
      return nonce;
    });
    expect(new Set(nonces).size).toBe(answers.length);
  });

  test('the policy allows no inline script and nothing from other origins', async () => {
    const policy = String((await get('')).headers?.['Content-Security-Policy']);
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[^']+'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; media-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
  });

  test('the page says whether the browser sent a session cookie', async () => {
    const hint = async (cookie?: string) =>
      /session" content="(\w+)"/.exec(String((await get('', cookie === undefined ? {} : { cookie })).body))?.[1];
    expect(await hint()).toBe('none');
    expect(await hint('acme_session=x; service_operator=')).toBe('none');
    expect(await hint('a=b; service_operator=token')).toBe('maybe');
    expect(await hint('__Host-service_operator=token')).toBe('maybe');
  });

  test('built files are cached forever, and compressed for clients that accept it', async () => {
    const plain = await get('assets/app-AbC123_-.js', { 'accept-encoding': 'br, gzip;q=0' });
    expect(String(plain.body)).toBe(SCRIPT);
    expect(plain.headers).toEqual({
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
    });
    const packed = await get('assets/app-AbC123_-.js', { 'accept-encoding': 'deflate, gzip' });
    expect(packed.headers).toMatchObject({ 'Content-Encoding': 'gzip' });
    expect(packed.body).toEqual(gzipSync(SCRIPT));
  });
});

describe('404', () => {
  test.each([
    'gone-AbC123.js',
    '../secret.js',
    '..%2fsecret.js',
    'a/../../secret.js',
    '',
    'app-AbC123_-.js.gz',
    'x.html',
  ])('a file that is not part of this build gets 404: %j', async (name) => {
    await expect(get(`assets/${name}`)).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('without a build the answer says how to build the console', async () => {
  await expect(get('', {}, `${folder}nowhere/`)).rejects.toThrow('npm run build');
});

test('/console redirects to /console/', async () => {
  await using server = await startTestServer();
  const answer = await fetch(`${server.url}/console?x=1`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([308, '/console/?x=1']);
  expect((await fetch(`${server.url}/console/`, { method: 'POST' })).status).toBe(405);
});
