import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CookieJar } from '../harness/cookie-jar.ts';
import { type BundledScene, REACT_19, startBundledScene } from './bundled-scene.ts';
import { NEXT_FILES, REACT_ROUTER_FILES } from './framework-files.ts';

const READS_WITHOUT_LIMIT = 300;
/** The largest file and the longest run of a function that the service allows. */
const FILE_BYTES_MAX = 52_428_800;
const RUN_MS_MAX = 300_000;
const NEXT = 'node_modules/next/dist/bin/next';
const QUIET = { NEXT_TELEMETRY_DISABLED: '1' };

const cleanUp = new AsyncDisposableStack();
let bundled: BundledScene;

beforeAll(async () => {
  // The apps are proxies in front of the service that forward the visitor's address.
  const env = { SERVICE_RATE_LIMITS: 'on', SERVICE_TRUSTED_PROXIES: '127.0.0.0/8,::1' };
  bundled = cleanUp.use(await startBundledScene(env));
});
afterAll(() => cleanUp.disposeAsync());

let visitors = 0;

/**
 * A visitor with one note and an expired session cookie. Each has another address, because sign-ups per address are
 * limited.
 */
async function returningVisitor(): Promise<{ readonly cookie: string; readonly email: string }> {
  visitors += 1;
  const jar = new CookieJar(bundled.scene.anyone);
  const email = `visitor-${visitors}@example.com`;
  const headers = { 'x-forwarded-for': `198.51.100.${visitors}` };
  const body = { email, password: 'a calm and long password' };
  const signedUp = await jar.call('POST', '/auth/signup', { body, headers });
  expect(signedUp.status, signedUp.text).toBe(201);
  expect((await jar.post('/data/notes', { title: 'Mine' })).status).toBe(201);
  jar.delete('shop_session');
  return { cookie: jar.header, email };
}

/** The page `/mine` reads the visitor's notes eight times at once and shows the visitor's address. */
async function renewsOnce(url: string): Promise<void> {
  const { cookie, email } = await returningVisitor();
  const visit = async () => {
    const answer = await fetch(new URL('mine', url), { headers: { cookie } });
    return { status: answer.status, text: await answer.text(), cookies: answer.headers.getSetCookie() };
  };
  const visits = await Promise.all([visit(), visit(), visit()]);
  for (const { status, text, cookies } of visits) {
    expect(status, text).toBe(200);
    expect(text).toContain(email);
    expect(text).toContain('8 notes');
    expect(cookies.filter((line) => line.startsWith('shop_session='))).toHaveLength(1);
    // The counter in the token is the number of renewals.
    expect(cookies.find((line) => line.startsWith('shop_refresh='))).toContain('.1.');
  }
}

/** The example's first HTML shows who is signed in. */
async function knowsVisitor(url: string): Promise<void> {
  const { cookie, email } = await returningVisitor();
  const html = await (await fetch(url, { headers: { cookie } })).text();
  expect(html).toContain('Sign out');
  expect(html).toContain(email);
}

async function countsVisitors(url: string): Promise<void> {
  await bundled.scene.secret.post('/data/todos', { title: 'From the server' });
  const visit = async (index: number) => {
    const address = `203.0.113.${index % 250}`;
    const answer = await fetch(url, { headers: { 'x-forwarded-for': address, accept: 'text/html' } });
    return { status: answer.status, isWhole: (await answer.text()).includes('From the server') };
  };
  for (let index = 0; index < READS_WITHOUT_LIMIT + 30; index += 10) {
    const visits = await Promise.all(Array.from({ length: 10 }, (_, each) => visit(index + each)));
    expect(visits).toEqual(visits.map(() => ({ status: 200, isWhole: true })));
  }
}

