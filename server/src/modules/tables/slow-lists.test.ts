import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleColumn, sampleTable } from '../../../test/conformance/database/sample-table.ts';
import { ADMIN_TOKEN, startTestServer, type TestProject, type TestServer } from '../../../test/index.ts';
import { openPatterns } from '../../database/filter/index.ts';
import { silentLogger } from '../../platform/logger.ts';
import { SlowLists } from './slow-lists.ts';

interface Slow {
  readonly data: readonly { readonly index: { readonly columns: readonly string[] }; readonly lists: number }[];
  readonly count: number;
}

describe('slow lists', () => {
  let server: TestServer;
  let project: TestProject;
  beforeAll(async () => {
    server = await startTestServer();
    project = await server.createProject();
  });
  afterAll(() => server?.close());

  test('are reported with the index that would serve them, until it exists', async () => {
    const name = await project.createTable({
      columns: [
        { name: 'kind', type: 'text' },
        { name: 'rank', type: 'integer' },
        { name: 'title', type: 'text' },
      ],
      rules: { read: 'public' },
    });
    const rows = Array.from({ length: 500 }, (_, at) => ({
      kind: at === 0 ? 'k0' : 'k1',
      rank: at,
      title: 'é'.repeat(20_000),
    }));
    for (let from = 0; from < rows.length; from += 25) {
      const { status } = await project.secretApi(`/data/${name}`, { json: rows.slice(from, from + 25) });
      expect(status).toBe(201);
    }
    const slow = async () => (await project.cloudApi<Slow>(`/tables/${name}/slow-lists`)).body;
    expect(await slow()).toEqual({ data: [], count: 0 });
    // A case-insensitive search for a word in long texts makes the list slow on any machine.
    const pattern = encodeURIComponent('title:ilike:*y*');
    const list = () => project.api(`/data/${name}?filter=kind:eq:k1,${pattern}&order=rank:desc&count=none&limit=5`);
    expect((await list()).status).toBe(200);
    const { data, count } = await slow();
    expect([data.map(({ index, lists }) => [index.columns, lists]), count]).toEqual([[[['kind', 'rank'], 1]], 1]);
    const ofAll = await project.cloudApi<{ data: readonly { readonly table: string }[] }>('/slow-lists');
    expect(ofAll.body.data.map(({ table }) => table)).toEqual([name]);
    const metrics = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
    expect(await metrics.text()).toMatch(/^slow_lists_total [1-9]/m);
    const json = { add_indexes: [{ columns: ['kind', 'rank'] }] };
    expect((await project.cloudApi(`/tables/${name}`, { method: 'PATCH', json })).status).toBe(200);
    expect((await slow()).count).toBe(0);
  });

  test('are logged with the columns to search when a pattern starts with *', async () => {
    const lines: unknown[][] = [];
    const logger = { ...silentLogger, warn: (...line: unknown[]) => void lines.push(line) };
    const lists = new SlowLists(logger, () => 0);
    const table = sampleTable('notes', []);
    const list = { table, suggestedIndex: undefined, patterns: ['title'], countMs: undefined };
    lists.note('p_one', { ...list, tookMs: 19 });
    lists.note('p_one', { ...list, tookMs: 900 });
    lists.note('p_one', { ...list, tookMs: 800 });
    expect(lists.total).toBe(2);
    const remedy = expect.stringContaining('make these columns searchable and use search');
    expect(lines).toEqual([[expect.objectContaining({ table: 'notes', searchable: ['title'] }), remedy]]);
    expect(lists.of('p_one', table)).toEqual([]);
  });

  test('are logged for a pattern when only the count was slow, but not for an index', () => {
    const lines: unknown[] = [];
    const logger = { ...silentLogger, warn: (line: unknown) => void lines.push(line) };
    const lists = new SlowLists(logger, () => 0);
    const list = { table: sampleTable('notes', []), suggestedIndex: ['title'], tookMs: undefined, countMs: 900 };
    lists.note('p_one', { ...list, patterns: [] });
    expect([lists.total, lines]).toEqual([0, []]);
    lists.note('p_one', { ...list, patterns: ['title'] });
    expect(lists.total).toBe(1);
    expect(lines).toEqual([{ store: 'p_one', table: 'notes', tookMs: 900, searchable: ['title'], lists: 1 }]);
    expect(lists.of('p_one', list.table)).toEqual([]);
  });

  test('mention the pattern only when it starts with *', () => {
    const column = sampleColumn('title', 'text');
    const compare = (op: 'like' | 'ilike' | 'eq', value: string) =>
      ({ kind: 'compare', op, column, values: [value] }) as const;
    expect(openPatterns({ kind: 'not', term: compare('ilike', '*red*') })).toEqual(['title']);
    expect(openPatterns({ kind: 'and', terms: [compare('like', '*a'), compare('ilike', '*b')] })).toEqual(['title']);
    expect(openPatterns({ kind: 'or', terms: [compare('like', 'a*'), compare('eq', '*a')] })).toEqual([]);
  });

  test('a fast list is not recorded', async () => {
    const name = await project.createTable({ columns: [{ name: 'kind', type: 'text' }], rules: { read: 'public' } });
    await project.api(`/data/${name}?filter=kind:eq:a`);
    expect((await project.cloudApi<Slow>(`/tables/${name}/slow-lists`)).body).toEqual({ data: [], count: 0 });
  });
});
