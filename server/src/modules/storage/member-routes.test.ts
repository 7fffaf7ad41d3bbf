import { describe, expect, it } from 'vitest';
import { type Api, ENGINES, startTestServer } from '../../../test/index.ts';
import { createMember, createOwner } from '../../../test/operators.ts';
import { postFile, uploadFile } from '../../../test/upload.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe.each(ENGINES)('the files of a project for its members on %s', (engine) => {
  it('the console cookie suffices to show every image; viewers change no file, editors change every file', async () => {
    await using server = await startTestServer({ engine });
    await createOwner(server);
    const project = await server.createProject();
    const [viewer, editor] = [
      await createMember(server, project, 'viewer'),
      await createMember(server, project, 'editor'),
    ];
    const under =
      (operator: { api: Api }): Api =>
      (path, init) =>
        operator.api(`/projects/${project.id}${path}`, init);
    const file = await uploadFile(project.secretApi, { name: 'pixel.png', bytes: PIXEL, visibility: 'private' });
    const reads = under(viewer);
    const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' };
    const shown = await reads(`/storage/files/${file.id}/download?w=1`, { headers });
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await reads(`/storage/files/${file.id}/download?as=anonymous`, { headers })).status).toBe(404);
    expect((await reads(`/storage/files/${file.id}/download?w=x`, { headers })).status).toBe(400);
    expect((await reads<{ count: number }>('/storage/files')).body.count).toBe(1);
    expect((await reads<{ count: number }>('/storage/files?as=anonymous')).body.count).toBe(0);
    expect((await postFile(reads, { bytes: 'x' })).status).toBe(403);
    for (const [path, method, json] of [
      [`/storage/files/${file.id}`, 'PATCH', { name: 'x' }],
      [`/storage/files/${file.id}`, 'DELETE', undefined],
      ['/storage/files?prefix=p', 'DELETE', undefined],
      [`/storage/files/${file.id}/sign`, 'POST', { expires_in: 60 }],
    ] as const) {
      expect([path, (await reads(path, { method, ...(json && { json }) })).status]).toEqual([path, 403]);
    }
    const writes = under(editor);
    expect((await postFile(writes, { bytes: 'x', visibility: 'public' })).body.data.visibility).toBe('public');
    expect((await writes(`/storage/files/${file.id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await server.api(`/api/cloud/projects/${project.id}/storage/files/${file.id}/download`)).status).toBe(401);
  });

  it('folders are listed with the totals of all files below them, for any folder name', async () => {
    await using server = await startTestServer({ engine });
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
