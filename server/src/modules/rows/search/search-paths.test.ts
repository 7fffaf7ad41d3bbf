import { beforeAll, describe, expect, it } from 'vitest';
import { type Answers, ENGINES, openProject } from '../../../../test/index.ts';

describe.each(ENGINES)('the words of changed rows on %s', (engine) => {
  const { project } = openProject(engine);
  const found = async (search: string, more = ''): Promise<readonly unknown[]> => {
    const path = `/data/pages?search=${encodeURIComponent(search)}&order=slug${more}`;
    const { status, body, text } = await project.secretApi<Answers>(path);
    expect([status, text.slice(0, 300)]).toEqual([200, expect.anything()]);
    expect(body.count).toBe(body.data.length);
    return body.data.map((row) => row['slug']);
  };
  const page = async (json: object): Promise<string> => {
    const { status, body } = await project.secretApi<{ data: { id: string } }>('/data/pages', { json });
    expect(status).toBe(201);
    return body.data.id;
  };

  beforeAll(async () => {
    await project.createTable({ name: 'books', columns: [{ name: 'title', type: 'text', searchable: true }] });
    await project.createTable({
      name: 'pages',
      rules: { read: 'public' },
      columns: [
        { name: 'slug', type: 'text', unique: true },
        { name: 'title', type: 'text', searchable: true, default: 'untitled' },
        { name: 'body', type: 'text', searchable: true },
        { name: 'notes', type: 'text', searchable: true, hidden: true },
        { name: 'book', type: 'reference', table: 'books', on_delete: 'cascade' },
        { name: 'other', type: 'reference', table: 'books', on_delete: 'set_null' },
      ],
    });
  });

  it('follow an insert, an update by id, one that clears the text, and a delete', async () => {
    const id = await page({ slug: 'one', title: 'Blue moon', body: 'rises late' });
    expect(await found('blue late')).toEqual(['one']);
    await project.secretApi(`/data/pages/${id}`, { method: 'PATCH', json: { title: 'Green moon' } });
    expect([await found('blue'), await found('green late')]).toEqual([[], ['one']]);
    await project.secretApi(`/data/pages/${id}`, { method: 'PATCH', json: { body: null } });
    expect([await found('late'), await found('green')]).toEqual([[], ['one']]);
    await project.secretApi(`/data/pages/${id}`, { method: 'DELETE' });
    expect(await found('green')).toEqual([]);
  });

  it('follow an update and a delete by filter', async () => {
    await page({ slug: 'f1', title: 'alder', body: 'tree' });
    await page({ slug: 'f2', title: 'birch', body: 'tree' });
    await project.secretApi('/data/pages?filter=slug:starts_with:f', { method: 'PATCH', json: { title: 'cedar' } });
    expect([await found('alder'), await found('cedar tree')]).toEqual([[], ['f1', 'f2']]);
    await project.secretApi('/data/pages?filter=slug:starts_with:f', { method: 'DELETE' });
    expect(await found('cedar')).toEqual([]);
  });

  it('follow an upsert that inserts, one that updates, and one that leaves the text alone', async () => {
    const put = (json: object) => project.secretApi('/data/pages?on_conflict=slug', { json });
    expect((await put({ slug: 'u', title: 'dogwood' })).status).toBe(201);
    expect(await found('dogwood')).toEqual(['u']);
    expect((await put({ slug: 'u', title: 'elm' })).status).toBe(200);
    expect([await found('dogwood'), await found('elm')]).toEqual([[], ['u']]);
    expect((await put({ slug: 'u', body: 'leaf' })).status).toBe(200);
    expect(await found('elm leaf')).toEqual(['u']);
  });

  it('follow a batch, but not one that fails', async () => {
    const items = [
      { op: 'insert', data: { slug: 'b1', title: 'fir' } },
      { op: 'upsert', on: 'slug', data: { slug: 'b2', title: 'fir' } },
      { op: 'update', id: '00000000-0000-7000-8000-000000000000', data: { title: 'fir' } },
    ];
    expect((await project.secretApi('/data/pages/batch', { json: { items } })).status).toBe(400);
    expect(await found('fir')).toEqual([]);
    expect((await project.secretApi('/data/pages/batch', { json: { items: items.slice(0, 2) } })).status).toBe(200);
    expect(await found('fir')).toEqual(['b1', 'b2']);
  });

  it('include those of a default, and disappear when a cascade deletes the row', async () => {
    const { body } = await project.secretApi<{ data: { id: string } }>('/data/books', { json: { title: 'trees' } });
    const book = body.data.id;
    await page({ slug: 'c1', book, body: 'ginkgo' });
    await page({ slug: 'c2', other: book, body: 'ginkgo' });
    expect(await found('untitled ginkgo')).toEqual(['c1', 'c2']);
    await project.secretApi(`/data/books/${book}`, { method: 'DELETE' });
    expect(await found('ginkgo')).toEqual(['c2']);
  });

  it('must be in one column as a phrase, and may be spread over all columns otherwise', async () => {
    await page({ slug: 'p', title: 'hazel holly', body: 'ivy juniper' });
    expect(await found('"holly ivy"')).toEqual([]);
    expect(await found('"hazel holly" juniper')).toEqual(['p']);
    expect(await found('hazel -ivy')).toEqual([]);
  });

  it('of a hidden column are found by secret callers only', async () => {
    await page({ slug: 'h', title: 'kapok', notes: 'larch' });
    expect(await found('larch')).toEqual(['h']);
    expect(await found('kapok larch')).toEqual(['h']);
    const open = await project.api<Answers>('/data/pages?search=larch');
    expect([open.status, open.body]).toEqual([200, { data: [], count: 0 }]);
    expect((await project.api<Answers>('/data/pages?search=kapok%20-larch')).body.count).toBe(1);
  });

  it('of a long text are found like those of a short one, phrases too', async () => {
    const filler = (word: string, times: number) => `${word} `.repeat(times);
    const many = Array.from({ length: 20_000 }, (_, index) => `w${index}`).join(' ');
    await page({ slug: 'l1', title: 'long', body: `${many} maple needle` });
    await page({ slug: 'l2', title: 'long', body: `${filler('oak', 300)} maple ${filler('oak', 300)} needle` });
    await page({ slug: 'l3', title: 'long', body: 'x'.repeat(100_000) });
    expect(await found('maple needle')).toEqual(['l1', 'l2']);
    expect(await found('"maple needle"')).toEqual(['l1']);
    expect(await found('"oak maple oak"')).toEqual(['l2']);
    expect(await found('w19999 -w20000')).toEqual(['l1']);
    expect(await found('w1999')).toEqual(['l1']);
    expect(await found('"w1999" maple')).toEqual(['l1']);
    expect(await found('long -oak')).toEqual(['l1', 'l3']);
    expect(await found(`${'x'.repeat(200)}`)).toEqual(['l3']);
    expect(await found(`"${'x'.repeat(190)}"`)).toEqual([]);
  });

  it('are indexed by an import, and stay when table and column are renamed', async () => {
    const columns = [
      { name: 'slug', type: 'text' },
      { name: 'label', type: 'text', searchable: true },
    ];
    await project.createTable({ name: 'items', columns });
    const csv = 'slug,label\nx,Rowan berry\ny,Sorbus berry\n';
    const headers = { 'content-type': 'text/csv' };
    expect((await project.cloudApi('/tables/items/import?format=csv', { body: csv, headers })).status).toBe(200);
    const change = { rename: 'things', change_columns: [{ name: 'label', rename: 'text' }] };
    expect((await project.cloudApi('/tables/items', { method: 'PATCH', json: change })).status).toBe(200);
    await project.secretApi('/data/things', { json: { slug: 'z', text: 'Berry pie' } });
    const { body } = await project.secretApi<Answers>('/data/things?search=berry&order=slug&select=slug');
    expect(body).toEqual({ data: [{ slug: 'x' }, { slug: 'y' }, { slug: 'z' }], count: 3 });
  });
});

