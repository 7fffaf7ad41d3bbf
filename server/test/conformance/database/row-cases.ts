import { sampleColumn, sampleTable } from './sample-table.ts';

/**
 * Rows of every type, among which every operator must find the same rows on every engine. Column names that are SQL
 * keywords are ordinary columns.
 */
export const casesTable = sampleTable(
  'select',
  [
    sampleColumn('label', 'text', { unique: true, required: true }),
    sampleColumn('value', 'text'),
    sampleColumn('type', 'integer'),
    sampleColumn('order', 'number'),
    sampleColumn('and', 'boolean'),
    sampleColumn('at', 'timestamp'),
    sampleColumn('day', 'date'),
    sampleColumn('json', 'json'),
    sampleColumn('r', 'reference', { reference: { table: 'select', onDelete: 'set_null' } }),
    sampleColumn('oid', 'text'),
  ],
  [
    { columns: ['created_at'] },
    { columns: ['label'], unique: true },
    { columns: ['and', 'created_at'] },
    { columns: ['type'] },
    { columns: ['day', 'type'] },
    { columns: ['owner_id', 'label'], unique: true },
  ],
);

const MAX = Number.MAX_SAFE_INTEGER;
const U = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`;

/** Values in stored form, by label; an omitted column is null. */
export const caseRows: readonly Readonly<Record<string, string | number | boolean>>[] = [
  {
    label: 'a',
    value: 'apple',
    type: 1,
    order: 0.5,
    and: true,
    at: '2026-01-31T23:30:00.000Z',
    day: '2026-01-31',
    json: '["x",1,true,"é"]',
    owner_id: U(1),
  },
  {
    label: 'b',
    value: 'Äp*f[e]l?%_\\',
    type: MAX,
    order: 1e21,
    and: false,
    at: '0001-01-01T00:00:00.000Z',
    day: '0001-01-01',
    json: '{"x":1,"__proto__":["x"]}',
    owner_id: U(2),
  },
  {
    label: 'c',
    value: '',
    type: -MAX,
    order: -1.5,
    and: true,
    at: '9999-12-31T23:59:59.999Z',
    day: '9999-12-31',
    json: '"x"',
    owner_id: U(3),
  },
  {
    label: 'd',
    value: 'STRASSE',
    type: 0,
    order: 2 ** 60,
    and: false,
    at: '2026-02-28T00:00:00.001Z',
    day: '2026-02-28',
    json: `[${2 ** 60},"1",false,null,["x"]]`,
  },
  { label: 'e', value: 'straße', type: 2, order: 5e-324, at: '2026-02-28T00:00:00.000Z', json: '[]' },
  { label: 'f', value: '😀z', type: 10, order: 0.1 + 0.2, json: '[1.5,"X"]' },
  { label: 'g', value: '\uffee', type: 3, order: 10, json: '1' },
  { label: 'n' },
];

export interface RowCase {
  readonly filter: string | Readonly<Record<string, unknown>>;
  /** Labels of the matching rows, in the order of the ids. */
  readonly matches: string;
}

const found = (matches: string, ...filters: RowCase['filter'][]): RowCase[] =>
  filters.map((filter) => ({ filter, matches }));

export const rowCases: readonly RowCase[] = [
  ...found('a', 'value:eq:apple', { value: 'apple' }, 'value:in:(apple,x)', 'value:like:apple', 'value:like:a*p*e'),
  ...found('bcdefgn', 'value:neq:apple', { value: { neq: 'apple' } }, 'value:nin:(apple,nope)', 'not(value:eq:apple)'),
  ...found('c', 'value:eq:""', { value: '' }, { value: { like: '' } }, 'value:lt:A', 'value:lte:""', 'value:in:("")'),
  ...found('abcdefg', 'value:is:not_null', 'value:starts_with:""', 'value:ends_with:""', 'value:contains:""'),
  ...found('abcdefg', 'value:like:*', 'value:ilike:*', 'value:like:**', 'value:gte:""', { value: { is: 'not_null' } }),
  ...found('n', 'value:is:null', { value: null }, { value: { is: null } }, 'not(value:like:*)', 'not(value:gte:"")'),
  // Text compares by code point: U+FFEE comes before the emoji, which UTF-16 would put first.
  ...found('f', 'value:gt:\uffee', 'value:between:(😀,😂)', 'value:starts_with:😀', 'value:like:😀*'),
  ...found('fg', 'value:gte:\uffee', { value: { gte: '\uffee' } }),
  ...found('b', { value: { like: '*p*f[e]*?%_\\' } }, { value: { contains: '[e]l?%_\\' } }, 'value:ends_with:%_\\'),
  ...found('b', { value: { ilike: 'äP*F[E]*?%_\\' } }, { value: { starts_with: 'Äp*' } }, 'value:ilike:*ÄP*'),
  ...found('', 'value:like:*äp*', 'value:like:a_p*', 'value:like:appl', 'value:like:pple', 'value:ilike:a?ple'),
  ...found('', 'value:contains:APP', 'value:starts_with:A', 'value:starts_with:apples', 'value:ends_with:xapple'),
  ...found('a', 'value:ilike:APPLE', 'value:ilike:*PP*', 'value:like:*pp*', 'value:like:*ple', 'value:like:app*'),
  ...found('a', 'value:ends_with:ple', 'value:contains:ppl', 'value:starts_with:app', 'value:like:a*p*'),
  ...found('ae', 'value:like:*a*e'),
  ...found('de', 'value:ilike:strasse', 'value:ilike:STRAẞE', 'value:ilike:ſtraſſe', 'value:ilike:*ß*'),
  ...found('e', 'value:like:*ß*', 'value:contains:ß', 'value:ends_with:ße'),

  ...found('a', 'type:eq:1', { type: 1 }, 'type:in:(1,7)', 'type:between:(1,1)', { type: { in: [1] } }),
  ...found('b', `type:eq:${MAX}`, `type:gte:${MAX}`, { type: { in: [MAX] } }, 'type:gt:10'),
  ...found('c', `type:eq:-${MAX}`, 'type:lt:0', `type:in:(-${MAX})`),
  ...found(
    'aeg',
    'type:between:(1,3)',
    { type: { between: [1, 3] } },
    { type: { gte: 1, lte: 3 } },
    'type:gte:1,type:lt:4',
  ),
  ...found('', 'type:between:(3,1)', 'type:eq:4', 'type:gt:1,type:lt:1'),
  ...found('bcdefgn', 'type:neq:1', 'type:nin:(1)', { type: { nin: [1] } }, { not: { type: 1 } }),
  ...found('abdefg', 'type:gt:-5', 'type:gte:0'),
  ...found('acdefg', 'type:lte:10'),

  ...found('a', 'order:eq:0.5', 'order:in:(0.5)', { order: { between: [0.4, 0.6] } }, 'order:eq:5e-1'),
  ...found('b', 'order:eq:1e21', 'order:eq:1000000000000000000000', 'order:in:(1e21)', 'order:gt:2e18'),
  ...found(
    'd',
    `order:eq:${2 ** 60}`,
    `order:in:(${2 ** 60})`,
    { order: { in: [2 ** 60] } },
    `order:between:(1e18,2e18)`,
  ),
  ...found('e', 'order:eq:5e-324', 'order:in:(5e-324)', 'order:gt:0,order:lt:0.1'),
  ...found('f', 'order:eq:0.30000000000000004', 'order:in:(0.30000000000000004)'),
  ...found('', 'order:eq:0.3', 'order:eq:0'),
  ...found('g', 'order:eq:10', 'order:in:(10)'),
  ...found('c', 'order:lt:0', 'order:lte:-0', 'order:eq:-1.5'),

  ...found('ac', 'and:is:true', 'and:eq:true', { and: true }, { and: { is: true } }, 'and:in:(true)', 'and:gt:false'),
  ...found(
    'bd',
    'and:is:false',
    'and:eq:false',
    { and: false },
    { and: { is: 'false' } },
    'and:in:(false)',
    'and:lt:true',
  ),
  ...found(
    'abcd',
    'and:is:not_null',
    'and:in:(true,false)',
    { and: { in: [true, false] } },
    'and:between:(false,true)',
  ),
  ...found('efgn', 'and:is:null', 'and:nin:(true,false)', 'not(and:is:not_null)'),
  ...found('bdefgn', 'not(and:is:true)', 'and:neq:true', 'and:nin:(true)'),

  ...found('a', 'at:eq:2026-01-31T23:30:00Z', 'at:eq:2026-02-01T01:30:00.0009+02:00', {
    at: '2026-01-31T18:30:00-05:00',
  }),
  ...found('a', 'at:in:(2026-01-31T23:30:00Z)', 'at:between:(2026-01-31T23:30:00Z,2026-02-01T00:00:00Z)'),
  ...found('b', 'at:lt:1000-01-01T00:00:00Z', 'at:eq:0001-01-01T00:00:00Z', 'at:lte:0001-01-01T00:00:00.000Z'),
  ...found('c', 'at:gte:9999-12-31T23:59:59.999Z', 'at:eq:9999-12-31T23:59:59.9999999Z'),
  ...found('d', 'at:eq:2026-02-28T00:00:00.001Z', 'at:gt:2026-02-28T00:00:00Z,at:lt:2027-01-01T00:00:00Z'),
  ...found('bcdefgn', 'at:neq:2026-01-31T23:30:00Z', 'at:nin:(2026-01-31T23:30:00Z)'),

  ...found(
    'a',
    'day:eq:2026-01-31',
    { day: '2026-01-31' },
    'day:in:(2026-01-31)',
    'day:gt:2026-01-30,day:lt:2026-02-01',
  ),
  ...found('b', 'day:lt:1000-01-01', 'day:eq:0001-01-01'),
  ...found('c', 'day:gt:2026-03-01', 'day:eq:9999-12-31'),
  ...found('ad', 'day:between:(2026-01-31,2026-02-28)', 'day:nin:(0001-01-01,9999-12-31),day:is:not_null'),

  ...found('a', 'json:contains:x', 'json:contains:é', { json: { contains: 'x' } }, { json: { contains: true } }),
  ...found('a', { json: { contains: 1 } }),
  ...found(
    'd',
    { json: { contains: 2 ** 60 } },
    'json:contains:1',
    { json: { contains: '1' } },
    { json: { contains: false } },
  ),
  ...found('f', { json: { contains: 1.5 } }, 'json:contains:X'),
  ...found('', 'json:contains:true', 'json:contains:""', { json: { contains: 2 } }, 'json:contains:null'),
  ...found('bcdefgn', 'not(json:contains:x)'),
  ...found('n', 'json:is:null', { json: null }),
  ...found('abcdefg', 'json:is:not_null'),

  ...found('a', `owner_id:eq:${U(1)}`, { owner_id: U(1) }, `owner_id:in:(${U(1)},${U(9)})`, `owner_id:lt:${U(2)}`),
  ...found('bc', `owner_id:gt:${U(1)}`, `owner_id:between:(${U(2)},${U(9)})`),
  ...found('bcdefgn', `owner_id:neq:${U(1)}`, `owner_id:nin:(${U(1)})`),
  ...found('', 'r:is:not_null', `r:eq:${U(1)}`, 'id:eq:018F0000-0000-7000-8000-0000000000FF'),
  ...found('b', 'id:eq:018F0000-0000-7000-8000-000000000002'),
  ...found('abcdefgn', 'oid:is:null', 'created_at:lt:2100-01-01T00:00:00Z', 'not(oid:eq:x)'),

  ...found('an', 'or(value:eq:apple,label:eq:n)', { or: [{ value: 'apple' }, { label: 'n' }] }),
  ...found('a', 'and(or(label:eq:a,label:eq:n),not(value:is:null))', 'or(label:eq:a,and(label:eq:b,label:eq:c))'),
  ...found('bcdefgn', 'not(value:eq:apple,type:eq:1)', { not: { value: 'apple', type: 1 } }),
  ...found('abcdefgn', 'or(value:eq:zz,not(value:eq:zz))', 'not(value:eq:apple,type:eq:2)'),
  ...found('a', 'not(not(value:eq:apple))', { not: { not: { value: 'apple' } } }),
];

/** Order and expected labels. Null is smaller than every value; ties are ordered by id ascending in both directions. */
export const orderCases: readonly { readonly order: readonly [string, 'asc' | 'desc'][]; readonly labels: string }[] = [
  { order: [], labels: 'abcdefgn' },
  { order: [['id', 'desc']], labels: 'ngfedcba' },
  { order: [['value', 'asc']], labels: 'ncdaebgf' },
  { order: [['value', 'desc']], labels: 'fgbeadcn' },
  { order: [['type', 'asc']], labels: 'ncdaegfb' },
  { order: [['order', 'desc']], labels: 'bdgafecn' },
  { order: [['and', 'asc']], labels: 'efgnbdac' },
  { order: [['and', 'desc']], labels: 'acbdefgn' },
  { order: [['at', 'desc']], labels: 'cdeabfgn' },
  { order: [['day', 'asc']], labels: 'efgnbadc' },
  {
    order: [
      ['owner_id', 'desc'],
      ['label', 'desc'],
    ],
    labels: 'cbangfed',
  },
  {
    order: [
      ['and', 'desc'],
      ['type', 'desc'],
    ],
    labels: 'acbdfgen',
  },
];
