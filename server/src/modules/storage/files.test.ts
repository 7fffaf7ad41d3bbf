import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestClock,
  ENGINES,
  startTestServer,
  storeOf,
  type TestProject,
  type TestServer,
} from '../../../test/index.ts';
import { multipart, postFile, type UploadedFile, uploadFile } from '../../../test/upload.ts';

const ANN = { user: { id: '018f0000-0000-7000-8000-00000000000a' } };
const BOB = { user: { id: '018f0000-0000-7000-8000-00000000000b' } };
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function usageOf(project: TestProject) {
  const { body } = await project.cloudApi<{ data: { storage: object } }>('/usage');
  return body.data.storage;
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  // A second name marks an unconfirmed blob, and is deleted shortly after the answer.
  return entries.filter((entry) => entry.isFile() && /^[0-9a-f-]{36}$/.test(entry.name)).map(({ name }) => name);
}

describe.each(ENGINES)('files on %s', (engine) => {
  const clock = createTestClock();
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ engine, clock });
  });
  afterAll(() => server?.close());

  /** The folder of a project: each store has its own. */
  const blobFolder = async ({ id }: TestProject) => join(server.dataDir, 'blobs', await storeOf(server.database, id));
  const storedBlobs = async (project: TestProject) => namesIn(await blobFolder(project));

  describe('upload', () => {
    it.each([
      ['public', {}, 201],
      ['authenticated', {}, 401],
      ['authenticated', ANN, 201],
      ['owner', ANN, 201],
      ['role:staff', ANN, 403],
      ['role:staff', { user: { ...ANN.user, role: 'staff' } }, 201],
      ['private', ANN, 403],
    ] as const)('where %s may upload, %j gets %i', async (upload, init, status) => {
      const project = await server.createProject();
      await project.cloudApi('/settings', { method: 'PATCH', json: { storage: { upload } } });
      expect((await postFile(project.api, { bytes: 'x' }, init)).status).toBe(status);
      expect(await storedBlobs(project)).toHaveLength(status === 201 ? 1 : 0);
    });

    describe('201', () => {
      it('stores a file whose type, size and checksum come from its bytes', async () => {
        const project = await server.createProject();
        const { status, body } = await postFile(
          project.api,
          { name: 'photo.txt', bytes: PIXEL, path: 'a/b/', metadata: { alt: 'A pixel' } },
          ANN,
        );
        const now = new Date(clock.now()).toISOString();
        const { id } = body.data;
        expect([status, body]).toEqual([
          201,
          {
            data: {
              id: expect.any(String),
              name: 'photo.txt',
              path: 'a/b/photo.txt',
              size: PIXEL.byteLength,
              mime_type: 'image/png',
              visibility: 'owner',
              url: expect.stringMatching(new RegExp(`/api/baas/${project.id}/storage/files/${id}/download$`)),
              checksum_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
              width: 1,
              height: 1,
              metadata: { alt: 'A pixel' },
              owner_id: ANN.user.id,
              created_at: now,
              updated_at: now,
            },
            count: 1,
          },
        ]);
        expect(await storedBlobs(project)).toEqual([id]);
        expect(await usageOf(project)).toMatchObject({ files: 1, bytes: PIXEL.byteLength });
        expect((await project.api(`/storage/files/${id}`, ANN)).body).toEqual(body);
      });

      it('stores several files in order, with the fields before or after them', async () => {
        const project = await server.createProject();
        const form = multipart([
          { name: 'file', filename: 'one.txt', content: 'one' },
          { name: 'file', filename: 'two.txt', content: 'two' },
          { name: 'visibility', content: 'public' },
          { name: 'path', content: 'both/' },
        ]);
        const { status, body } = await project.secretApi<{ data: UploadedFile[]; count: number }>(
          '/storage/upload',
          form,
        );
        expect([status, body.count]).toEqual([201, 2]);
        expect(body.data.map(({ path, visibility, owner_id }) => [path, visibility, owner_id])).toEqual([
          ['both/one.txt', 'public', null],
          ['both/two.txt', 'public', null],
        ]);
      });

      it('a file without an owner is private by default, and two uploads to one path make two files', async () => {
        const project = await server.createProject();
        const first = await uploadFile(project.secretApi, { name: 'same.txt', bytes: '1' });
        const second = await uploadFile(project.secretApi, { name: 'same.txt', bytes: '2' });
        expect([first.visibility, second.path === first.path, second.id === first.id]).toEqual([
          'private',
          true,
          false,
        ]);
      });
    });

    describe('507', () => {
      it('the quota of files and bytes is exact for 40 concurrent uploads, and refused uploads leave nothing', async () => {
        const project = await server.createProject();
        const limits = { storage_files: 7, storage_bytes: 65 };
        await project.cloudApi('/settings', { method: 'PATCH', json: { limits } });
        const upload = () => postFile(project.api, { bytes: '0123456789' }, ANN);
        const replies = await Promise.all(Array.from({ length: 40 }, upload));
        const statuses = replies.map(({ status }) => status);
        expect(statuses.filter((status) => status === 201)).toHaveLength(6);
        expect(statuses.filter((status) => status === 507)).toHaveLength(34);
        expect(replies.find(({ status }) => status === 507)?.body).toMatchObject({
          code: 'storage_full',
          error: expect.stringContaining('reached its quota'),
        });
        expect(await usageOf(project)).toMatchObject({ files: 6, bytes: 60, files_max: 7, bytes_max: 65 });
        expect(await storedBlobs(project)).toHaveLength(6);
        expect((await postFile(project.api, { bytes: '01234' }, ANN)).status).toBe(201);
        expect((await postFile(project.api, { bytes: '' }, ANN)).status).toBe(507);
        expect((await project.api<{ count: number }>('/storage/files', ANN)).body.count).toBe(7);
      });
    });
  });

  describe('list', () => {
    it('lists by prefix, filter, order, limit and offset, with the count of all that match', async () => {
      const project = await server.createProject();
      for (const [path, bytes] of [
        ['a/1.txt', '1'],
        ['a/2.txt', '22'],
        ['a/b/3.txt', '333'],
        ['ab.txt', '4444'],
      ] as const) {
        await uploadFile(project.api, { path, bytes }, ANN);
      }
      const list = async (search: string) => {
        const { status, body } = await project.api<{ data: UploadedFile[]; count: number; code?: string }>(
          `/storage/files${search}`,
          ANN,
        );
        return status === 200 ? [body.data.map(({ path }) => path), body.count] : [status, body.code];
      };
      expect(await list('')).toEqual([['a/1.txt', 'a/2.txt', 'a/b/3.txt', 'ab.txt'], 4]);
      expect(await list('?prefix=a/')).toEqual([['a/1.txt', 'a/2.txt', 'a/b/3.txt'], 3]);
      expect(await list('?prefix=a/&order=size:desc&limit=1&offset=1')).toEqual([['a/2.txt'], 3]);
      expect(await list('?filter=size:gte:3&filter=name:like:*.txt')).toEqual([['a/b/3.txt', 'ab.txt'], 2]);
      expect(await list('?prefix=a*')).toEqual([[], 0]);
      expect(await list('?limit=0')).toEqual([[], 4]);
      expect(await list('?filter=link_version:eq:1')).toEqual([400, 'unknown_column']);
      expect(await list('?filter=size:eq:x')).toEqual([400, 'invalid_filter']);
      expect(await list('?order=metadata')).toEqual([400, 'invalid_order']);
      expect(await list('?limit=1001')).toEqual([400, 'invalid_limit']);
      expect(await list('?select=id')).toEqual([400, 'unknown_parameter']);
      expect(await list('?prefix=a%00')).toEqual([400, 'validation_failed']);
      expect(await list('?filter=path:starts_with:a%00')).toEqual([400, 'invalid_filter']);
    });

    it('lists the files after or before a cursor, even when the file of the cursor is gone', async () => {
      const project = await server.createProject();
      const files: UploadedFile[] = [];
      for (const bytes of ['1', '22', '22', '333']) {
        files.push(await uploadFile(project.api, { path: `${files.length}.txt`, bytes }, ANN));
      }
      const list = async (search: string) => {
        const path = `/storage/files?${search}`;
        const { body } = await project.api<{ data?: UploadedFile[]; count?: number; code?: string }>(path, ANN);
        return body.data ? [body.data.map(({ path: name }) => name), body.count] : body.code;
      };
      const at = (values: readonly unknown[]) => encodeURIComponent(JSON.stringify(values));
      const [first, second, third] = files;
      expect(await list(`after=${at([second?.id])}&limit=1`)).toEqual([['2.txt'], 4]);
      expect(await list(`before=${at([third?.id])}&limit=1`)).toEqual([['1.txt'], 4]);
      expect(await list(`order=size:desc&after=${at([2, third?.id])}`)).toEqual([['0.txt'], 4]);
      expect(await list(`order=size:desc&after=${at([2, first?.id])}`)).toEqual([['1.txt', '2.txt', '0.txt'], 4]);
      expect((await project.api(`/storage/files/${second?.id}`, { ...ANN, method: 'DELETE' })).status).toBe(200);
      expect(await list(`after=${at([second?.id])}&limit=1`)).toEqual([['2.txt'], 3]);
      for (const wrong of [`after=${at([])}`, `after=x`, `after=${at([1])}`, `after=${at([third?.id])}&offset=1`]) {
        expect(await list(wrong), wrong).toBe('invalid_cursor');
      }
    });
  });

  describe('change', () => {
    describe('200', () => {
      it('keeps name and path consistent and leaves fields that are not sent unchanged', async () => {
        const project = await server.createProject();
        const file = await uploadFile(project.api, { path: 'a/b/old.txt', bytes: 'x', metadata: { k: 1 } }, ANN);
        clock.advance(1000);
        const change = async (json: object) => {
          const { status, body } = await project.api<{ data: UploadedFile; code?: string }>(
            `/storage/files/${file.id}`,
            {
              ...ANN,
              method: 'PATCH',
              json,
            },
          );
          return status === 200 ? [body.data.name, body.data.path] : [status, body.code];
        };
        expect(await change({ name: 'new.txt' })).toEqual(['new.txt', 'a/b/new.txt']);
        expect(await change({ path: 'c/' })).toEqual(['new.txt', 'c/new.txt']);
        expect(await change({ path: 'd/other.txt' })).toEqual(['other.txt', 'd/other.txt']);
        expect(await change({ name: 'last.txt', path: 'e/last.txt' })).toEqual(['last.txt', 'e/last.txt']);
        const refused = [400, 'validation_failed'];
        expect(await change({ name: 'x.txt', path: 'e/last.txt' })).toEqual(refused);
        expect(await change({ path: '../x' })).toEqual(refused);
        expect(await change({ name: 'a\u0000b' })).toEqual(refused);
        expect(await change({ name: '\ud800' })).toEqual(refused);
        expect(await change({ visibility: 'everybody' })).toEqual(refused);
        expect(await change({ metadata: [] })).toEqual(refused);
        expect(await change({ size: 3 })).toEqual(refused);
        expect(await change({})).toEqual(refused);
        const { body } = await project.api(`/storage/files/${file.id}`, ANN);
        const place = { name: 'last.txt', path: 'e/last.txt', updated_at: new Date(clock.now()).toISOString() };
        expect(body).toEqual({ data: { ...file, ...place }, count: 1 });
      });
    });

    it('an owner may give a file away and then no longer sees it', async () => {
      const project = await server.createProject();
      const { id } = await uploadFile(project.api, { bytes: 'x' }, ANN);
      const hide = { method: 'PATCH', json: { visibility: 'private' } };
      const hidden = await project.api<{ data: UploadedFile }>(`/storage/files/${id}`, { ...ANN, ...hide });
      expect([hidden.status, hidden.body.data.visibility]).toEqual([200, 'private']);
      expect((await project.api(`/storage/files/${id}`, ANN)).status).toBe(404);
      expect((await project.api(`/storage/files/${id}`, { ...ANN, method: 'DELETE' })).status).toBe(404);
      expect((await project.secretApi(`/storage/files/${id}`)).status).toBe(200);
    });
  });

  describe('delete', () => {
    it('many concurrent deletes of one file reduce the usage once', async () => {
      const project = await server.createProject();
      await uploadFile(project.api, { bytes: 'stays' }, ANN);
      const { id } = await uploadFile(project.api, { bytes: 'goes', path: 'p/x' }, ANN);
      const remove = (path: string) => project.api(path, { ...ANN, method: 'DELETE' });
      const paths = Array.from({ length: 12 }, (_, at) =>
        at % 2 === 0 ? `/storage/files/${id}` : '/storage/files?prefix=p/',
      );
      const replies = await Promise.all(paths.map(remove));
      expect(replies.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
      expect(await usageOf(project)).toMatchObject({ files: 1, bytes: 5 });
    });

    describe('200', () => {
      it('removes the row, the usage and the bytes, and returns the file as it was', async () => {
        const project = await server.createProject();
        const file = await uploadFile(project.api, { bytes: 'x' }, ANN);
        const stays = await uploadFile(project.api, { bytes: 'yy' }, ANN);
        const { status, body } = await project.api(`/storage/files/${file.id}`, { ...ANN, method: 'DELETE' });
        expect([status, body]).toEqual([200, { data: file, count: 1 }]);
        expect((await project.api(`/storage/files/${file.id}`, { ...ANN, method: 'DELETE' })).status).toBe(404);
        await server.runJobsUntilIdle();
        expect(await storedBlobs(project)).toEqual([stays.id]);
        expect(await usageOf(project)).toMatchObject({ files: 1, bytes: 2 });
        expect((await project.api('/storage/files', ANN)).body).toMatchObject({ data: [{ id: stays.id }], count: 1 });
      });

      it('by prefix deletes only what the caller may delete, for any number of files', async () => {
        const project = await server.createProject();
        const upload = (caller: typeof ANN, path: string, count: number) => {
          const files = Array.from({ length: 10 }, (_, at) => ({ name: 'file', filename: `${at}`, content: 'x' }));
          const fields = [
            { name: 'path', content: path },
            { name: 'visibility', content: 'public' },
          ];
          const form = multipart([...files, ...fields]);
          return Promise.all(
            Array.from({ length: count / 10 }, () => project.api('/storage/upload', { ...caller, ...form })),
          );
        };
        await upload(ANN, 'mine/', 510);
        await upload(ANN, 'mine2/', 10);
        await upload(BOB, 'mine/', 10);
        const remove = (search: string, init = {}) =>
          project.api<{ code?: string }>(`/storage/files${search}`, { method: 'DELETE', ...init });
        expect((await remove('', ANN)).body).toMatchObject({ code: 'filter_required' });
        expect((await remove('?prefix=', ANN)).body).toMatchObject({ code: 'filter_required' });
        expect((await remove('?prefix=mine/')).status).toBe(401);
        expect((await remove('?prefix=mine/', ANN)).body).toEqual({ count: 510 });
        expect((await remove('?prefix=mine/', ANN)).body).toEqual({ count: 0 });
        expect((await project.api('/storage/files?limit=0', ANN)).body).toEqual({ data: [], count: 20 });
        expect(await usageOf(project)).toMatchObject({ files: 20, bytes: 20 });
        await server.runJobsUntilIdle();
        expect(await storedBlobs(project)).toHaveLength(20);
      });
    });

    it('deleting a project deletes the bytes of its files', async () => {
      const project = await server.createProject();
      const other = await server.createProject();
      await uploadFile(project.secretApi, { bytes: 'goes' });
      const stays = await uploadFile(other.secretApi, { bytes: 'stays' });
      const folder = await blobFolder(project);
      await project.cloudApi('', { method: 'DELETE' });
      expect([await namesIn(folder), await storedBlobs(other)]).toEqual([[], [stays.id]]);
    });
  });

  describe('signed links', () => {
    it('open the download of one file without a key until they expire', async () => {
      const project = await server.createProject();
      const file = await uploadFile(project.api, { bytes: 'signed' }, ANN);
      const other = await uploadFile(project.api, { bytes: 'other' }, ANN);
      const sign = await project.api<{ data: { url: string; expires_at: string } }>(`/storage/files/${file.id}/sign`, {
        ...ANN,
        json: { expires_in: 60 },
      });
      const { url, expires_at } = sign.body.data;
      const seconds = Math.floor(clock.now() / 1000) + 60;
      expect([sign.status, expires_at]).toEqual([200, new Date(seconds * 1000).toISOString()]);
      const { pathname, search } = new URL(url);
      expect(pathname).toBe(new URL(file.url).pathname);
      expect((await server.api(pathname + search)).body).toBe('signed');
      expect((await server.api(new URL(other.url).pathname + search)).body).toMatchObject({ code: 'file_not_found' });
      expect((await server.api(`${pathname}${search}x`)).status).toBe(404);
      expect((await server.api(`/api/baas/${project.id}/storage/files/${file.id}${search}`)).status).not.toBe(200);
      clock.advance(60_000);
      expect((await server.api(pathname + search)).body).toMatchObject({ code: 'file_not_found' });
    });

    it.each([
      ['its file is deleted', { method: 'DELETE' }],
      ['its file is made private', { method: 'PATCH', json: { visibility: 'private' } }],
    ])('a link ends when %s', async (_, init) => {
      const project = await server.createProject();
      const file = await uploadFile(project.api, { bytes: 'signed' }, ANN);
      const sign = () =>
        project.secretApi<{ data: { url: string } }>(`/storage/files/${file.id}/sign`, { json: { expires_in: 60 } });
      const { pathname, search } = new URL((await sign()).body.data.url);
      expect((await server.api(pathname + search)).status).toBe(200);
      await project.api(`/storage/files/${file.id}`, { ...ANN, ...init });
      expect((await server.api(pathname + search)).status).toBe(404);
    });

    describe('400', () => {
      it.each([0, 604_801, 1.5, '60', null])('expires_in cannot be %j', async (expires_in) => {
        const project = await server.createProject();
        const { id } = await uploadFile(project.secretApi, { bytes: 'x' });
        const reply = await project.secretApi(`/storage/files/${id}/sign`, { json: { expires_in } });
        expect([reply.status, reply.body]).toMatchObject([400, { code: 'validation_failed' }]);
      });
    });
  });

  describe('404', () => {
    it('invalid ids, unknown ids and ids of another project, on every route', async () => {
      const project = await server.createProject();
      const other = await server.createProject();
      const foreign = await uploadFile(other.secretApi, { bytes: 'x', visibility: 'public' });
      for (const id of ['nope', randomUUID(), foreign.id, `${foreign.id}%00`]) {
        for (const [path, init] of [
          ['', {}],
          ['', { method: 'PATCH', json: { name: 'x' } }],
          ['', { method: 'DELETE' }],
          ['/sign', { json: { expires_in: 5 } }],
          ['/download', {}],
        ] as const) {
          const { status, body } = await project.secretApi(`/storage/files/${id}${path}`, init);
          expect([status, body], `${id}${path}`).toMatchObject([404, { code: 'file_not_found' }]);
        }
      }
      expect((await other.secretApi(`/storage/files/${foreign.id}`)).status).toBe(200);
    });
  });
});
