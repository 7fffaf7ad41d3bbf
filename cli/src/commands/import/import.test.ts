import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import bcrypt from 'bcryptjs';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestProject, type TestServer } from '../../../../server/test/index.ts';
import { createFolder, type Folder } from '../../../test/run-command.ts';

const PASSWORD = 'correct horse battery';
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

interface Report {
  readonly tables: string[];
  readonly users: { imported: number; failed: number };
  readonly rows: { imported: number; failed: number };
  readonly files: { imported: number; failed: number };
  readonly left_out: { kind: string; name: string; reason: string }[];
}

type Row = Record<string, unknown>;

interface App extends Folder {
  readonly project: TestProject;
  import(product: string, path: string, ...more: string[]): Promise<{ exit: number; data: Report }>;
  rows(table: string): Promise<Row[]>;
  signIn(email: string): Promise<{ status: number; id?: string }>;
}

async function openApp(): Promise<App> {
  const project = await server.createProject();
  const folder = await createFolder({
    SERVICE_URL: server.url,
    SERVICE_TOKEN: server.adminToken,
    SERVICE_PROJECT_ID: project.id,
  });
  return {
    ...folder,
    project,
    async import(product, path, ...more) {
      const ran = await folder.run(['import', product, path, '--json', ...more]);
      expect(ran.stderr).toBe('');
      return { exit: ran.exit, data: ran.json<{ data: Report }>().data };
    },
    rows: async (table) => (await project.secretApi<{ data: Row[] }>(`/data/${table}`)).body.data,
    async signIn(email) {
      const json = { email, password: PASSWORD };
      const { status, body } = await project.api<{ data?: { user: { id: string } } }>('/auth/login', { json });
      return { status, ...(body.data && { id: body.data.user.id }) };
    },
  };
}

