import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import bcrypt from 'bcryptjs';
import { PASSWORD, type Row } from './import-app.ts';

const field = (name: string, type: string, more: Row = {}): Row => ({ id: `f_${name}`, name, type, ...more });
const PEOPLE = 'users_collect01';
export const POSTS = 'posts_collect01';
const TAGS = 'tags__collect01';
const AUTODATES = [field('created', 'autodate', { onCreate: true }), field('updated', 'autodate', { onUpdate: true })];

/** A data folder in the format of PocketBase 0.23 and later. */
export async function writeData(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const database = new DatabaseSync(join(folder, 'data.db'));
  database.exec(`PRAGMA journal_mode = WAL;
      CREATE TABLE _collections (id TEXT PRIMARY KEY, system BOOLEAN, type TEXT, name TEXT UNIQUE, fields JSON, indexes JSON,
        listRule TEXT, viewRule TEXT, createRule TEXT, updateRule TEXT, deleteRule TEXT, options JSON, created TEXT, updated TEXT);
      CREATE TABLE _superusers (id TEXT PRIMARY KEY, email TEXT, password TEXT);
      CREATE TABLE _externalAuths (id TEXT PRIMARY KEY, provider TEXT);
      CREATE TABLE users (id TEXT PRIMARY KEY, email TEXT, emailVisibility BOOLEAN, verified BOOLEAN, password TEXT, tokenKey TEXT,
        name TEXT, avatar TEXT, plan TEXT, created TEXT, updated TEXT);
      CREATE TABLE posts (id TEXT PRIMARY KEY, title TEXT, views NUMERIC, isPublished BOOLEAN, publishedAt TEXT, status TEXT, labels JSON,
        author TEXT, parent TEXT, tags JSON, cover TEXT, gallery JSON, extra JSON, created TEXT, updated TEXT);
      CREATE TABLE tags (id TEXT PRIMARY KEY, name TEXT);
      INSERT INTO _externalAuths VALUES ('x', 'google');`);
  const collection = database.prepare('INSERT INTO _collections VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)');
  const add = (
    id: string,
    type: string,
    name: string,
    fields: Row[],
    rest: { indexes?: string[]; rules?: (string | null)[] } = {},
  ) => {
    const rules = rest.rules ?? [null, null, null, null, null];
    const all = [field('id', 'text', { primaryKey: true, system: true }), ...fields];
    collection.run(
      id,
      name.startsWith('_') ? 1 : 0,
      type,
      name,
      JSON.stringify(all),
      JSON.stringify(rest.indexes ?? []),
      ...rules,
      '{}',
      '',
      '',
    );
  };
  add('superusers00001', 'auth', '_superusers', []);
  add(PEOPLE, 'auth', 'users', [
    field('email', 'email', { system: true }),
    field('verified', 'bool', { system: true }),
    field('password', 'password', { system: true }),
    field('name', 'text'),
    field('avatar', 'file', { maxSelect: 1 }),
    field('plan', 'select', { maxSelect: 1, values: ['free', 'pro'] }),
    ...AUTODATES,
  ]);
  add(
    POSTS,
    'base',
    'posts',
    [
      field('title', 'text', { required: true }),
      field('views', 'number', { onlyInt: true }),
      field('isPublished', 'bool', { required: true }),
      field('publishedAt', 'date'),
      field('status', 'select', { maxSelect: 1, values: ['draft', 'live'] }),
      field('labels', 'select', { maxSelect: 3, values: ['a', 'b', 'c'] }),
      field('author', 'relation', { collectionId: PEOPLE, maxSelect: 1, required: true }),
      field('parent', 'relation', { collectionId: POSTS, maxSelect: 1, cascadeDelete: true }),
      field('tags', 'relation', { collectionId: TAGS, maxSelect: 9 }),
      field('cover', 'file', { maxSelect: 1 }),
      field('gallery', 'file', { maxSelect: 5 }),
      field('extra', 'json'),
      ...AUTODATES,
    ],
    {
      indexes: [
        'CREATE UNIQUE INDEX `idx_a` ON `posts` (`title`)',
        'CREATE UNIQUE INDEX `idx_b` ON `posts` (`author`, `status`)',
        'CREATE INDEX `idx_c` ON `posts` (lower(`title`))',
      ],
      rules: ['', '', '@request.auth.id != ""', 'author = @request.auth.id', '@request.auth.plan = "pro"'],
    },
  );
  add(TAGS, 'base', 'tags', [field('name', 'text')]);
  add('view_collect001', 'view', 'stats', []);
  const hash = bcrypt.hashSync(PASSWORD, 4);
  const user = database.prepare('INSERT INTO users VALUES (?,?,?,?,?,?,?,?,?,?,?)');
  user.run(
    'annaaaaaaaaaaaa',
    'ann@example.com',
    0,
    1,
    hash,
    'k',
    'Ann',
    'a.png',
    'pro',
    '2025-01-02 03:04:05.678Z',
    '2025-01-02 03:04:05.678Z',
  );
  user.run('nobodyaaaaaaaaa', '', 0, 0, hash, 'l', 'Nobody', '', '', '2025-01-02 03:04:05.678Z', '');
  database.prepare('INSERT INTO tags VALUES (?,?)').run('tag000000000001', 'red');
  const post = database.prepare('INSERT INTO posts VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)');
  const times = ['2025-02-03 04:05:06.789Z', '2025-02-03 04:05:06.789Z'];
  // The first post refers to the second.
  post.run(
    'post00000000001',
    'First',
    3,
    1,
    '2025-03-04 05:06:07.000Z',
    'live',
    '["a","b"]',
    'annaaaaaaaaaaaa',
    'post00000000002',
    '["tag000000000001"]',
    'cover_x1.txt',
    '["one.txt","gone.txt"]',
    '{"k":[1]}',
    ...times,
  );
  post.run('post00000000002', 'Second', 0, 0, '', '', '[]', 'annaaaaaaaaaaaa', '', '[]', '', '[]', 'null', ...times);
  // Leaves the data in the write-ahead log, as a running PocketBase does.
  const kept = await Promise.all(['', '-wal'].map((end) => readFile(join(folder, `data.db${end}`))));
  database.close();
  await Promise.all(kept.map((bytes, at) => writeFile(join(folder, `data.db${at === 0 ? '' : '-wal'}`), bytes)));
  const storage = join(folder, 'storage', POSTS, 'post00000000001');
  await mkdir(storage, { recursive: true });
  await writeFile(join(storage, 'cover_x1.txt'), 'the cover');
  await writeFile(join(storage, 'one.txt'), 'one');
}