describe.each(ENGINES)('searches combined with other parameters on %s', (engine) => {
  const { project } = openProject(engine);
  const search = async (query: string) => (await project.api<Answers>(`/data/docs?${query}`)).body;
  const slugs = async (query: string) => (await search(query)).data.map((row) => row['slug']);

  beforeAll(async () => {
    await project.createTable({
      name: 'docs',
      rules: { read: { level: 'public', where: 'state:neq:draft' } },
      columns: [
        { name: 'slug', type: 'text' },
        { name: 'title', type: 'text', searchable: true },
        { name: 'body', type: 'text', searchable: true },
        { name: 'state', type: 'text' },
        { name: 'size', type: 'integer' },
        { name: 'note', type: 'text', searchable: true, hidden: true },
      ],
    });
    await project.createTable({
      name: 'hides',
      rules: { read: 'public' },
      columns: [{ name: 'note', type: 'text', searchable: true, hidden: true }],
    });
    await project.createTable({ name: 'plain', rules: { read: 'public' }, columns: [{ name: 'title', type: 'text' }] });
    const filler = 'and many other words that say nothing of it at all';
    const rows = [
      { slug: 'a', title: 'gold', body: filler, state: 'open', size: 1 },
      { slug: 'b', title: 'gold gold gold', state: 'open', size: 2 },
      { slug: 'c', title: 'silver', body: `gold ${filler} ${filler}`, state: 'done', size: 3 },
      { slug: 'd', title: 'gold', state: 'draft', size: 4 },
      { slug: 'e', title: 'silver', state: 'open', size: 5, note: 'gold' },
    ];
    expect((await project.secretApi('/data/docs', { json: rows })).status).toBe(201);
  });

  it('give the most relevant rows first, unless the caller names another order', async () => {
    expect((await slugs('search=gold'))[0]).toBe('b');
    expect(new Set(await slugs('search=gold'))).toEqual(new Set(['a', 'b', 'c']));
    expect(await slugs('search=gold&order=size:desc')).toEqual(['c', 'b', 'a']);
    expect(await slugs('search=silver')).toEqual(expect.arrayContaining(['c', 'e']));
  });

  it('order rows of equal relevance by id', async () => {
    await project.createTable({
      name: 'same',
      rules: { read: 'public' },
      columns: [{ name: 'title', type: 'text', searchable: true }],
    });
    const ids = Array.from({ length: 30 }, (_, at) => `0198c5d4-0000-7000-8000-0000000000${String(99 - at)}`);
    await project.secretApi('/data/same', { json: ids.map((id) => ({ id, title: 'same words' })) });
    const pages = await Promise.all(
      [0, 10, 20].map((offset) => project.api<Answers>(`/data/same?search=same&limit=10&offset=${offset}`)),
    );
    expect(pages.flatMap(({ body }) => body.data.map((row) => row['id']))).toEqual([...ids].sort());
  });

  it('obey rules, filters, selections, counts, limits, offsets and pages by key', async () => {
    expect(await search('search=gold&filter=size:lte:2&select=slug&order=slug&limit=1')).toEqual({
      data: [{ slug: 'a' }],
      count: 2,
    });
    expect(await search('search=gold&order=slug&select=slug&limit=1&offset=2&count=none')).toEqual({
      data: [{ slug: 'c' }],
    });
    const [first] = (await search('search=gold&order=slug&limit=1')).data;
    const after = encodeURIComponent(JSON.stringify([first?.['slug'], first?.['id']]));
    expect(await slugs(`search=gold&order=slug&after=${after}`)).toEqual(['b', 'c']);
    expect(await search('search=gold&limit=0')).toEqual({ data: [], count: 3 });
  });

  it('narrow aggregates and exports', async () => {
    const json = { op: 'sum', field: 'size', search: 'gold' };
    expect((await project.api<Answers>('/data/docs/aggregate', { json })).body.data).toEqual([{ sum_size: 6 }]);
    const grouped = { aggregates: [{ op: 'count' }], group_by: ['state'], search: 'gold', order: 'state' };
    expect((await project.api<Answers>('/data/docs/aggregate', { json: grouped })).body).toEqual({
      data: [
        { state: 'done', count: 1 },
        { state: 'open', count: 2 },
      ],
      count: 2,
    });
    const csv = (await project.api('/data/docs/export?format=csv&search=gold&select=slug&order=size:desc')).text;
    expect(csv).toBe('slug\r\nc\r\nb\r\na\r\n');
    const ranked = (await project.api<Answers>('/data/docs/export?format=json&search=gold&select=slug')).body;
    expect(ranked).toEqual({ data: (await search('search=gold&select=slug')).data, count: 3 });
  });

  it.each([
    ['docs', 'search=', 'validation_failed'],
    ['docs', `search=${'x'.repeat(201)}`, 'validation_failed'],
    ['docs', 'search=%00gold', 'validation_failed'],
    ['docs', 'search=-gold', 'validation_failed'],
    ['docs', 'search=%F0%9F%98%80', 'validation_failed'],
    ['docs', 'search=gold&search=silver', 'unknown_parameter'],
    ['docs', 'search=gold&after=["x"]', 'invalid_cursor'],
    ['docs', 'search=gold&before=["x"]', 'invalid_cursor'],
    ['hides', 'search=gold', 'validation_failed'],
    ['plain', 'search=gold', 'validation_failed'],
  ])('are refused on %s with %s: %s', async (table, query, code) => {
    const { status, body } = await project.api<{ code: string }>(`/data/${table}?${query}`);
    expect([status, body.code]).toEqual([400, code]);
  });

  it('accept any text up to 200 characters', async () => {
    for (const text of [
      '"',
      '*',
      'a"b',
      "'); DROP TABLE docs; --",
      'NEAR(a b)',
      'c0 : gold',
      'gold AND',
      '{title}: gold',
      "'a' & !b",
      '\\',
      '^gold',
      'gold:*',
      'x'.repeat(200),
      '\u{1F600} gold'.repeat(20).slice(0, 200),
      '\ufdfa'.repeat(200),
      'é'.repeat(200),
    ]) {
      const { status } = await project.api<Answers>(`/data/docs?search=${encodeURIComponent(text)}`);
      expect([text, status === 200 || status === 400]).toEqual([text, true]);
    }
  });
});
