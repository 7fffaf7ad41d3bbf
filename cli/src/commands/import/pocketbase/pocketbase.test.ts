import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ImportApp, type ImportResult, type Row, startImports } from '../../../../test/import-app.ts';
import { POSTS, writeData, writeOldData } from '../../../../test/pocketbase-data.ts';

let imports: Awaited<ReturnType<typeof startImports>>;

beforeAll(async () => {
  imports = await startImports();
});
afterAll(() => imports?.close());

const openApp = (): Promise<ImportApp> => imports.openApp();

function expectImported({ exit, data }: ImportResult): void {
  // A record names this file, but it does not exist.
  expect([exit, data.files]).toEqual([1, { imported: 2, failed: 1 }]);
  expect(data).toMatchObject({
    tables: ['posts', 'tags'],
    users: { imported: 1, failed: 0 },
    rows: { imported: 3, failed: 0 },
  });
  const left = data.left_out.map(({ kind, name }) => `${kind} ${name}`);
  expect(left.sort()).toEqual([
    'accounts _superusers',
    'field users.avatar',
    'file posts/post00000000001/gone.txt',
    'index posts',
    'rule posts delete',
    'sign-in 1 linked providers',
    'user 1 of users',
    'view stats',
  ]);
}

async function expectProject(app: ImportApp): Promise<void> {
  const ann = await app.signIn('ann@example.com');
  expect(ann.status).toBe(200);
  const rows = await app.rows('posts');
  const first = rows.find((row) => row['pocketbase_id'] === 'post00000000001');
  const second = rows.find((row) => row['pocketbase_id'] === 'post00000000002');
  expect(first).toMatchObject({
    title: 'First',
    views: 3,
    is_published: true,
    published_at: '2025-03-04T05:06:07.000Z',
    status: 'live',
    labels: ['a', 'b'],
    author: ann.id,
    owner_id: ann.id,
    parent: second?.['id'],
    extra: { k: [1] },
    created_at: '2025-02-03T04:05:06.789Z',
  });
  expect(second).toMatchObject({
    is_published: false,
    published_at: null,
    status: null,
    parent: null,
    cover: null,
    gallery: [],
  });
  const [tag] = await app.rows('tags');
  expect(first?.['tags']).toEqual([tag?.['id']]);
  const cover = await app.project.secretApi(`/storage/files/${first?.['cover']}/download`);
  expect(cover.text).toBe('the cover');
  const [one] = (first?.['gallery'] ?? []) as string[];
  expect((await app.project.secretApi(`/storage/files/${one}`)).body).toMatchObject({
    data: { path: 'posts/post00000000001/one.txt' },
  });
  const table = await app.project.cloudApi<{ data: { rules: Row; indexes: Row[] } }>('/tables/posts');
  expect(table.body.data).toMatchObject({
    rules: { read: 'public', create: 'authenticated', update: 'owner', delete: 'private' },
    indexes: [{ columns: ['author', 'status'], unique: true }],
  });
}

test('a data folder brings tables, rules, rows with references, users with their passwords, and files', async () => {
  await using app = await openApp();
  await writeData(join(app.path, 'pb_data'));
  const before = await readFile(join(app.path, 'pb_data/data.db'));
  const dry = await app.import('pocketbase', 'pb_data', '--dry-run');
  expect(dry).toMatchObject({
    exit: 0,
    data: { users: { imported: 1 }, rows: { imported: 3 }, files: { imported: 3 } },
  });
  expect((await app.project.cloudApi('/tables')).body).toMatchObject({ count: 0 });
  expectImported(await app.import('pocketbase', 'pb_data'));
  await expectProject(app);
  expect(await readFile(join(app.path, 'pb_data/data.db'))).toEqual(before);
  const again = await app.run(['import', 'pocketbase', 'pb_data', '--json']);
  expect([again.exit, again.json()]).toMatchObject([1, { code: 'duplicate' }]);
  expect(await app.rows('posts')).toHaveLength(2);
});

test('a backup brings the same as the data folder', async () => {
  await using app = await openApp();
  const data = join(app.path, 'pb_data');
  await writeData(data);
  const names = [
    'data.db',
    'data.db-wal',
    `storage/${POSTS}/post00000000001/cover_x1.txt`,
    `storage/${POSTS}/post00000000001/one.txt`,
  ];
  const files = await Promise.all(names.map(async (name) => [name, await readFile(join(data, name))] as const));
  const outside = ['../outside.txt', 'storage/../../outside.txt', `storage/${POSTS}/post00000000001/..`].map(
    (name) => [name, Buffer.from('x')] as const,
  );
  await app.write('backup.zip', zipSync(Object.fromEntries([...files, ...outside])));
  expectImported(await app.import('pocketbase', 'backup.zip'));
  await expectProject(app);
});

test('data that is not from PocketBase is refused, and nothing changes', async () => {
  await using app = await openApp();
  await app.write('empty/readme.txt', 'nothing');
  await app.write('noise.zip', randomBytes(5000));
  await app.write('noise/data.db', randomBytes(5000));
  const whole = zipSync({ 'data.db': randomBytes(90_000) });
  await app.write('cut.zip', whole.subarray(0, 50_000));
  for (const [path, exit] of [
    ['empty', 2],
    ['noise.zip', 1],
    ['noise', 1],
    ['cut.zip', 1],
    ['missing', 2],
  ] as const) {
    const ran = await app.run(['import', 'pocketbase', path, '--json']);
    expect([path, ran.exit, ran.stderr]).toEqual([path, exit, '']);
  }
  expect((await app.project.cloudApi('/tables')).body).toMatchObject({ count: 0 });
});

test('a data folder from a release before 0.23 is imported in the same way', async () => {
  await using app = await openApp();
  await writeOldData(join(app.path, 'pb_data'));
  const { exit, data } = await app.import('pocketbase', 'pb_data');
  expect([exit, data.left_out.filter(({ kind }) => kind === 'row')]).toEqual([0, []]);
  const ann = await app.signIn('ann@example.com');
  expect(ann.status).toBe(200);
  const [red] = await app.rows('tags');
  expect(await app.rows('notes')).toMatchObject([
    {
      pocketbase_id: 'note00000000001',
      title: 'Old',
      kind: 'a',
      owner: ann.id,
      owner_id: ann.id,
      tags: [red?.['id']],
      created_at: '2022-02-03T04:05:06.789Z',
    },
  ]);
});