/** The format of releases before 0.23: fields have an `options` object, and the columns for times and accounts are not listed. */
export async function writeOldData(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const database = new DatabaseSync(join(folder, 'data.db'));
  const hash = bcrypt.hashSync(PASSWORD, 4);
  const time = '2022-02-03 04:05:06.789Z';
  database.exec(`
    CREATE TABLE _collections (id TEXT PRIMARY KEY, system BOOLEAN, type TEXT, name TEXT UNIQUE, schema JSON, indexes JSON,
      listRule TEXT, viewRule TEXT, createRule TEXT, updateRule TEXT, deleteRule TEXT, options JSON, created TEXT, updated TEXT);
    CREATE TABLE _admins (id TEXT PRIMARY KEY, email TEXT);
    CREATE TABLE users (id TEXT PRIMARY KEY, username TEXT, email TEXT, verified BOOLEAN, passwordHash TEXT, tokenKey TEXT,
      name TEXT, created TEXT, updated TEXT);
    CREATE TABLE tags (id TEXT PRIMARY KEY, name TEXT, created TEXT, updated TEXT);
    CREATE TABLE notes (id TEXT PRIMARY KEY, title TEXT, kind TEXT, owner TEXT, tags JSON, created TEXT, updated TEXT);
    INSERT INTO users VALUES ('annaaaaaaaaaaaa', 'ann', 'ann@example.com', 1, '${hash}', 'k', 'Ann', '${time}', '${time}');
    INSERT INTO tags VALUES ('tag000000000001', 'red', '${time}', '${time}');
    INSERT INTO notes VALUES ('note00000000001', 'Old', 'a', 'annaaaaaaaaaaaa', '["tag000000000001"]', '${time}', '${time}');`);
  const insert = database.prepare('INSERT INTO _collections VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)');
  const add = (id: string, type: string, name: string, schema: Row[]): void => {
    insert.run(id, 0, type, name, JSON.stringify(schema), '[]', null, null, null, null, null, '{}', time, time);
  };
  add(PEOPLE, 'auth', 'users', [field('name', 'text', { options: {} })]);
  add(TAGS, 'base', 'tags', [field('name', 'text', { options: {} })]);
  add(POSTS, 'base', 'notes', [
    field('title', 'text', { required: true, options: { min: null } }),
    field('kind', 'select', { options: { maxSelect: 1, values: ['a', 'b'] } }),
    field('owner', 'relation', { options: { collectionId: PEOPLE, maxSelect: 1, cascadeDelete: true } }),
    field('tags', 'relation', { options: { collectionId: TAGS, maxSelect: null } }),
  ]);
  database.close();
}
