import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FaultyObjectStore, startFaultyObjectStore } from '../../../../test/faulty-object-store.ts';
import { ENGINES, startTestServer, type TestProject, type TestServer } from '../../../../test/index.ts';
import { type UploadedFile, uploadFile } from '../../../../test/upload.ts';

const BYTES = Buffer.alloc(9_000_000, 'the bytes of a file, ');
const MISSING = '0199aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee';

describe.each(ENGINES)('downloads from an object store on %s', (engine) => {
  const cleanUp = new AsyncDisposableStack();
  let objects: FaultyObjectStore;
  let server: TestServer;
  let project: TestProject;
  let file: UploadedFile;
  beforeAll(async () => {
    objects = cleanUp.use(await startFaultyObjectStore());
    server = cleanUp.use(await startTestServer({ engine, config: { blobs: objects.config } }));
    project = await server.createProject();
    file = await uploadFile(project.secretApi, { name: 'Grüße.html', bytes: BYTES, visibility: 'public' });
  });
  afterAll(() => cleanUp.disposeAsync());
  beforeEach(() => objects.script(() => undefined));

  const get = (id: string, init: RequestInit = {}, search = ''): Promise<Response> =>
    fetch(`${server.url}/api/baas/${project.id}/storage/files/${id}/download${search}`, {
      redirect: 'manual',
      ...init,
    });

  const isRead = (line: string): boolean => line.startsWith('GET') && line.includes(file.id);

  test('arrive whole and in ranges', async () => {
    const whole = await get(file.id);
    expect([whole.status, whole.headers.get('content-length')]).toEqual([200, String(BYTES.length)]);
    expect(Buffer.from(await whole.arrayBuffer()).equals(BYTES)).toBe(true);
    const part = await get(file.id, { headers: { range: 'bytes=5000000-5000009' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 5000000-5000009/${BYTES.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(BYTES.subarray(5_000_000, 5_000_010))).toBe(true);
  });

  test('that the store interrupts are cut off, never ended as if complete', async () => {
    objects.script((line) => (isRead(line) ? { kind: 'cut', afterBytes: 1_000_000 } : undefined));
    const outcome = await new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(server.url);
      const path = `/api/baas/${project.id}/storage/files/${file.id}/download`;
      const call = request({ hostname, port, path }, (answer) => {
        answer.resume();
        answer.on('end', () => resolve('ended'));
        answer.on('error', () => resolve('cut'));
      });
      call.on('error', reject);
      call.end();
    });
    expect(outcome).toBe('cut');
  });

  test('are 503 while the store is down, and work again when it is back', async () => {
    objects.script((line) => (isRead(line) ? { kind: 'answer', status: 503, code: 'SlowDown' } : undefined));
    const answer = await get(file.id);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).not.toBeNull();
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({ code: 'unavailable' });
    expect(text).not.toMatch(/SlowDown|s3|127\.0\.0\.1|files\//i);
    objects.script(() => undefined);
    const again = await get(file.id, { headers: { range: 'bytes=0-0' } });
    expect([again.status, await again.text()]).toEqual([206, 't']);
  });

  describe('that the project redirects', () => {
    beforeAll(async () => {
      const json = { storage: { redirect: true } };
      expect((await project.cloudApi('/settings', { method: 'PATCH', json })).status).toBe(200);
    });

    test('are read from the store, with the type and name that the service would send', async () => {
      const sent = await get(file.id);
      expect([sent.status, await sent.text(), sent.headers.get('cache-control')]).toEqual([
        302,
        '',
        'private, no-store',
      ]);
      const location = sent.headers.get('location') ?? '';
      expect(new URL(location).origin).toBe(objects.config.endpoint);
      const answer = await fetch(location, { headers: { range: 'bytes=0-9' } });
      expect([answer.status, await answer.text()]).toEqual([206, BYTES.toString('utf8', 0, 10)]);
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(answer.headers.get('content-disposition')).toContain('attachment; filename="Gr__e.html"');
      expect(new URL(location).searchParams.get('X-Amz-Expires')).toBe('300');
    });

    test('check access first: callers without access are not redirected', async () => {
      const hidden = await uploadFile(project.secretApi, { bytes: 'x', visibility: 'private' });
      for (const id of [hidden.id, MISSING]) {
        const answer = await get(id);
        expect([answer.status, answer.headers.has('location')]).toEqual([404, false]);
        await answer.text();
      }
    });

    test('are not redirected when there is no blob to redirect to', async () => {
      const before = objects.requests.length;
      const head = await get(file.id, { method: 'HEAD' });
      expect([head.status, head.headers.get('content-length')]).toEqual([200, String(BYTES.length)]);
      const known = await get(file.id, { headers: { 'if-none-match': `"${file.checksum_sha256}"` } });
      expect(known.status).toBe(304);
      expect((await get(file.id, {}, '?w=10')).status).toBe(415);
      // A sweep may send requests at the same time.
      expect(objects.requests.slice(before).filter((line) => line.includes(file.id))).toEqual([]);
    });
  });
});
