import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { useAuth, useAuthConfig } from '@service/auth';
import { request } from '@service/client';
import { createLoaderClient, createServerClient, renewSession } from '@service/client/server';
import { useFile, useFiles, useInfiniteQuery, useLazyQuery, useMutation, useQuery, useUpload } from '@service/data';
import { useFunction, useFunctions } from '@service/functions';
import { renderToString } from 'react-dom/server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from './app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  const columns = [{ name: 'title', type: 'text' }];
  await app.createTable({ name: 'todos', columns, rules: { read: 'public', create: 'public' } });
  await app.createTable({ name: 'notes', columns, rules: { read: 'owner', create: 'authenticated' } });
  await app.insertRows('todos', [{ title: 'a' }, { title: 'b' }]);
});
afterAll(() => app[Symbol.asyncDispose]());

const ROW = { id: '1', created_at: '', updated_at: '', owner_id: null, title: 'known' };

function Everything() {
  const { data, loading, error } = useQuery('todos', { order: 'title' });
  const known = useQuery('todos', { initialData: [ROW] });
  const paged = useInfiniteQuery('todos', { initialData: [ROW] });
  const [, lazy] = useLazyQuery('todos');
  const states = [useFiles(), useFile('1'), useAuth(), useAuthConfig(), useFunctions()].map((each) => each.loading);
  useMutation('todos', { optimistic: true });
  useUpload();
  useFunction('greet');
  const shown = {
    data: data ?? null,
    loading,
    error: error ?? null,
    known: known.data?.[0]?.['title'],
    known2: known.loading,
  };
  return <p>{JSON.stringify({ ...shown, paged: paged.data?.length, lazy: lazy.loading, states })}</p>;
}

