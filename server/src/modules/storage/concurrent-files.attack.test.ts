import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { ENGINES, openProject, type Reply } from '../../../test/index.ts';
import { keptBytes } from '../../../test/kept-bytes.ts';
import { postFile, type UploadedFile, uploadFile } from '../../../test/upload.ts';

const DEEDS = ['read', 'rename', 'sign', 'delete', 'read again', 'publish', 'upload'];
const NOTHING = { onDisk: [], inRows: [], usage: { files: 0, bytes: 0 } };
const LONG = Buffer.alloc(
  30_000_000,
  Array.from({ length: 251 }, (_, at) => String.fromCharCode(33 + (at % 90))).join(''),
);

describe.each(ENGINES)('many at once on %s', (engine) => {
  const { server, project } = openProject(engine);

  const limit = async (limits: object): Promise<void> => {
    expect((await project.cloudApi('/settings', { method: 'PATCH', json: { limits } })).status).toBe(200);
  };

  const statuses = (replies: readonly Reply[]): Readonly<Record<number, number>> => {
    const counted: Record<number, number> = {};
    for (const { status } of replies) counted[status] = (counted[status] ?? 0) + 1;
    return counted;
  };

  /** Every row has its bytes, every byte its row, and the usage is their sum. */
  const isWhole = async (): Promise<void> => {
    await server.runJobsUntilIdle();
    await expect
      .poll(async () => {
        const { onDisk, inRows, usage } = await keptBytes(server, project);
        return JSON.stringify(onDisk) === JSON.stringify(inRows) && usage.files === inRows.length;
      })
      .toBe(true);
  };

  const empty = async (): Promise<void> => {
    const { inRows } = await keptBytes(server, project);
    for (const id of inRows) await project.secretApi(`/storage/files/${id}`, { method: 'DELETE' });
    await server.runJobsUntilIdle();
    await expect.poll(() => keptBytes(server, project)).toEqual(NOTHING);
  };

  test('accepts exactly as many files as the quota has room for', async () => {
    await limit({ storage_files: 25 });
    const uploads = Array.from({ length: 40 }, (_, at) => postFile(project.secretApi, { bytes: `file ${at}` }));
    expect(statuses(await Promise.all(uploads))).toEqual({ 201: 25, 507: 15 });
    expect((await keptBytes(server, project)).usage.files).toBe(25);
    await isWhole();
    const [first] = (await keptBytes(server, project)).inRows;
    await project.secretApi(`/storage/files/${first}`, { method: 'DELETE' });
    expect((await postFile(project.secretApi, { bytes: 'room' })).status).toBe(201);
    expect((await postFile(project.secretApi, { bytes: 'none' })).status).toBe(507);
    await limit({ storage_files: 1000 });
    await empty();
  });

  test('accepts exactly as many bytes as the quota has room for', async () => {
    await limit({ storage_bytes: 100_000 });
    const uploads = Array.from({ length: 40 }, () => postFile(project.secretApi, { bytes: 'x'.repeat(4999) }));
    const replies = await Promise.all(uploads);
    expect(statuses(replies)).toEqual({ 201: 20, 507: 20 });
    const refused = replies.find(({ status }) => status === 507);
    expect(refused?.body).toMatchObject({ code: 'storage_full', error: expect.stringMatching(/project/) });
    expect((await postFile(project.secretApi, { bytes: 'x'.repeat(21) })).status).toBe(507);
    expect((await postFile(project.secretApi, { bytes: 'x'.repeat(20) })).status).toBe(201);
    expect((await keptBytes(server, project)).usage).toEqual({ files: 21, bytes: 100_000 });
    await limit({ storage_bytes: 1_000_000_000 });
    await empty();
  });

  test('a file deleted by many callers at once is deleted once and leaves the usage once', async () => {
    const file = await uploadFile(project.secretApi, { bytes: 'once' });
    const deletes = Array.from({ length: 20 }, () =>
      project.secretApi(`/storage/files/${file.id}`, { method: 'DELETE' }),
    );
    expect(statuses(await Promise.all(deletes))).toEqual({ 200: 1, 404: 19 });
    await server.runJobsUntilIdle();
    await expect.poll(() => keptBytes(server, project)).toEqual(NOTHING);
  });

  test('deleting a folder during uploads keeps the files uploaded afterwards, complete', async () => {
    const put = (at: number) => postFile(project.secretApi, { bytes: 'x', path: `a/${at}.txt` });
    const clear = () => project.secretApi<{ count: number }>('/storage/files?prefix=a/', { method: 'DELETE' });
    const [puts, clears] = await Promise.all([
      Promise.all(Array.from({ length: 50 }, (_, at) => put(at))),
      Promise.all(Array.from({ length: 10 }, clear)),
    ]);
    expect([statuses(puts), statuses(clears)]).toEqual([{ 201: 50 }, { 200: 10 }]);
    await isWhole();
    const deleted = clears.reduce((sum, { body }) => sum + body.count, 0);
    expect(deleted + (await keptBytes(server, project)).inRows.length).toBe(50);
    await project.secretApi('/storage/files?prefix=a/', { method: 'DELETE' });
    await server.runJobsUntilIdle();
    await expect.poll(() => keptBytes(server, project)).toEqual(NOTHING);
  });

  /** Requests a file, reads the beginning and then pauses until the test resumes it. */
  const beginDownload = async ({ id }: UploadedFile) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `GET /api/baas/${project.id}/storage/files/${id}/download HTTP/1.1\r\nHost: x\r\nConnection: close\r\n` +
        `Authorization: Bearer ${project.secretKey}\r\n\r\n`,
    );
    const pieces: Buffer[] = [];
    await new Promise<void>((resolve) =>
      socket.on('data', (piece: Buffer) => {
        pieces.push(piece);
        socket.pause();
        resolve();
      }),
    );
    return async (): Promise<Buffer> => {
      socket.removeAllListeners('data');
      socket.on('data', (piece: Buffer) => pieces.push(piece));
      const ended = once(socket, 'close');
      socket.resume();
      await ended;
      const whole = Buffer.concat(pieces);
      return whole.subarray(whole.indexOf('\r\n\r\n') + 4);
    };
  };

  test('a file deleted during a download arrives complete and unmixed, and is then gone', async () => {
    const file = await uploadFile(project.secretApi, { bytes: LONG });
    const readOn = await beginDownload(file);
    expect((await project.secretApi(`/storage/files/${file.id}`, { method: 'DELETE' })).status).toBe(200);
    await server.runJobsUntilIdle();
    await expect.poll(() => keptBytes(server, project)).toEqual(NOTHING);
    // A new file may reuse the freed space on the disk.
    const other = await uploadFile(project.secretApi, { bytes: Buffer.alloc(LONG.length, '-') });
    expect((await project.secretApi(`/storage/files/${file.id}/download`)).status).toBe(404);
    expect((await readOn()).equals(LONG)).toBe(true);
    await project.secretApi(`/storage/files/${other.id}`, { method: 'DELETE' });
    await server.runJobsUntilIdle();
  });

  test('concurrent reads, renames, deletes and uploads of the same files never answer 5xx and leave rows and bytes consistent', async () => {
    const files = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        uploadFile(project.secretApi, { bytes: `content of ${at}`, path: `mix/${at}` }),
      ),
    );
    const deeds = files.flatMap(({ id }, at) => [
      project.secretApi(`/storage/files/${id}/download`),
      project.secretApi(`/storage/files/${id}`, { method: 'PATCH', json: { name: `renamed-${at}` } }),
      project.secretApi(`/storage/files/${id}/sign`, { json: { expires_in: 60 } }),
      project.secretApi(`/storage/files/${id}`, { method: 'DELETE' }),
      project.secretApi(`/storage/files/${id}/download`),
      project.secretApi(`/storage/files/${id}`, { method: 'PATCH', json: { visibility: 'public' } }),
      postFile(project.secretApi, { bytes: `new ${at}`, path: `mix/${at}` }),
    ]);
    const replies = await Promise.all(deeds);
    const strange = replies.map(({ status, text }, at) => [DEEDS[at % DEEDS.length], status, text] as const);
    expect(strange.filter(([, status]) => ![200, 201, 404].includes(status))).toEqual([]);
    for (const [at, { status, text }] of replies.entries()) {
      if (at % 7 === 0 && status === 200) expect(text).toBe(`content of ${at / 7}`);
    }
    await isWhole();
    await project.secretApi('/storage/files?prefix=mix/', { method: 'DELETE' });
    await server.runJobsUntilIdle();
    await expect.poll(() => keptBytes(server, project)).toEqual(NOTHING);
  });
});