describe('PocketBase', () => {
  const field = (name: string, type: string, more: Row = {}): Row => ({ id: `f_${name}`, name, type, ...more });
  const PEOPLE = 'users_collect01';
  const POSTS = 'posts_collect01';
  const TAGS = 'tags__collect01';
  const AUTODATES = [
    field('created', 'autodate', { onCreate: true }),
    field('updated', 'autodate', { onUpdate: true }),
  ];

  /** A data folder as PocketBase 0.23 and later write it. */
  async function writeData(folder: string): Promise<void> {
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
    // The first one points at the second.
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
    // Left in the write-ahead log, as a running PocketBase does.
    const kept = await Promise.all(['', '-wal'].map((end) => readFile(join(folder, `data.db${end}`))));
    database.close();
    await Promise.all(kept.map((bytes, at) => writeFile(join(folder, `data.db${at === 0 ? '' : '-wal'}`), bytes)));
    const storage = join(folder, 'storage', POSTS, 'post00000000001');
    await mkdir(storage, { recursive: true });
    await writeFile(join(storage, 'cover_x1.txt'), 'the cover');
    await writeFile(join(storage, 'one.txt'), 'one');
  }

  function expectImported({ exit, data }: { exit: number; data: Report }): void {
    // A file that is named and not there.
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

  async function expectProject(app: App): Promise<void> {
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

  test('a data folder: tables, rules, rows that point at each other, users with their passwords, files', async () => {
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

  test('a backup of it: the same', async () => {
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

  test('what is no data of PocketBase is told, and changes nothing', async () => {
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
      ['missing', 1],
    ] as const) {
      const ran = await app.run(['import', 'pocketbase', path, '--json']);
      expect([path, ran.exit, ran.stderr]).toEqual([path, exit, '']);
    }
    expect((await app.project.cloudApi('/tables')).body).toMatchObject({ count: 0 });
  });
});

describe('Supabase', () => {
  const ANN = '11111111-1111-4111-8111-111111111111';
  const DUMP = `--
-- PostgreSQL database dump
--
\\restrict abc
SET statement_timeout = 0;
CREATE TYPE public.mood AS ENUM ('good', 'it''s bad');
CREATE FUNCTION public.touch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.x := ';'; RETURN NEW; END; $$;
CREATE TABLE auth.users (
    id uuid NOT NULL,
    email character varying(255),
    encrypted_password character varying(255),
    email_confirmed_at timestamp with time zone,
    raw_app_meta_data jsonb,
    raw_user_meta_data jsonb,
    created_at timestamp with time zone,
    banned_until timestamp with time zone,
    deleted_at timestamp with time zone
);
CREATE TABLE auth.identities (id uuid NOT NULL, provider text);
CREATE TABLE public.profiles (
    id uuid NOT NULL,
    display_name text DEFAULT 'nobody; really'::text,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public."Orders" (
    id bigint NOT NULL,
    profile_id uuid NOT NULL,
    "totalPrice" numeric(10,2) NOT NULL,
    mood public.mood DEFAULT 'good'::public.mood NOT NULL,
    tags text[] DEFAULT '{}'::text[],
    sizes integer[],
    data jsonb,
    paid boolean DEFAULT false NOT NULL,
    replaces bigint,
    day date,
    search tsvector GENERATED ALWAYS AS (to_tsvector('simple'::regconfig, 'x'::text)) STORED,
    CONSTRAINT positive CHECK (("totalPrice" > (0)::numeric))
);
CREATE TABLE public.members (team text NOT NULL, user_id uuid NOT NULL);
COPY auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, banned_until, deleted_at) FROM stdin;
${ANN}	ann@example.com	HASH	2025-01-02 03:04:05.678+00	{"provider": "email", "role": "editor"}	{"full_name": "Ann", "color": "red"}	2025-01-02 03:04:05.678+00	\\N	\\N
22222222-2222-4222-8222-222222222222	\\N	\\N	\\N	{}	{}	2025-01-02 03:04:05+00	\\N	\\N
\\.
COPY auth.identities (id, provider) FROM stdin;
33333333-3333-4333-8333-333333333333	google
\\.
COPY public."Orders" (id, profile_id, "totalPrice", mood, tags, sizes, data, paid, replaces, day) FROM stdin;
7	${ANN}	12.50	good	{a,"b \\\\"c\\\\"",NULL}	{{1,2},{3,NULL}}	{"note": "tab\\\\t; here"}	t	8	2025-01-31
8	${ANN}	1.00	it's bad	{}	\\N	\\N	f	\\N	\\N
\\.
INSERT INTO public.profiles VALUES ('${ANN}', 'Ann; ''the'' first', '2025-05-06 07:08:09.123+00');
INSERT INTO public.members (team, user_id) VALUES ('one', '${ANN}'), (E'two\\n;', '${ANN}');
ALTER TABLE ONLY public.profiles ADD CONSTRAINT profiles_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public."Orders" ADD CONSTRAINT orders_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.members ADD CONSTRAINT members_pkey PRIMARY KEY (team, user_id);
CREATE UNIQUE INDEX one_a_day ON public."Orders" USING btree (profile_id, day);
CREATE UNIQUE INDEX one_paid ON public."Orders" USING btree (profile_id) WHERE paid;
CREATE VIEW public.totals AS SELECT 1;
ALTER TABLE ONLY public.profiles ADD CONSTRAINT p_fk FOREIGN KEY (id) REFERENCES auth.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public."Orders" ADD CONSTRAINT o_fk FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE;
ALTER TABLE ONLY public."Orders" ADD CONSTRAINT r_fk FOREIGN KEY (replaces) REFERENCES public."Orders"(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.members ADD CONSTRAINT m_fk FOREIGN KEY (user_id) REFERENCES auth.users(id);
CREATE TRIGGER touch_orders BEFORE UPDATE ON public."Orders" FOR EACH ROW EXECUTE FUNCTION public.touch();
CREATE POLICY "Own rows; only" ON public."Orders" USING ((auth.uid() = profile_id));
`;

  test('an SQL dump: tables with their keys, rows of COPY and INSERT, users with their passwords', async () => {
    await using app = await openApp();
    await app.write('dump.sql', DUMP.replace('HASH', bcrypt.hashSync(PASSWORD, 4)));
    const { exit, data } = await app.import('supabase', 'dump.sql');
    expect([exit, data.left_out.filter(({ kind }) => kind === 'row')]).toEqual([0, []]);
    expect(data).toMatchObject({
      tables: ['profiles', 'orders', 'members'],
      users: { imported: 1, failed: 0 },
      rows: { imported: 5, failed: 0 },
    });
    const left = data.left_out.map(({ kind, name }) => `${kind} ${name}`);
    expect(left.sort()).toEqual([
      'check Orders positive',
      'column Orders.search',
      'default Orders.mood',
      'default Orders.paid',
      'default Orders.tags',
      'default profiles.display_name',
      'function touch',
      'index one_paid',
      'policy Orders: Own rows; only',
      'sign-in 1 identities',
      'trigger touch_orders',
      'user 1 accounts',
      'view totals',
    ]);
    expect(await app.signIn('ann@example.com')).toEqual({ status: 200, id: ANN });
    const user = await app.project.cloudApi(`/users/${ANN}`);
    expect(user.body).toMatchObject({
      data: {
        name: 'Ann',
        role: 'editor',
        metadata: { color: 'red' },
        email_verified: true,
        created_at: '2025-01-02T03:04:05.678Z',
      },
    });
    const [profile] = await app.rows('profiles');
    expect(profile).toMatchObject({
      id: ANN,
      owner_id: ANN,
      display_name: "Ann; 'the' first",
      created_at: '2025-05-06T07:08:09.123Z',
    });
    const orders = await app.rows('orders');
    const eighth = orders.find((row) => row['original_id'] === 8);
    expect(orders.find((row) => row['original_id'] === 7)).toMatchObject({
      profile_id: ANN,
      total_price: 12.5,
      mood: 'good',
      tags: ['a', 'b "c"', null],
      sizes: [
        [1, 2],
        [3, null],
      ],
      data: { note: 'tab\t; here' },
      paid: true,
      replaces: eighth?.['id'],
      day: '2025-01-31',
    });
    expect(eighth).toMatchObject({ mood: "it's bad", tags: [], data: null, paid: false, replaces: null });
    expect(await app.rows('members')).toMatchObject([{ team: 'one', user_id: ANN, owner_id: ANN }, { team: 'two\n;' }]);
    const table = await app.project.cloudApi<{ data: { indexes: Row[]; rules: Row } }>('/tables/orders');
    expect(table.body.data.indexes).toEqual([{ columns: ['profile_id', 'day'], unique: true }]);
    expect(Object.values(table.body.data.rules)).toEqual(['private', 'private', 'private', 'private']);
    const columns = (await app.project.cloudApi<{ data: { columns: Row[] } }>('/tables/orders')).body.data.columns;
    expect(columns.find(({ name }) => name === 'profile_id')).toMatchObject({
      type: 'reference',
      table: 'profiles',
      on_delete: 'cascade',
      required: true,
    });
    expect(columns.find(({ name }) => name === 'mood')).toMatchObject({ type: 'text', enum: ['good', "it's bad"] });
  });

  test('the custom format without pg_restore, and what is no dump, are told', async () => {
    await using app = await openApp();
    await app.write('dump.custom', 'PGDMP\u0001\u000e');
    await app.write('dump.txt', 'nothing of the kind');
    const env = { PATH: dirname(app.path) };
    const path = process.env['PATH'];
    process.env['PATH'] = env.PATH;
    try {
      const custom = await app.run(['import', 'supabase', 'dump.custom', '--json']);
      expect([custom.exit, custom.stdout]).toEqual([2, expect.stringContaining('pg_restore')]);
    } finally {
      process.env['PATH'] = path;
    }
    expect(await app.run(['import', 'supabase', 'dump.txt'])).toMatchObject({ exit: 2 });
    expect(await app.run(['import', 'supabase', 'gone.sql'])).toMatchObject({ exit: 1 });
  });
});

describe('a folder of CSV files', () => {
  test('each file is a table with the types of its values; users.csv are users, files/ files', async () => {
    await using app = await openApp();
    await app.write(
      'export/Order Items.csv',
      '\ufeffid,Name,price,paid,When,day,extra,zip,created_at\r\n1,"Smith, ""J""",1.5,true,2025-01-02T03:04:05Z,2025-01-31,"{""a"":1}",01234,2025-01-01 10:00:00+00\r\n2,"two\nlines",2,false,,,,00001,\r\n',
    );
    await app.write('export/notes.csv', 'id,text\n11111111-1111-4111-8111-111111111111,hello\n');
    await app.write(
      'export/users.csv',
      `id,email,name,password_hash,email_verified,color\n5,ann@example.com,Ann,${bcrypt.hashSync(PASSWORD, 4)},true,red\n6,not an address,X,,,\n`,
    );
    await app.write('export/files/a/b.txt', 'bytes');
    const { exit, data } = await app.import('csv-folder', 'export');
    expect([exit, data]).toMatchObject([
      1,
      {
        tables: ['order_items', 'notes'],
        users: { imported: 1, failed: 1 },
        rows: { imported: 3, failed: 0 },
        files: { imported: 1, failed: 0 },
      },
    ]);
    expect(data.left_out).toMatchObject([{ kind: 'user', name: 'not an address' }]);
    const rows = await app.rows('order_items');
    expect(rows[0]).toMatchObject({
      original_id: '1',
      name: 'Smith, "J"',
      price: 1.5,
      paid: true,
      when: '2025-01-02T03:04:05.000Z',
      day: '2025-01-31',
      extra: { a: 1 },
      zip: '01234',
      created_at: '2025-01-01T10:00:00.000Z',
    });
    expect(rows[1]).toMatchObject({ name: 'two\nlines', paid: false, when: null, extra: null });
    expect(await app.rows('notes')).toMatchObject([{ id: '11111111-1111-4111-8111-111111111111', text: 'hello' }]);
    expect((await app.signIn('ann@example.com')).status).toBe(200);
    expect((await app.project.secretApi('/storage/files')).body).toMatchObject({ data: [{ path: 'a/b.txt' }] });
  });

  test('a broken file is told with its place, and nothing is made', async () => {
    await using app = await openApp();
    await app.write('broken/a.csv', 'a,b\n1,2,3\n');
    await app.write('twice/a.csv', 'a,a\n1,2\n');
    await app.write('nothing/readme.txt', 'x');
    for (const [path, exit] of [
      ['broken', 1],
      ['twice', 1],
      ['nothing', 2],
    ] as const) {
      expect([path, (await app.run(['import', 'csv-folder', path, '--json'])).exit]).toEqual([path, exit]);
    }
    expect((await app.project.cloudApi('/tables')).body).toMatchObject({ count: 0 });
  });
});
