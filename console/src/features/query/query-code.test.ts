import { expect, test } from 'vitest';
import { queryCode } from './query-code.ts';
import { aggregateBody, readDraft } from './query-draft.ts';

const PLACE = { baseUrl: 'https://a.example/api/baas/shop', key: 'pk_1' };
const LIST = readDraft({
  table: 'notes',
  filter: "title:eq:it's",
  order: 'stars:desc',
  limit: '5',
  select: 'id, title',
});
const GROUPS = readDraft({
  table: 'notes',
  aggregates: 'count, sum:stars:all',
  group_by: 'kind',
  filter: 'stars:gt:1',
});

test('each aggregate is written as operation, column and name', () => {
  expect(aggregateBody(GROUPS)).toEqual({
    aggregates: [{ op: 'count' }, { op: 'sum', field: 'stars', as: 'all' }],
    group_by: ['kind'],
    filter: 'stars:gt:1',
  });
  expect(aggregateBody(readDraft({ table: 'notes', group_by: 'kind', limit: '3' }))).toEqual({
    aggregates: [{ op: 'count' }],
    group_by: ['kind'],
    limit: 3,
  });
});

test.each([
  ['curl', LIST, String.raw`--data-urlencode 'filter=title:eq:it'\''s'`],
  [
    'useQuery',
    LIST,
    String.raw`useQuery('notes', { select: ['id', 'title'], filter: 'title:eq:it\'s', order: 'stars:desc', limit: 5 })`,
  ],
  ['ctx.data', LIST, `ctx.data.table('notes').list({ select: ['id', 'title'], `],
  ['curl', GROUPS, `curl 'https://a.example/api/baas/shop/data/notes/aggregate'`],
  [
    'useQuery',
    GROUPS,
    `useAggregate('notes', { aggregates: [{ op: 'count' }, { op: 'sum', field: 'stars', as: 'all' }], `,
  ],
  ['ctx.data', GROUPS, `ctx.data.table('notes').aggregate({ aggregates: `],
] as const)('as %s', (way, draft, text) => {
  expect(queryCode(way, draft, PLACE)).toContain(text);
});
