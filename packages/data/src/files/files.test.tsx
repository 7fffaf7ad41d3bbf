import '../../../test/dom.ts';
import { signUp } from '@service/auth';
import { getConfig } from '@service/client';
import { failure } from '@service/client/testing';
import { act, cleanup, configure, renderHook, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { fileUrl, useFile, useFileMutation, useFiles, useUpload } from '../index.ts';

configure({ reactStrictMode: true });

let app: TestApp;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
// Node's own class, because Node's fetch does not accept the files of jsdom.
const file = (name: string, text = 'a', type = 'text/plain') => new File([text], name, { type });

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  app.forget();
  await signUp({ email: `${crypto.randomUUID()}@example.com`, password: 'a calm and long password' });
  app.requests.length = 0;
});
afterEach(cleanup);

const setUp = (options?: Parameters<typeof useUpload>[0], prefix = '') =>
  renderHook(() => ({
    files: useFiles({ prefix, order: 'name' }),
    uploads: useUpload(options),
    changes: useFileMutation(),
  })).result;

async function opened(options?: Parameters<typeof useUpload>[0]) {
  const result = setUp(options);
  await waitFor(() => expect(result.current.files.data).toBeDefined());
  return result;
}

describe('files', () => {
  test('can be uploaded singly or together, listed, renamed and removed, with the field names of the wire', async () => {
    const result = await opened({ visibility: 'owner', path: 'notes/', metadata: { of: 'test' } });
    await act(async () => {
      const one = await result.current.uploads.upload(file('a.txt'));
      expect(one).toMatchObject({ name: 'a.txt', path: 'notes/a.txt', size: 1, mime_type: 'text/plain' });
      expect(one).toMatchObject({ visibility: 'owner', metadata: { of: 'test' } });
    });
    expect(result.current.uploads).toMatchObject({ isPending: false, progress: 1, error: undefined });
    await act(async () => {
      const several = await result.current.uploads.upload([file('b.txt'), file('c.txt')]);
      expect(several.map(({ name }) => name)).toEqual(['b.txt', 'c.txt']);
    });
    const names = () => result.current.files.data?.map(({ name }) => name);
    await waitFor(() => expect(names()).toEqual(['a.txt', 'b.txt', 'c.txt']));
    const [first, second] = result.current.files.data ?? [];
    await act(async () => {
      const renamed = await result.current.changes.update(first?.id ?? '', { name: 'z.txt' });
      expect(renamed.name).toBe('z.txt');
      await result.current.changes.remove(second?.id ?? '');
    });
    await waitFor(() => expect(names()).toEqual(['c.txt', 'z.txt']));
    expect(result.current.files.count).toBe(2);
  });

  test('have an address for their bytes, and one for each size of an image', async () => {
    const result = await opened({ visibility: 'public' });
    let id = '';
    await act(async () => {
      const image = new File([PNG], 'dot.png', { type: 'image/png' });
      ({ id } = await result.current.uploads.upload(image));
    });
    const base = `${getConfig().url}/api/baas/shop/storage/files/${id}/download`;
    expect(fileUrl(id)).toBe(base);
    expect(fileUrl({ id }, { download: true })).toBe(`${base}?download=1`);
    const small = fileUrl(id, { width: 1, height: 1, fit: 'cover', format: 'webp' });
    expect(small).toBe(`${base}?w=1&h=1&fit=cover&format=webp`);
    const answer = await fetch(small);
    expect(answer.headers.get('content-type')).toBe('image/webp');
    const { result: one } = renderHook(() => useFile(id));
    await waitFor(() => expect(one.current.data).toMatchObject({ id, width: 1, height: 1 }));
  });

  test('are not requested without an id, and report an error if they do not exist', async () => {
    const { result, rerender } = renderHook(({ id }) => useFile(id), {
      initialProps: { id: undefined as string | undefined },
    });
    expect(result.current).toMatchObject({ data: undefined, loading: false, fetching: false });
    expect(app.requests).toEqual([]);
    rerender({ id: '01975e2b-4ed1-7f25-9c3a-0d6c6f7f3a11' });
    await waitFor(() => expect(result.current.error?.code).toBe('file_not_found'));
  });
});

describe('an upload', () => {
  test.each([
    ['too large', { maxBytes: 2 }, () => [file('a.txt', 'abc')], 'file_too_large'],
    ['of another type', { accept: 'image/*,.pdf' }, () => [file('a.txt')], 'validation_failed'],
    ['without a file', {}, () => [], 'validation_failed'],
  ] as const)('is refused before anything is sent: %s', async (_name, limits, files, code) => {
    const result = await opened(limits);
    app.requests.length = 0;
    await act(async () => {
      await expect(result.current.uploads.upload(files())).rejects.toMatchObject({ code, status: 0 });
    });
    expect(result.current.uploads.error?.code).toBe(code);
    expect(app.requests).toEqual([]);
    act(() => result.current.uploads.reset());
    expect(result.current.uploads).toMatchObject({ error: undefined, progress: 0 });
  });

  test.each([
    ['cancel()', false],
    ['its signal', true],
  ])('that %s ends rejects with aborted, and is no longer pending', async (_name, isBySignal) => {
    const result = await opened();
    const controller = new AbortController();
    app.intercept = async (path, { signal }) => {
      if (!path.startsWith('/storage/upload')) return undefined;
      await new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      return undefined;
    };
    let work: Promise<unknown> = Promise.resolve();
    await act(async () => {
      work = result.current.uploads.upload(file('a.txt'), { signal: controller.signal });
    });
    expect(result.current.uploads.isPending).toBe(true);
    const ended = expect(work).rejects.toMatchObject({ code: 'aborted', status: 0, retryable: false });
    await waitFor(() => expect(app.requests).toContain('POST /storage/upload'));
    await act(async () => {
      if (isBySignal) controller.abort();
      else result.current.uploads.cancel();
      await ended;
    });
    expect(result.current.uploads.isPending).toBe(false);
  });

  test('that the service refuses says why, and stores no file', async () => {
    const result = await opened();
    const before = result.current.files.data;
    app.intercept = async (path) =>
      path.startsWith('/storage/upload') ? failure(507, 'storage_full', 'The storage is full.') : undefined;
    await act(async () => {
      await expect(result.current.uploads.upload(file('a.txt'))).rejects.toMatchObject({ code: 'storage_full' });
    });
    expect(result.current.files.data).toEqual(before);
  });
});
