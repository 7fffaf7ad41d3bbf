import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENGINES, startTestServer, type TestProject, type TestServer } from '../../../../test/index.ts';

interface Report {
  readonly data: {
    readonly rows: number;
    readonly inserted: number;
    readonly updated: number;
    readonly failed: number;
    readonly errors: readonly { readonly line: number; readonly code: string; readonly field?: string }[];
    readonly dry_run: boolean;
  };
  readonly count: number;
  readonly code?: string;
}

const CSV = { 'content-type': 'text/csv' };
const JSON_TYPE = { 'content-type': 'application/json' };
const LINES_TYPE = { 'content-type': 'application/x-ndjson' };
const TYPES: Record<string, Record<string, string>> = { csv: CSV, json: JSON_TYPE, ndjson: LINES_TYPE };
const ID = '0198c5d4-0000-7000-8000-000000000001';

describe.each(ENGINES)('import on %s', (engine) => {
  let server: TestServer;
  let project: TestProject;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    project = await server.createProject();
  });
  afterAll(async () => {
    await server?.close();
  });

  const createPeople = (name: string): Promise<string> =>
    project.createTable({
      name,
      columns: [
        { name: 'email', type: 'text', unique: true, required: true },
        { name: 'name', type: 'text', default: 'nobody' },
        { name: 'age', type: 'integer' },
        { name: 'score', type: 'number' },
        { name: 'active', type: 'boolean', read_only: true },
        { name: 'born', type: 'date' },
        { name: 'extra', type: 'json', hidden: true },
        { name: 'boss', type: 'reference', table: name },
      ],
      rules: { read: 'public' },
    });
  const importInto = (table: string, query: string, body: string | Uint8Array, headers: Record<string, string> = CSV) =>
    project.cloudApi<Report>(`/tables/${table}/import?${query}`, { body, headers });
  const rowsOf = async (table: string, order = 'id'): Promise<readonly Record<string, unknown>[]> =>
    (await project.secretApi<{ data: Record<string, unknown>[] }>(`/data/${table}?order=${order}`)).body.data;

  test('a body of another type, a compressed body and an unknown table are refused', async () => {
    const table = await createPeople('typed');
    expect((await importInto(table, 'format=csv', 'email\na', JSON_TYPE)).status).toBe(415);
    expect(
      (await importInto(table, 'format=json', '[]', { 'content-type': 'application/json; charset=latin1' })).status,
    ).toBe(415);
    expect((await importInto(table, 'format=csv', 'x', { ...CSV, 'content-encoding': 'gzip' })).status).toBe(415);
    expect((await importInto('missing', 'format=csv', 'email\na')).status).toBe(404);
  });

  test('a client that disconnects leaves the rows already written, and the audit log records it', async () => {
    const table = await createPeople('aborted');
    const leave = new AbortController();
    let n = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        if (n > 3000) {
          await expect.poll(async () => (await rowsOf(table)).length).toBeGreaterThan(0);
          leave.abort();
          return;
        }
        const lines = Array.from({ length: 100 }, (_, more) => `p${n + more}@x.org,1\n`).join('');
        controller.enqueue(new TextEncoder().encode((n === 0 ? 'email,age\n' : '') + lines));
        n += 100;
      },
    });
    const path = `/api/cloud/projects/${project.id}/tables/${table}/import?format=csv`;
    const headers = { ...CSV, authorization: `Bearer ${server.adminToken}` };
    const sending = fetch(new URL(path, server.url), {
      method: 'POST',
      body,
      headers,
      duplex: 'half',
      signal: leave.signal,
    });
    await expect(sending).rejects.toThrow();
    await expect
      .poll(async () => (await project.cloudApi<{ data: { target: string; action: string }[] }>('/audit')).body.data)
      .toContainEqual(expect.objectContaining({ target: table, action: 'table.import' }));
    const { count } = (await project.secretApi<{ count: number }>(`/data/${table}?limit=0`)).body;
    expect(count % 100).toBe(0);
    expect(count).toBeGreaterThan(0);
  });

  describe('200', () => {
    test('columns of a CSV file may be renamed or left out', async () => {
      const table = await createPeople('renamed_people');
      const text = 'Mail,Internal no,Full name\na@x.org,17,Ann\nb@x.org,18,"Bob, the second"\n';
      const done = await importInto(table, 'format=csv&columns=email,-,name', text);
      expect(done.body.data).toMatchObject({ rows: 2, inserted: 2, failed: 0 });
      expect(await rowsOf(table, 'email')).toMatchObject([
        { email: 'a@x.org', name: 'Ann', age: null },
        { email: 'b@x.org', name: 'Bob, the second' },
      ]);
      const upsert = await importInto(table, 'format=csv&mode=upsert&columns=email,age,-', text);
      expect(upsert.body.data).toMatchObject({ updated: 2 });
      for (const [query, code] of [
        ['format=csv&columns=email,name', 'validation_failed'],
        ['format=csv&columns=email,nope,-', 'unknown_column'],
        ['format=csv&columns=email,email,-', 'validation_failed'],
      ]) {
        expect([query, (await importInto(table, String(query), text)).body.code]).toEqual([query, code]);
      }
      expect((await importInto(table, 'format=json&columns=email', '[]', JSON_TYPE)).body.code).toBe(
        'validation_failed',
      );
    });

    test('CSV values are converted, empty cells are null, quoted empty cells are empty texts, and ids and times are kept', async () => {
      const table = await createPeople('csv_people');
      const text = [
        '\uFEFFid,created_at,email,name,age,score,active,born,extra,boss',
        `${ID},2020-01-02T03:04:05Z,a@x.org,"Smith, ""Jo""\nthe second",42,1.5,true,2000-02-29,"{""a"":[1]}",`,
        `,,b@x.org,"",,,,,,${ID}`,
        `,,c@x.org,'=1+1,-7,"","",,null,`,
      ].join('\r\n');
      const answer = await importInto(table, 'format=csv', text);
      expect([answer.status, answer.body]).toEqual([
        200,
        { data: { rows: 3, inserted: 3, updated: 0, failed: 0, errors: [], dry_run: false }, count: 3 },
      ]);
      const rows = await rowsOf(table, 'email');
      expect(rows).toMatchObject([
        {
          id: ID,
          created_at: '2020-01-02T03:04:05.000Z',
          name: 'Smith, "Jo"\nthe second',
          age: 42,
          score: 1.5,
          active: true,
          born: '2000-02-29',
          extra: { a: [1] },
          boss: null,
          owner_id: null,
        },
        { email: 'b@x.org', name: '', age: null, score: null, active: null, born: null, extra: null, boss: ID },
        { email: 'c@x.org', name: '=1+1', age: -7, score: null, active: null, extra: null },
      ]);
      const log = await project.cloudApi<{ data: { action: string; target: string; details: unknown }[] }>('/audit');
      const entries = log.body.data.filter((entry) => entry.action === 'table.import' && entry.target === table);
      expect(entries.map(({ details }) => details)).toEqual([{ inserted: 3, updated: 0, failed: 0 }]);
    });

    test.each(['csv', 'json', 'ndjson'])('importing an export as %s gives the same rows', async (format) => {
      const from = await createPeople(`from_${format}`);
      const to = await createPeople(`to_${format}`);
      const rows = [
        { email: '=a', name: '', age: 1, extra: { '=': '@', n: null }, active: false, born: '0001-01-01' },
        { email: "'b", name: '-x\r\n"y"', score: 1e-7, extra: [] },
        { email: 'c,d', name: null, age: -9007199254740991, score: 0.1 },
      ];
      expect((await project.secretApi(`/data/${from}`, { json: rows })).status).toBe(201);
      const file = await project.secretApi(`/data/${from}/export?format=${format}`);
      expect(file.status).toBe(200);
      const answer = await importInto(to, `format=${format}`, file.text, TYPES[format]);
      expect(answer.body).toMatchObject({ data: { inserted: 3, failed: 0 }, count: 3 });
      expect(await rowsOf(to)).toEqual(await rowsOf(from));
    });

    test('a row with an error is skipped and reported with its line; the others are written', async () => {
      const table = await createPeople('csv_errors');
      const text = [
        'email,age,born,boss',
        'a@x.org,1,2000-01-01,',
        '"b',
        '@x.org",x,2000-01-01,',
        '',
        'c@x.org,1,2001-02-29,',
        'a@x.org,2,,',
        ',3,,',
        'd@x.org,4',
        `e@x.org,5,,${ID.replace('1', '2')}`,
        'f@x.org,9007199254740992,,',
        'g@x.org,6,,',
      ].join('\n');
      for (const isDryRun of [true, false]) {
        const { body } = await importInto(table, `format=csv&dry_run=${isDryRun}`, text);
        expect(body.data.errors.map(({ line, code, field }) => [line, code, field])).toEqual([
          [3, 'validation_failed', 'age'],
          [6, 'validation_failed', 'born'],
          [7, 'duplicate', 'email'],
          [8, 'validation_failed', 'email'],
          [9, 'validation_failed', undefined],
          [10, 'validation_failed', 'boss'],
          [11, 'validation_failed', 'age'],
        ]);
        expect(body).toMatchObject({ data: { rows: 9, inserted: 2, failed: 7, dry_run: isDryRun }, count: 2 });
        expect(await rowsOf(table)).toHaveLength(isDryRun ? 0 : 2);
      }
    });

    test('JSON rows keep their exact types and are reported by line', async () => {
      const table = await createPeople('json_people');
      const text = `[{"email":"a@x.org","age":1,"extra":{"a":1}},
      {"email":"b@x.org","age":"1"},
      {"email":"c@x.org","__proto__":1},
      {"email":"d@x.org"
      ,"constructor":1}, [], {"name":"x"}, {bad}, {"email":"\\ud800"}]`;
      const answer = await importInto(table, 'format=json', text, JSON_TYPE);
      expect(answer.body.data.errors.map(({ line, code, field }) => [line, code, field])).toEqual([
        [2, 'validation_failed', 'age'],
        [3, 'unknown_column', '__proto__'],
        [4, 'unknown_column', 'constructor'],
        [5, 'validation_failed', undefined],
        [5, 'validation_failed', 'email'],
        [5, 'validation_failed', undefined],
        [5, 'validation_failed', 'email'],
      ]);
      expect(await rowsOf(table)).toMatchObject([{ email: 'a@x.org', name: 'nobody', age: 1, extra: { a: 1 } }]);
    });

    test('upsert updates existing rows by a unique column and keeps columns that are not sent', async () => {
      const table = await createPeople('upserted');
      await importInto(table, 'format=csv', `id,email,name,age\n${ID},a@x.org,Ann,1\n`);
      const [before] = await rowsOf(table);
      const text = 'email,age\na@x.org,2\nb@x.org,3\nb@x.org,4\n';
      for (const isDryRun of [true, false]) {
        const answer = await importInto(table, `format=csv&mode=upsert&on=email&dry_run=${isDryRun}`, text);
        expect(answer.body).toMatchObject({ data: { inserted: 1, updated: 2, failed: 0 }, count: 3 });
      }
      const rows = await rowsOf(table, 'email');
      expect(rows).toMatchObject([
        { id: ID, name: 'Ann', age: 2, created_at: before?.['created_at'] },
        { name: 'nobody', age: 4 },
      ]);
      const byId = await importInto(
        table,
        'format=csv&mode=upsert&on=id',
        `id,age\n${ID},5\n${ID.replace('1', '3')},6\n`,
      );
      expect(byId.body).toMatchObject({
        data: { inserted: 0, updated: 1, failed: 1, errors: [{ line: 3, field: 'email' }] },
      });
      expect(await rowsOf(table, 'email')).toMatchObject([{ age: 5 }, { age: 4 }]);
    });

    test('upsert matches rows by their id or their one unique column unless the caller names another', async () => {
      const table = await createPeople('upserted_by_the_usual');
      await importInto(table, 'format=csv', `id,email,age\n${ID},a@x.org,1\n`);
      const files: [string, string, Record<string, string>][] = [
        ['csv', 'email,age\na@x.org,2\n', CSV],
        ['csv', `age,id\n3,${ID}\n`, CSV],
        ['json', '[{"email":"a@x.org","age":4}]', JSON_TYPE],
        ['json', `[{"id":"${ID}","email":"b@x.org","age":5}]`, JSON_TYPE],
      ];
      for (const [format, text, type] of files) {
        const answer = await importInto(table, `format=${format}&mode=upsert`, text, type);
        expect(answer.body, text).toMatchObject({ data: { inserted: 0, updated: 1, failed: 0 } });
      }
      expect(await rowsOf(table)).toMatchObject([{ id: ID, email: 'b@x.org', age: 5 }]);
    });

    test('JSON lines are recognised by content type, may end with LF or CRLF, and are each validated alone', async () => {
      const table = await createPeople('lines');
      const text = '\uFEFF{"email":"a"}\r\n\n  \nnot json\n[1]\n{"email":"b"}';
      const answer = await importInto(table, '', text, LINES_TYPE);
      expect(answer.body.data).toMatchObject({ rows: 4, inserted: 2, failed: 2, errors: [{ line: 4 }, { line: 5 }] });
      expect((await rowsOf(table, 'email')).map(({ email }) => email)).toEqual(['a', 'b']);
      const tooLong = `{"email":"${'x'.repeat(2 * 1024 * 1024)}"}\n{"email":"c"}\n`;
      expect((await importInto(table, 'format=ndjson', tooLong, LINES_TYPE)).body.data).toMatchObject({
        inserted: 1,
        errors: [{ line: 1 }],
      });
    });

    test('a truncated file keeps the rows before the end and reports the line', async () => {
      const table = await createPeople('broken');
      const files: [string, string, string | Uint8Array, number][] = [
        ['csv', 'a quote', 'email\na1\n"a2"x\na3\n', 3],
        ['csv', 'no end', 'email\nb1\n"b2\nb3\n', 3],
        ['csv', 'not UTF-8', Buffer.concat([Buffer.from('email\nc1\n'), Buffer.from([0xff, 0x0a])]), 3],
        ['json', 'no end', '[{"email":"d1"},\n{"email":"d2"}', 2],
        ['ndjson', 'half a line', '{"email":"e1"}\n{"email":', 2],
      ];
      for (const [format, what, body, line] of files) {
        const answer = await importInto(table, `format=${format}`, body, TYPES[format]);
        expect(answer.status, what).toBe(200);
        expect(answer.body.data, what).toMatchObject({ inserted: 1, failed: 1, errors: [{ line }] });
      }
      expect((await rowsOf(table, 'email')).map(({ email }) => email)).toEqual(['a1', 'b1', 'c1', 'd1', 'e1']);
    });

    test('a large file is streamed in portions, with all errors counted and the first thousand listed', async () => {
      const table = await project.createTable({
        name: 'large',
        columns: [
          { name: 'n', type: 'integer', unique: true },
          { name: 'text', type: 'text' },
        ],
      });
      const rows = 20_000;
      let text = 'n,text\n';
      for (let n = 0; n < rows; n += 1) text += `${n % 10 === 9 ? 'x' : n},${'row '.repeat(20)}${n}\n`;
      const answer = await importInto(table, 'format=csv', text);
      expect(answer.body.data.errors).toHaveLength(1000);
      expect(answer.body).toMatchObject({ data: { rows, inserted: rows * 0.9, failed: rows * 0.1 } });
      const listed = await project.secretApi<{ count: number }>(`/data/${table}?limit=0`);
      expect(listed.body.count).toBe(rows * 0.9);
      const again = await importInto(table, 'format=csv&mode=upsert&on=n', 'n,text\n1,a\n2,b\n');
      expect(again.body).toMatchObject({ data: { updated: 2 } });
    });

    test('rows that clients insert during an import are kept, whether its rows are bad or not', async () => {
      const table = await project.createTable({
        name: 'shared',
        columns: [{ name: 'n', type: 'integer', unique: true }],
        rules: { read: 'public', create: 'public' },
      });
      const lines = Array.from({ length: 6_000 }, (_, n) => (n % 700 === 699 ? n - 1 : n));
      const importing = importInto(table, 'format=csv', `n\n${lines.join('\n')}`);
      const inserted = await Promise.all(
        Array.from({ length: 200 }, (_, n) => project.api(`/data/${table}`, { json: { n: -1 - n } })),
      );
      expect(new Set(inserted.map(({ status }) => status))).toEqual(new Set([201]));
      const { data } = (await importing).body;
      expect(data).toMatchObject({ rows: 6_000, inserted: 5_992, failed: 8 });
      expect(data.errors.map(({ line, code }) => [line, code])).toEqual(
        Array.from({ length: 8 }, (_, bad) => [bad * 700 + 701, 'duplicate']),
      );
      const listed = await project.secretApi<{ count: number }>(`/data/${table}?limit=0`);
      expect(listed.body.count).toBe(6_192);
    });

    test('a table may change during an import', async () => {
      const table = await project.createTable({ name: 'changing', columns: [{ name: 'n', type: 'integer' }] });
      const text = `n\n${Array.from({ length: 10_000 }, (_, n) => n).join('\n')}`;
      const importing = importInto(table, 'format=csv', text);
      for (const name of ['a', 'b', 'c']) {
        const changed = await project.cloudApi(`/tables/${table}`, {
          method: 'PATCH',
          json: { add_columns: [{ name, type: 'text', default: name }] },
        });
        expect(changed.status).toBe(200);
      }
      expect((await importing).body).toMatchObject({ data: { inserted: 10_000, failed: 0 } });
      const filled = await project.secretApi<{ count: number }>(`/data/${table}?limit=0&filter=c:eq:c`);
      expect(filled.body.count).toBe(10_000);
    });
  });

  describe('400', () => {
    test.each([
      ['no format', '', 'email\na', 400, 'invalid_format'],
      ['another format', 'format=xml', 'email\na', 400, 'invalid_format'],
      ['an unknown parameter', 'format=csv&limit=1', 'email\na', 400, 'unknown_parameter'],
      ['upsert of rows without a unique column', 'format=csv&mode=upsert', 'age\n1', 400, 'validation_failed'],
      ['upsert on a column that is not unique', 'format=csv&mode=upsert&on=age', 'age\n1', 400, 'validation_failed'],
      ['upsert on an unknown column', 'format=csv&mode=upsert&on=mail', 'email\na', 400, 'unknown_column'],
      ['upsert on a column that the file lacks', 'format=csv&mode=upsert&on=email', 'age\n1', 400, 'validation_failed'],
      ['an empty file', 'format=csv', '', 400, 'validation_failed'],
      ['a header with an unknown column', 'format=csv', 'email,mail\na,b', 400, 'unknown_column'],
      ['a header with a column twice', 'format=csv', 'email,email\na,b', 400, 'validation_failed'],
    ])('%s is refused before anything is written', async (_, query, text, status, code) => {
      const table = await createPeople(`refused_${status}_${code}_${text.length}_${query.length}`);
      const answer = await importInto(table, query, text);
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      expect(await rowsOf(table)).toEqual([]);
    });
  });
});
