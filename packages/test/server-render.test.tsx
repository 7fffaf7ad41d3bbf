import { useAuth, useAuthConfig } from '@service/auth';
import { request } from '@service/client';
import { createServerClient } from '@service/client/server';
import { useFile, useFiles, useInfiniteQuery, useLazyQuery, useMutation, useQuery, useUpload } from '@service/data';
import { useFunction, useFunctions } from '@service/functions';
import { renderToString } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
  test('hooks load, fetch nothing and show what they were given', () => {
    const html = renderToString(<Everything />).replaceAll('&quot;', '"');
    const states = '"states":[true,true,true,true,true]';
    const own = '"data":null,"loading":true,"error":null,"known":"known","known2":false,"paged":1,"lazy":false';
    expect(html).toBe(`<p>{${own},${states}}</p>`);
    expect(app.requests).toEqual([]);
  });

  test('a client of one request sees what its visitor may see, and shares nothing with another', async () => {
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

  test('a session that has ended is renewed only where its cookies can be handed on', async () => {
    const { service } = app.scene;
    const signUp = await fetch(`${service.url}/api/baas/shop/auth/signup`, {
      method: 'POST',
      headers: { authorization: `Bearer ${app.scene.publicKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'eve@example.com', password: 'a calm and long password' }),
    });
    const pairs = signUp.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
    const cookies = pairs.filter((pair) => !pair.startsWith('shop_session')).join('; ');
    await expect(createServerClient({ cookies }).getUser()).rejects.toMatchObject({ code: 'session_expired' });
    let handed: readonly string[] = [];
    const client = createServerClient({ cookies, onSetCookie: (lines) => (handed = lines) });
    expect(await client.getUser()).toMatchObject({ email: 'eve@example.com' });
    expect(handed.some((line) => line.startsWith('shop_session='))).toBe(true);
  });

  test('a service that is away is a ServiceError like elsewhere', async () => {
    const away = createServerClient({ url: 'http://127.0.0.1:1' });
    await expect(away.list('todos')).rejects.toMatchObject({ code: 'network_error', status: 0 });
    await expect(request('/data/none')).rejects.toMatchObject({ code: 'table_not_found' });
  });
});

describe('in server components', () => {
  test.each(['auth', 'data', 'functions'])(
    'the face of %s names the same things, and hooks say where they belong',
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
