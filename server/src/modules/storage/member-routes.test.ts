import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, ENGINES, startTestServer, type TestServer } from '../../../test/index.ts';
import { createMember, createOwner } from '../../../test/operators.ts';
import { postFile, uploadFile } from '../../../test/upload.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe.each(ENGINES)('the files of a project for its members on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    await createOwner(server);
  });
  afterAll(() => server?.close());

  /** A project with a private picture, and its routes for a member. */
  const openAs = async (role: 'viewer' | 'editor') => {
    const project = await server.createProject();
    const member = await createMember(server, project, role);
    const api: Api = (path, init) => member.api(`/projects/${project.id}${path}`, init);
    const file = await uploadFile(project.secretApi, { name: 'pixel.png', bytes: PIXEL, visibility: 'private' });
    return { project, api, file };
  };
  const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' };

  describe('200', () => {
    it('the console cookie suffices to show every image', async () => {
      const { api, file } = await openAs('viewer');
      const shown = await api(`/storage/files/${file.id}/download?w=1`, { headers });
      expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
    });

    it('?as lists what that caller may see', async () => {
      const { api } = await openAs('viewer');
      expect((await api<{ count: number }>('/storage/files')).body.count).toBe(1);
      expect((await api<{ count: number }>('/storage/files?as=anonymous')).body.count).toBe(0);
    });

    it('editors upload files and delete every file', async () => {
      const { api, file } = await openAs('editor');
      expect((await postFile(api, { bytes: 'x', visibility: 'public' })).body.data.visibility).toBe('public');
      expect((await api(`/storage/files/${file.id}`, { method: 'DELETE' })).status).toBe(200);
      expect((await api(`/storage/files/${file.id}`)).status).toBe(404);
    });

    it('folders are listed with the totals of all files below them, for any folder name', async () => {
      const project = await server.createProject();
      const paths = ['a/b/one.txt', 'a/b/c/two.txt', 'a/three.txt', 'ä b/👍/four.txt', 'a%/five.txt', 'six.txt'];
      for (const path of paths) await uploadFile(project.secretApi, { path, bytes: 'xy', visibility: 'private' });
      const folders = async (search: string) =>
        (await project.cloudApi<{ data: object[]; count: number }>(`/storage/folders${search}`)).body;
      expect(await folders('')).toEqual({
        data: [
          { path: 'a%/', files: 1, bytes: 2 },
          { path: 'a/', files: 3, bytes: 6 },
          { path: 'ä b/', files: 1, bytes: 2 },
        ],
        count: 3,
      });
      expect((await folders('?prefix=a/')).data).toEqual([{ path: 'a/b/', files: 2, bytes: 4 }]);
      expect((await folders(`?prefix=${encodeURIComponent('ä b/')}`)).data).toEqual([
        { path: 'ä b/👍/', files: 1, bytes: 2 },
      ]);
      expect(await folders('?prefix=nothing/')).toEqual({ data: [], count: 0 });
      expect(await folders('?limit=1&offset=1')).toMatchObject({ data: [{ path: 'a/' }], count: 3 });
    });
  });

  describe('400', () => {
    it('a width that is no number is refused', async () => {
      const { api, file } = await openAs('viewer');
      expect((await api(`/storage/files/${file.id}/download?w=x`, { headers })).status).toBe(400);
    });
  });

  describe('401', () => {
    it('callers without a session see no file', async () => {
      const { project, file } = await openAs('viewer');
      const path = `/api/cloud/projects/${project.id}/storage/files/${file.id}/download`;
      expect((await server.api(path)).status).toBe(401);
    });
  });

  describe('403', () => {
    it('viewers change no file', async () => {
      const { api, file } = await openAs('viewer');
      expect((await postFile(api, { bytes: 'x' })).status).toBe(403);
      for (const [path, method, json] of [
        [`/storage/files/${file.id}`, 'PATCH', { name: 'x' }],
        [`/storage/files/${file.id}`, 'DELETE', undefined],
        ['/storage/files?prefix=p', 'DELETE', undefined],
        [`/storage/files/${file.id}/sign`, 'POST', { expires_in: 60 }],
      ] as const) {
        expect([path, (await api(path, { method, ...(json && { json }) })).status]).toEqual([path, 403]);
      }
      expect((await api<{ count: number }>('/storage/files')).body.count).toBe(1);
    });
  });

  describe('404', () => {
    it('?as downloads no file that the caller may not see', async () => {
      const { api, file } = await openAs('viewer');
      expect((await api(`/storage/files/${file.id}/download?as=anonymous`, { headers })).status).toBe(404);
    });
  });
});