describe('on a server', () => {
  test('hooks load, fetch nothing and show their initial data', () => {
    const html = renderToString(<Everything />).replaceAll('&quot;', '"');
    const states = '"states":[true,true,true,true,true]';
    const own = '"data":null,"loading":true,"error":null,"known":"known","known2":false,"paged":1,"lazy":false';
    expect(html).toBe(`<p>{${own},${states}}</p>`);
    expect(app.requests).toEqual([]);
  });

  test('the client of a request sees what its visitor may see, and shares nothing with other requests', async () => {
    const { service } = app.scene;
    const signUp = await fetch(`${service.url}/api/baas/shop/auth/signup`, {
      method: 'POST',
      headers: { authorization: `Bearer ${app.scene.publicKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ann@example.com', password: 'a calm and long password' }),
    });
    const cookie = signUp.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const ann = createServerClient({ cookies: new Request('http://app.test/', { headers: { cookie } }) });
    const nobody = createServerClient();
    expect(await ann.getUser()).toMatchObject({ email: 'ann@example.com' });
    expect(await nobody.getUser()).toBeUndefined();
    await ann.request('/data/notes', { method: 'POST', body: JSON.stringify({ title: 'mine' }) });
    expect(await ann.list('notes')).toMatchObject([{ title: 'mine' }]);
    await expect(nobody.list('notes')).rejects.toMatchObject({ code: 'not_authenticated' });
    expect(await nobody.list('todos', { order: 'title:desc', limit: 1 })).toMatchObject([{ title: 'b' }]);
    const [row] = await nobody.list('todos', { limit: 1 });
    expect(await nobody.getRow('todos', String(row?.['id']))).toEqual(row);
  });

  describe('for a visitor whose session cookie has expired', () => {
    let cookies: string;
    beforeEach(async () => {
      const { service } = app.scene;
      const signUp = await fetch(`${service.url}/api/baas/shop/auth/signup`, {
        method: 'POST',
        headers: { authorization: `Bearer ${app.scene.publicKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ email: `${crypto.randomUUID()}@example.com`, password: 'a calm and long password' }),
      });
      const pairs = signUp.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
      cookies = pairs.filter((pair) => !pair.startsWith('shop_session')).join('; ');
    });
    const visit = (path = '/') => new Request(`http://app.test${path}`, { headers: { cookie: cookies } });

    test('a server component, which cannot set cookies, renders for a visitor who is not signed in', async () => {
      const client = createServerClient({ cookies });
      expect(await client.getUser()).toBeUndefined();
      expect(await client.list('todos', { limit: 1 })).toHaveLength(1);
      await expect(client.list('notes')).rejects.toMatchObject({ code: 'not_authenticated' });
    });

    test('parallel reads, also of several loaders, renew the session once and forward its cookies', async () => {
      const loaders = [createLoaderClient(visit()), createLoaderClient(visit())];
      const results = await Promise.all(
        loaders.flatMap(({ service }) => Array.from({ length: 4 }, () => service.list('notes'))),
      );
      expect(results).toEqual(results.map(() => []));
      const handed = loaders.map(({ headers }) => headers.getSetCookie());
      expect(handed[0]?.filter((line) => line.startsWith('shop_session='))).toHaveLength(1);
      expect(handed[1]).toEqual(handed[0]);
      // The counter in the token is the number of renewals.
      expect(handed[0]?.find((line) => line.startsWith('shop_refresh='))).toContain('.1.');
    });

    test('Next’s proxy renews the session before the page, which sees the new cookies, and ignores API calls', async () => {
      const forwarded: Headers[] = [];
      const next = ({ request }: { request: { headers: Headers } }) => {
        forwarded.push(request.headers);
        return new Response();
      };
      const response = await renewSession(visit('/todos'), next);
      expect(response.headers.getSetCookie().some((line) => line.startsWith('shop_session='))).toBe(true);
      const page = createServerClient({ cookies: forwarded[0] ?? '' });
      expect(await page.getUser()).toMatchObject({ email_verified: false });
      const untouched = await renewSession(visit('/api/baas/shop/data/todos'), next);
      expect(untouched.headers.getSetCookie()).toEqual([]);
      expect(forwarded[1]?.get('cookie')).toBe(cookies);
    });

    test('a session that the service has ended is cleared, and the page is rendered for a visitor who is not signed in', async () => {
      cookies = 'shop_refresh=made-up';
      const { service, headers } = createLoaderClient(visit());
      expect(await service.getUser()).toBeUndefined();
      expect(headers.getSetCookie().some((line) => line.startsWith('shop_refresh=;'))).toBe(true);
    });
  });

  test('the visitor’s address is forwarded, so that limits count visitors', async () => {
    const seen: (string | string[] | undefined)[] = [];
    const server = createServer((request, response) => {
      seen.push(request.headers['x-forwarded-for'], request.headers['x-forwarded-proto']);
      response.end('{"data":[]}');
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const headers = new Headers({ 'x-forwarded-for': '203.0.113.1', 'x-forwarded-proto': 'https' });
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    await createServerClient({ cookies: headers, url }).list('todos');
    await createServerClient({ cookies: new Request(url, { headers }), url }).list('todos');
    // Next's `headers()` returns a subclass with a plain object of that name.
    await createServerClient({ cookies: Object.assign(new Headers(headers), { headers: {} }), url }).list('todos');
    server.close();
    expect(seen).toEqual(Array.from({ length: 3 }, () => ['203.0.113.1', 'https']).flat());
  });

  test('an unreachable service causes a ServiceError, as in the browser', async () => {
    const away = createServerClient({ url: 'http://127.0.0.1:1' });
    await expect(away.list('todos')).rejects.toMatchObject({ code: 'network_error', status: 0 });
    await expect(request('/data/none')).rejects.toMatchObject({ code: 'table_not_found' });
  });
});

describe('in server components', () => {
  test.each(['auth', 'data', 'functions'])(
    'the server entry of %s has the same exports, and its hooks say where they work',
    async (name) => {
      const face = (await import(`../${name}/src/react-server.ts`)) as Record<string, unknown>;
      const whole = (await import(`../${name}/src/index.ts`)) as Record<string, unknown>;
      expect(Object.keys(face).sort()).toEqual(Object.keys(whole).sort());
      for (const [key, value] of Object.entries(face)) {
        if (key.startsWith('use')) expect(value).toThrow(/'use client'/);
        else expect(value).toBe(whole[key]);
      }
    },
  );
});
