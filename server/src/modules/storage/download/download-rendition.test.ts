import { connect } from 'node:net';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { ENGINES, openProject } from '../../../../test/index.ts';
import { type UploadedFile, uploadFile } from '../../../../test/upload.ts';
import { type Logger, silentLogger } from '../../../platform/logger.ts';

/** A PNG with a huge number of black pixels in a few bytes. */
function bomb(side: number): Buffer {
  const chunk = (type: string, data: Uint8Array): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side);
  head.writeUInt32BE(side, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((side / 8 + 1) * side));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

describe.each(ENGINES)('renditions on %s', (engine) => {
  const errors: unknown[] = [];
  const logger: Logger = Object.assign(Object.create(silentLogger), {
    error: (fields: unknown) => errors.push(fields),
  });
  let photo: UploadedFile;
  const { server, project } = openProject(engine, { logger });
  beforeAll(async () => {
    const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    photo = await uploadFile(project.secretApi, { name: 'photo.png', bytes, visibility: 'public' });
  });

  const get = ({ id }: { id: string }, search: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${server.url}/api/baas/${project.id}/storage/files/${id}/download${search}`, init);

  test.each<[string, number, number, string, string]>([
    ['?w=150', 150, 100, 'png', 'photo.png'],
    ['?h=50', 75, 50, 'png', 'photo.png'],
    ['?w=100&h=100', 100, 100, 'png', 'photo.png'],
    ['?w=100&h=100&fit=contain', 100, 67, 'png', 'photo.png'],
    ['?w=4096', 300, 200, 'png', 'photo.png'],
    ['?format=webp', 300, 200, 'webp', 'photo.webp'],
    ['?w=30&format=jpeg', 30, 20, 'jpeg', 'photo.jpg'],
    ['?w=30&format=avif', 30, 20, 'avif', 'photo.avif'],
  ])('%s is %i × %i %s', async (search, width, height, format, name) => {
    const answer = await get(photo, search);
    expect(answer.status).toBe(200);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const made = await sharp(bytes).metadata();
    expect([made.width, made.height]).toEqual([width, height]);
    expect(answer.headers.get('content-type')).toBe(`image/${format}`);
    expect(answer.headers.get('content-length')).toBe(String(bytes.length));
    expect(answer.headers.get('content-disposition')).toBe(`inline; filename="${name}"`);
    expect(answer.headers.get('cache-control')).toBe('public, no-cache');
    expect(answer.headers.get('accept-ranges')).toBe('none');
  });

  describe('200', () => {
    test('HEAD gives their length, and range requests get the whole', async () => {
      const whole = await get(photo, '?w=20', { headers: { range: 'bytes=0-3' } });
      const { byteLength } = await whole.arrayBuffer();
      expect(whole.status).toBe(200);
      const head = await get(photo, '?w=20', { method: 'HEAD' });
      expect([head.headers.get('content-length'), await head.text()]).toEqual([String(byteLength), '']);
    });
  });

  describe('304', () => {
    test('each has its own ETag, and a request with that ETag gets 304', async () => {
      const tags = new Set([`"${photo.checksum_sha256}"`]);
      const searches = ['?w=10', '?h=10', '?w=10&h=10', '?w=10&h=10&fit=contain', '?w=10&format=webp', '?format=webp'];
      for (const search of searches) {
        const answer = await get(photo, search);
        await answer.arrayBuffer();
        const tag = answer.headers.get('etag') ?? '';
        tags.add(tag);
        const again = await get(photo, search, { headers: { 'if-none-match': tag } });
        expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
      }
      expect(tags.size).toBe(searches.length + 1);
    });
  });

  describe('415', () => {
    test.each<[string, string | Uint8Array]>([
      ['text', 'no image'],
      ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'],
      ['a broken PNG', Buffer.from('89504e470d0a1a0a0000000d49484452000000ff', 'hex')],
      ['a PDF', '%PDF-1.7\n%%EOF\n'],
      ['nothing', ''],
      ['an image of 400 million pixels in 50 KB', bomb(20_000)],
    ])('%s is 415', async (_what, bytes) => {
      const file = await uploadFile(project.secretApi, { name: 'photo.png', bytes, visibility: 'public' });
      const answer = await get(file, '?w=10');
      expect(answer.status).toBe(415);
      expect(await answer.json()).toMatchObject({ code: 'unsupported_media_type' });
    });
  });

  test('a client that disconnects while one is being made causes no error', async () => {
    const { port } = new URL(server.url);
    for (let width = 1; width <= 30; width += 1) {
      const socket = connect(Number(port), '127.0.0.1');
      const path = `/api/baas/${project.id}/storage/files/${photo.id}/download?w=${200 + width}&format=avif`;
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`, () => socket.destroy());
      await new Promise((resolve) => socket.once('close', resolve));
    }
    expect((await get(photo, '?w=199')).status).toBe(200);
    expect(errors).toEqual([]);
  });

  test('have the visibility of their file and are deleted with it', async () => {
    const file = await uploadFile(project.secretApi, {
      name: 'photo.png',
      bytes: new Uint8Array(await (await get(photo, '')).arrayBuffer()),
      visibility: 'public',
    });
    expect((await get(file, '?w=10')).status).toBe(200);
    await project.secretApi(`/storage/files/${file.id}`, { method: 'PATCH', json: { visibility: 'private' } });
    expect((await get(file, '?w=10')).status).toBe(404);
    await project.secretApi(`/storage/files/${file.id}`, { method: 'PATCH', json: { visibility: 'public' } });
    await project.secretApi(`/storage/files/${file.id}`, { method: 'DELETE' });
    expect((await get(file, '?w=10')).status).toBe(404);
  });
});