/** Next's own limits are 10 MB and 30 seconds. */
async function passesMuchAndLong(url: string, runMs = 35_000): Promise<void> {
  const { scene } = bundled;
  const source = `export default () => new Promise((resolve) => setTimeout(() => resolve("late"), ${runMs}));`;
  const body = { trigger: 'http', source, timeout_ms: RUN_MS_MAX };
  const deployed = await scene.cloud.call('PUT', '/projects/shop/functions/slow', { body });
  expect(deployed.status, deployed.text).toBeLessThan(300);
  const headers = { authorization: `Bearer ${scene.secretKey}` };
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(FILE_BYTES_MAX)]), 'large.bin');
  const base = new URL('api/baas/shop', url);
  const [uploaded, invoked] = await Promise.all([
    fetch(`${base}/storage/upload`, { method: 'POST', headers, body: form }),
    fetch(`${base}/functions/slow/invoke`, { method: 'POST', headers }),
  ]);
  expect(uploaded.status, await uploaded.text()).toBe(201);
  expect(await invoked.json()).toMatchObject({ success: true, data: 'late' });
}

async function nextFiles(config = ''): Promise<Record<string, string>> {
  const example = new URL('../../examples/next/', import.meta.url);
  const names = ['app/layout.jsx', 'app/page.jsx', 'app/todos.jsx', 'app/account.jsx', 'proxy.js'];
  const files = await Promise.all(names.map(async (name) => [name, await readFile(new URL(name, example), 'utf8')]));
  const next = `import service from '@service/client/next';\n\nexport default service({ reactStrictMode: true, ${config} });\n`;
  return { ...Object.fromEntries(files), ...NEXT_FILES, 'next.config.mjs': next };
}

describe('Next', () => {
  test.each([
    // The run ends shortly before its limit, because its timer and its answer take time too.
    ['Turbopack', '--turbopack', RUN_MS_MAX - 5000],
    ['webpack', '--webpack', 35_000],
  ])(
    'with %s: rows from the server, sessions renewed, visitors counted, files of 50 MB and long runs passed',
    async (_name, bundler, runMs) => {
      const app = await bundled.install({ next: '^16', ...REACT_19 }, await nextFiles());
      await app.run(NEXT, ['build', bundler], QUIET);
      const served = cleanUp.use(await app.serve(NEXT, ['start']));
      await countsVisitors(served.url);
      await knowsVisitor(served.url);
      await bundled.addsTodo(served.url);
      await renewsOnce(served.url);
      await passesMuchAndLong(served.url, runMs);
    },
  );

  test('as a standalone server', async () => {
    const app = await bundled.install({ next: '^16', ...REACT_19 }, await nextFiles("output: 'standalone'"));
    await app.run(NEXT, ['build'], QUIET);
    await cp(join(app.folder, '.next/static'), join(app.folder, '.next/standalone/.next/static'), { recursive: true });
    const served = cleanUp.use(
      await app.serve('.next/standalone/server.js', [], { PORT: '', HOSTNAME: 'localhost', ...bundled.env }),
    );
    await bundled.addsTodo(served.url);
    await renewsOnce(served.url);
  });

  test('15, where renewal is in the file middleware', async () => {
    const { 'proxy.js': proxy = '', ...files } = await nextFiles();
    const middleware = proxy.replace('export const proxy', 'export const middleware');
    const app = await bundled.install({ next: '^15', ...REACT_19 }, { ...files, 'middleware.js': middleware });
    await app.run(NEXT, ['build'], QUIET);
    const served = cleanUp.use(await app.serve(NEXT, ['start']));
    await bundled.addsTodo(served.url);
    await renewsOnce(served.url);
    await passesMuchAndLong(served.url);
  });
});

test('React Router 7: rows from loaders, sessions renewed, visitors counted', async () => {
  const app = await bundled.install(
    {
      ...REACT_19,
      vite: '^7',
      isbot: '^5',
      'react-router': '7.18.4',
      '@react-router/dev': '7.18.4',
      '@react-router/node': '7.18.4',
      '@react-router/serve': '7.18.4',
    },
    REACT_ROUTER_FILES,
  );
  await app.run('node_modules/@react-router/dev/bin.js', ['build']);
  const served = cleanUp.use(
    await app.serve('node_modules/@react-router/serve/bin.js', ['build/server/index.js'], {
      PORT: '',
      HOST: 'localhost',
      NODE_ENV: 'production',
    }),
  );
  await countsVisitors(served.url);
  await bundled.addsTodo(served.url);
  await renewsOnce(served.url);
});
