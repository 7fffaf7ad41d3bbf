import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ENGINES, openProject } from '../../../test/index.ts';
import { multipart, postFile, type TestFile, type UploadedFile } from '../../../test/upload.ts';

const BLOB = /^p_[0-9a-f]{32}\/[0-9a-f]{6}\/[0-9a-f-]{36}$/;
const EMOJI = '👩‍👩‍👧‍👦';

/** Names as clients may send them, and the resulting file names. */
const TAKEN: readonly (readonly [string, string])[] = [
  ['../../../etc/passwd', 'passwd'],
  ['..\\..\\boot.ini', 'boot.ini'],
  ['/etc/shadow', 'shadow'],
  ['C:\\Users\\a\\photo.jpg', 'photo.jpg'],
  ['%2e%2e%2fetc%2fpasswd', '%2e%2e%2fetc%2fpasswd'],
  ['.htaccess', '.htaccess'],
  ['con', 'con'],
  ['a.png.html', 'a.png.html'],
  ["'; DROP TABLE _files; --", "'; DROP TABLE _files; --"],
  ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ['$(touch x)`id`', '$(touch x)`id`'],
  ['__proto__', '__proto__'],
  [' ', ' '],
  ['x'.repeat(255), 'x'.repeat(255)],
  ['é'.repeat(255), 'é'.repeat(255)],
  [`${EMOJI}.png`, `${EMOJI}.png`],
  ['%s%n%x', '%s%n%x'],
];

const REFUSED: Readonly<Record<string, TestFile>> = {
  'NUL in the name': { name: 'a\0.txt', bytes: 'x' },
  'ESC in the name': { name: 'a\u001b[2J.txt', bytes: 'x' },
  'DEL in the name': { name: 'a\u007f', bytes: 'x' },
  'a right-to-left override in the name': { name: 'invoice\u202Efdp.exe', bytes: 'x' },
  'isolates in the name': { name: 'a\u2066b\u2069', bytes: 'x' },
  'a line separator in the name': { name: 'a\u2028b', bytes: 'x' },
  'a name of 256 characters': { name: 'x'.repeat(256), bytes: 'x' },
  'a name of 300 characters': { name: 'x'.repeat(300), bytes: 'x' },
  'a name that is nothing': { name: '', bytes: 'x' },
  'a name that is a folder': { name: '..', bytes: 'x' },
  'a name that ends a path': { name: 'a/', bytes: 'x' },
  '.. in the path': { path: 'a/../b', bytes: 'x' },
  '.. as the path': { path: '..', bytes: 'x' },
  '. in the path': { path: 'a/./b', bytes: 'x' },
  'an absolute path': { path: '/a/b', bytes: 'x' },
  'nothing between two slashes': { path: 'a//b', bytes: 'x' },
  'a backslash in the path': { path: 'a\\b', bytes: 'x' },
  'CRLF in the path': { path: 'a\r\nSet-Cookie: x=1', bytes: 'x' },
  'NUL in the path': { path: 'a\0b', bytes: 'x' },
  'a turn of direction in the path': { path: 'a\u202Eb', bytes: 'x' },
  'a path of 1,025 characters': { path: `${'x/'.repeat(512)}x`, bytes: 'x' },
};

describe.each(ENGINES)('hostile names on %s', (engine) => {
  const { server, project } = openProject(engine);

  /** Everything below the data directory that is not the database's. */
  const blobPaths = async (): Promise<readonly string[]> => {
    const root = join(server.dataDir, 'blobs');
    const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
    return entries.flatMap((entry) =>
      entry.isFile() ? [join(entry.parentPath, entry.name).slice(root.length + 1)] : [],
    );
  };

  describe('200', () => {
    test('prefixes are text, not patterns: they match no other files and reach no other project', async () => {
      const own = await server.createProject();
      await postFile(own.secretApi, { bytes: 'x', path: 'a_b/50%/c.txt' });
      await postFile(own.secretApi, { bytes: 'x', path: 'axb/50x/c.txt' });
      const count = async (prefix: string): Promise<number> =>
        (await own.secretApi<{ count: number }>(`/storage/files?prefix=${encodeURIComponent(prefix)}`)).body.count;
      expect(await count('a_b/50%')).toBe(1);
      for (const prefix of ['%', '_', '*', 'a%', '../', "' OR 1=1 --", 'A_B', 'a\\'])
        expect(await count(prefix)).toBe(0);
      const deleted = await own.secretApi('/storage/files?prefix=%25', { method: 'DELETE' });
      expect(deleted.body).toEqual({ count: 0 });
    });
  });

  describe('201', () => {
    test.each(TAKEN)(
      '%j is only data: the file is named %j, and its bytes are stored under an id',
      async (name, called) => {
        const reply = await postFile(project.secretApi, { name, bytes: 'x', visibility: 'public' });
        expect([reply.status, reply.body.data?.name, reply.body.data?.path]).toEqual([201, called, called]);
        await expect.poll(async () => (await blobPaths()).filter((path) => !BLOB.test(path))).toEqual([]);
        const read = await project.secretApi<{ data: UploadedFile }>(`/storage/files/${reply.body.data.id}`);
        expect(read.body.data.name).toBe(called);
        const answer = await fetch(reply.body.data.url);
        expect([answer.status, await answer.text()]).toEqual([200, 'x']);
        const disposition = answer.headers.get('content-disposition') ?? '';
        expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]*"(; filename\*=UTF-8''[\x21-\x7e]+)?$/);
        // The answer has only the usual headers.
        expect(answer.headers.has('set-cookie')).toBe(false);
        const listed = await project.secretApi<{ count: number }>(
          `/storage/files?prefix=${encodeURIComponent(called)}&limit=1`,
        );
        expect(listed.body.count).toBeGreaterThan(0);
      },
    );
  });

  describe('400', () => {
    test.each(Object.entries(REFUSED))(
      '%s is 400 for a new file and for a change',
      async (_what, { name, path, bytes }) => {
        const before = await project.secretApi<{ count: number }>('/storage/files?limit=0');
        const fields = { ...(name !== undefined && { name }), ...(path !== undefined && { path }) };
        const reply = await postFile(project.secretApi, { bytes, ...fields });
        expect([reply.status, (reply.body as unknown as { code: string }).code]).toEqual([400, 'validation_failed']);
        expect((await project.secretApi<{ count: number }>('/storage/files?limit=0')).body.count).toBe(
          before.body.count,
        );

        const { id } = (await postFile(project.secretApi, { name: 'kept.txt', bytes: 'x' })).body.data;
        const changed = await project.secretApi(`/storage/files/${id}`, { method: 'PATCH', json: fields });
        expect(changed.status).toBe(400);
        const read = await project.secretApi<{ data: UploadedFile }>(`/storage/files/${id}`);
        expect([read.body.data.name, read.body.data.path]).toEqual(['kept.txt', 'kept.txt']);
      },
    );

    test('a form with an unescaped CRLF in a file name is malformed', async () => {
      const form = multipart([{ name: 'file', filename: 'MARK', content: 'x' }]);
      const body = Buffer.from(form.body).toString('latin1').replace('MARK', 'a\r\nContent-Type: text/html\r\n\r\nb');
      const reply = await project.secretApi('/storage/upload', { body, headers: form.headers });
      expect(reply.status).toBe(400);
    });
  });
});
