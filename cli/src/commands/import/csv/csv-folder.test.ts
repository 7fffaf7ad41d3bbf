import bcrypt from 'bcryptjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ImportApp, PASSWORD, startImports } from '../../../../test/import-app.ts';

let imports: Awaited<ReturnType<typeof startImports>>;

beforeAll(async () => {
  imports = await startImports();
});
afterAll(() => imports?.close());

const openApp = (): Promise<ImportApp> => imports.openApp();

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
