import bcrypt from 'bcryptjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCuttingProxy } from '../../../../test/cutting-proxy.ts';
import { type ImportApp, PASSWORD, startImports } from '../../../../test/import-app.ts';

let imports: Awaited<ReturnType<typeof startImports>>;

beforeAll(async () => {
  imports = await startImports();
});
afterAll(() => imports?.close());

const openApp = (): Promise<ImportApp> => imports.openApp();

test('each CSV file becomes a typed table; users.csv becomes users, and files/ becomes files', async () => {
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
  expect(rows.find((row) => row['original_id'] === '1')).toMatchObject({
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
  expect(rows.find((row) => row['original_id'] === '2')).toMatchObject({
    name: 'two\nlines',
    paid: false,
    when: null,
    extra: null,
  });
  expect(await app.rows('notes')).toMatchObject([{ id: '11111111-1111-4111-8111-111111111111', text: 'hello' }]);
  expect((await app.signIn('ann@example.com')).status).toBe(200);
  expect((await app.project.secretApi('/storage/files')).body).toMatchObject({ data: [{ path: 'a/b.txt' }] });
});

test('a broken file is reported with its position, and nothing is created', async () => {
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

test('a dry run reports exactly what the real run does', async () => {
  await using app = await openApp();
  const id = '11111111-1111-4111-8111-11111111111';
  const rows = Array.from({ length: 100 }, (_, n) => `${id}${n % 5},row ${n}`).join('\n');
  await app.write('export/things.csv', `id,name\n${rows}\n`);
  await app.write('export/large.csv', 'name,number\na,9007199254740993\nb,1\n');
  await app.write(
    'export/users.csv',
    'id,email\n1,ann@example.com\n2,not an address\n3,ANN@example.com\n1,ben@example.com\n',
  );
  const promised = await app.import('csv-folder', 'export', '--dry-run');
  const done = await app.import('csv-folder', 'export');
  for (const kind of ['users', 'rows', 'files'] as const) expect(done.data[kind]).toEqual(promised.data[kind]);
  expect(done.data.rows).toEqual({ imported: 7, failed: 95 });
  expect(done.data.users).toEqual({ imported: 1, failed: 3 });
  const users = promised.data.left_out.filter(({ kind }) => kind === 'user');
  expect(users.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('no address'),
    expect.stringContaining('email is the same'),
    expect.stringContaining('id is the same'),
  ]);
  expect(promised.data.left_out).toContainEqual(expect.objectContaining({ kind: 'column', name: 'large.number' }));
  expect((await app.rows('large')).map((row) => row['number']).sort()).toEqual(['1', '9007199254740993']);
});

test('a file that is not UTF-8 is refused with its line and the option that reads it, unless that is chosen', async () => {
  await using app = await openApp();
  await app.write('export/names.csv', Buffer.from('name\nplain\nJosé\n', 'latin1'));
  const refused = await app.run(['import', 'csv-folder', 'export', '--json']);
  expect(refused.json()).toMatchObject({ exit: 1, code: 'not_utf8', error: expect.stringContaining('names.csv:3:') });
  expect((await app.import('csv-folder', 'export', '--encoding', 'latin1')).exit).toBe(0);
  expect((await app.rows('names')).map((row) => row['name']).sort()).toEqual(['José', 'plain']);
  const more = ['rows', 'import', 'names', 'export/names.csv'];
  const unread = await app.run(more);
  expect(unread).toMatchObject({ exit: 1, stderr: expect.stringMatching(/^line 3: .*--encoding latin1/) });
  expect((await app.run([...more, '--encoding', 'latin1', '--json'])).json().data).toMatchObject({ inserted: 2 });
  await app.write('export/names.csv', Buffer.from('name\nJosé\n', 'latin1'));
  const refusedWhole = await app.run(more);
  expect(refusedWhole).toMatchObject({ exit: 1, stderr: expect.stringMatching(/^error: .*--encoding latin1.*line 2/) });
});

test('a column may be kept as text, and an unknown one is reported with the columns that there are', async () => {
  await using app = await openApp();
  await app.write('export/parts.csv', 'id,name,number\n9007199254740993,a,7\n');
  const refused = async (column: string) => {
    const ran = await app.run(['import', 'csv-folder', 'export', '--as-text', column, '--json']);
    expect(ran.exit).toBe(2);
    return ran.json<{ error: string }>().error;
  };
  expect(await refused('parts.count')).toContain('no column "parts.count"; "parts" has original_id, name, number.');
  for (const name of ['number', 'parts', 'parts.number.x', 'other.number']) {
    expect(await refused(name)).toContain(`"${name}" names no column; write table.column. The tables are parts.`);
  }
  const { data } = await app.import('csv-folder', 'export', '--as-text', 'parts.number,parts.id');
  expect(data.left_out).toEqual([]);
  expect(await app.rows('parts')).toMatchObject([{ original_id: '9007199254740993', name: 'a', number: '7' }]);
});

test('an interrupted import says how many rows it stored and how to continue', async () => {
  await using proxy = await startCuttingProxy(imports.url, {
    path: /second\/import/,
    afterBytes: 10,
    times: 1,
    isUpload: true,
  });
  await using app = await openApp();
  await app.write('export/first.csv', 'name\na\nb\n');
  await app.write('export/second.csv', `name\n${'c\n'.repeat(100)}`);
  const args = ['import', 'csv-folder', 'export', '--json'];
  const broken = (await app.run(args, { env: { SERVICE_URL: proxy.url } })).json<{ exit: number; error: string }>();
  expect(broken).toMatchObject({ exit: 7, error: expect.stringContaining('The import is not complete.') });
  expect(broken.error).toMatch(/first 2, second \d+\..*To go on, delete these tables/);
});

test('an interrupted import of rows says how many rows came in and how to continue', async () => {
  await using proxy = await startCuttingProxy(imports.url, {
    path: /names\/import/,
    afterBytes: 10,
    times: 1,
    isUpload: true,
  });
  await using app = await openApp();
  await app.write('export/names.csv', 'name\na\nb\n');
  expect((await app.import('csv-folder', 'export')).exit).toBe(0);
  await app.write('more.csv', `name\n${'c\n'.repeat(100)}`);
  const args = ['rows', 'import', 'names', 'more.csv', '--json'];
  const broken = (await app.run(args, { env: { SERVICE_URL: proxy.url } })).json<{ exit: number; error: string }>();
  expect(broken).toMatchObject({ exit: 7, error: expect.stringContaining('The import is not complete.') });
  expect(broken.error).toMatch(/'names' has \d+ rows more than before\. To go on, .*--mode upsert if/);
});
