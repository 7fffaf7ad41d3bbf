import { readdir } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { Header } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestProject, type TestServer } from '../../../../test/index.ts';
import {
  type ArchiveEntries,
  createArchive,
  createTar,
  publish,
  sendArchive,
  visit,
} from '../../../../test/published-app.ts';
import { archiveFolder } from './receive-archive.ts';

const MEGABYTE = 1024 * 1024;
const GOOD = { 'dist/index.html': 'bad' };

describe('a deployment archive', () => {
  let server: TestServer;
  let project: TestProject;
  beforeAll(async () => {
    server = await startTestServer();
    project = await server.createProject();
    await publish(project, { 'dist/index.html': 'good', 'functions/which.ts': `export default () => 'good';` });
  });
  afterAll(() => server?.close());

  /** Expects this status, and that nothing else happened. */
  const expectRefused = async (archive: Uint8Array, status: number, code: string, headers = {}) => {
    const answer = await sendArchive(project, archive, headers);
    expect([answer.status, answer.body.code], answer.text).toEqual([status, code]);
    const { body } = await project.cloudApi<{ count: number }>('/deployments');
    expect(body.count).toBe(1);
    expect((await visit(server, project, '/')).text).toBe('good');
    expect(await readdir(archiveFolder(server.dataDir))).toEqual([]);
    return answer.body.error;
  };

  const file = (header: Partial<Header>): Partial<Header> => header;

  describe('200', () => {
    test('may contain ./ prefixes, folders and the files that macOS tar adds', async () => {
      const own = await server.createProject();
      await publish(own, {
        './': file({ type: 'directory' }),
        './dist/': file({ type: 'directory' }),
        './dist/index.html': 'fine',
        './dist/.well-known/x': 'known',
        './functions/._greet.ts': 'what macOS hides',
        './functions/tsconfig.json': '{}',
        './functions/types.d.ts': 'declare const x: number;',
      });
      expect((await visit(server, own, '/')).text).toBe('fine');
      expect((await visit(server, own, '/.well-known/x')).text).toBe('known');
    });
  });

  describe('400', () => {
    test.each<[string, ArchiveEntries]>([
      ['goes up', { 'dist/../../../etc/passwd': 'x' }],
      ['starts above the root', { '../dist/x': 'x' }],
      ['has a dot in the middle', { 'dist/./x': 'x' }],
      ['is absolute', { '/dist/x': 'x' }],
      ['is absolute with its root left out', { './/dist/x': 'x' }],
      ['has a backslash', { 'dist\\..\\x': 'x' }],
      ['has a control character', { 'dist/a\nb': 'x' }],
      ['has an empty part', { 'dist//x': 'x' }],
      ['is outside the allowed folders', { 'package.json': '{}' }],
      ['only starts like an allowed folder', { 'dist2/x': 'x' }],
      ['is a file where a folder belongs', { dist: 'x' }],
      ['is too deep', { [`dist/${'a/'.repeat(64)}x`]: 'x' }],
      ['is too long', { [`dist/${'long/'.repeat(210)}x`]: 'x' }],
      ['is a symbolic link', { 'dist/x': file({ type: 'symlink', linkname: '/etc/passwd' }) }],
      ['is a hard link', { 'dist/x': file({ type: 'link', linkname: 'dist/index.html' }) }],
      ['is a device', { 'dist/x': file({ type: 'character-device', devmajor: 1, devminor: 5 }) }],
      ['is a block device', { 'dist/x': file({ type: 'block-device', devmajor: 1, devminor: 5 }) }],
      ['is a pipe', { 'dist/x': file({ type: 'fifo' }) }],
      ['is a folder that goes up', { 'dist/../..': file({ type: 'directory' }) }],
    ])('is refused as a whole when an entry %s', async (_name, entry) => {
      const error = await expectRefused(await createArchive({ ...GOOD, ...entry }), 400, 'validation_failed');
      expect(error).toContain('archive has an entry that');
    });

    test.each<[string, readonly (readonly [string, string])[]]>([
      [
        'one name twice',
        [
          ['dist/a', '1'],
          ['dist/a', '2'],
        ],
      ],
      [
        'names that differ in their Unicode form only',
        [
          ['dist/\u00e9', '1'],
          ['dist/e\u0301', '2'],
        ],
      ],
      [
        'one name twice, once with ./',
        [
          ['dist/a', '1'],
          ['./dist/a', '2'],
        ],
      ],
      [
        'a file in a file',
        [
          ['dist/a', '1'],
          ['dist/a/b', '2'],
        ],
      ],
      [
        'a file where a folder is',
        [
          ['dist/a/b', '1'],
          ['dist/a', '2'],
        ],
      ],
    ])('is refused as a whole with %s', async (_name, entries) => {
      await expectRefused(gzipSync(await createTar(entries)), 400, 'validation_failed');
    });

    test('is refused as a whole with NUL in a long name', async () => {
      const pax = { pax: { path: 'dist/a\u0000.html' } };
      await expectRefused(
        await createArchive({ 'dist/x': file({ ...pax, type: 'file', size: 0 }) }),
        400,
        'validation_failed',
      );
    });

    test('is refused when it is not a tar.gz or is truncated', async () => {
      const whole = await createArchive({ ...GOOD, 'dist/noise': noise(64 * 1024) });
      const tar = await createTar([['dist/index.html', noise(2048)]]);
      for (const archive of [
        whole.subarray(0, whole.byteLength - 20),
        whole.subarray(0, 1000),
        tar,
        gzipSync(tar.subarray(0, 1500)),
        gzipSync('this is no tar, whatever comes after it'.repeat(100)),
        gzipSync(''),
        gzipSync(Buffer.alloc(10_240)),
        Buffer.from('PK\u0003\u0004 a zip'),
      ]) {
        await expectRefused(archive, 400, 'validation_failed');
      }
      await expectRefused(new Uint8Array(), 400, 'validation_failed');
    });
  });

  describe('413', () => {
    test('with more than 10,000 entries gets 413; exactly 10,000 are accepted', async () => {
      await expectRefused(gzipSync(emptyFiles(10_001)), 413, 'payload_too_large');
      await expectRefused(gzipSync(emptyFiles(100_000)), 413, 'payload_too_large');
      const fitting = await server.createProject();
      expect((await sendArchive(fitting, gzipSync(emptyFiles(10_000)))).status).toBe(201);
      expect((await visit(server, fitting, '/9999.txt')).status).toBe(200);
    }, 60_000);

    test('that unpacks to more than 250 MiB gets 413, however small it is', async () => {
      const zeros = Buffer.alloc(26 * MEGABYTE);
      const tar = await createTar(Array.from({ length: 10 }, (_, number) => [`dist/${number}`, zeros] as const));
      const bomb = gzipSync(tar, { level: 9 });
      expect(bomb.byteLength).toBeLessThan(MEGABYTE);
      await expectRefused(bomb, 413, 'payload_too_large');
    }, 60_000);

    test('gets 413 when its bundled functions exceed the limit together', async () => {
      const one = `import { large } from './lib/large.ts'; export default () => large.length;`;
      const names = Array.from({ length: 10 }, (_, at) => `functions/f${at}.ts`);
      const archive = await createArchive({
        ...GOOD,
        'functions/lib/large.ts': `export const large = '${'x'.repeat(8 * MEGABYTE)}';`,
        ...Object.fromEntries(names.map((name) => [name, one])),
      });
      const error = await expectRefused(archive, 413, 'payload_too_large');
      expect(error).toContain('bundled with what it imports');
      // Bundlers run at low priority, so a busy machine slows them down.
    }, 180_000);

    test('with oversized tar headers around a file gets 413', async () => {
      const long = { pax: { comment: 'x'.repeat(200_000) }, type: 'file', size: 0 } as const;
      await expectRefused(await createArchive({ 'dist/a': file(long) }), 413, 'payload_too_large');
    });

    test('of more than 100 MiB gets 413', async () => {
      await expectRefused(Buffer.alloc(100 * MEGABYTE + 1), 413, 'payload_too_large');
    }, 60_000);
  });

  describe('415', () => {
    test('with another content type gets 415', async () => {
      const archive = await createArchive(GOOD);
      for (const type of ['application/zip', 'application/octet-stream', 'multipart/form-data; boundary=x']) {
        await expectRefused(archive, 415, 'unsupported_media_type', { 'content-type': type });
      }
      await expectRefused(archive, 415, 'unsupported_media_type', { 'content-encoding': 'gzip' });
    });
  });
});

/** Incompressible bytes that are the same on every run. */
function noise(size: number): Buffer {
  const bytes = Buffer.alloc(size);
  let state = 1;
  for (let at = 0; at < size; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[at] = state >>> 16;
  }
  return bytes;
}

/** Faster than the tar packer, which takes half a minute for this many files. */
function emptyFiles(count: number): Buffer {
  const tar = Buffer.alloc(512 * (count + 2));
  for (let number = 0; number < count; number += 1) {
    const header = tar.subarray(512 * number, 512 * (number + 1));
    header.write(`dist/${number}.txt`);
    header.write('0000644\x000000000\x000000000\x0000000000000\x0000000000000\0        0', 100);
    header.write('ustar\u000000', 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  }
  return tar;
}
