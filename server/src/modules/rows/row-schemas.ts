import { type TSchema, Type } from 'typebox';
import { textOfForm } from '../../http/index.ts';

const text = (description: string) => Type.Optional(Type.String({ description }));

const filter = Type.Optional(
  Type.Union([Type.String(), Type.Array(Type.String())], {
    description:
      '`field:op:value`, joined by commas (AND), with groups `and(…)`, `or(…)`, `not(…)`; or the JSON form. May be repeated (AND).',
    examples: ['status:eq:active,price:gte:10'],
  }),
);
const select = text('Names of columns, separated by commas; all columns by default.');
const search = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 200,
    description:
      'Words that the searchable columns together must contain. The last word, and any word that ends with `*`, also matches longer words that begin with it. `"…"` is a phrase, `-` before a word or a phrase excludes it. Without `order` the most relevant rows come first.',
    examples: ['red shoes', '"running shoes" -blue'],
  }),
);
const order = text(
  'Names of columns, each with `:asc` (the default) or `:desc`, separated by commas; equal rows are ordered by `id`.',
);
const place = (side: string) =>
  text(
    `A page by key: a JSON array of one row's values of the order's columns in their order, then its id. The page holds the rows ${side} that place. Not together with \`offset\`.`,
  );
const minimal = Type.Optional(Type.Literal('minimal', { description: 'Returns only the number of rows.' }));
const all = Type.Optional(
  Type.Enum(['true', 'false'], { description: 'Affects every row when there is no filter; for secret keys.' }),
);

export const listQuery = Type.Object({
  select,
  filter,
  search,
  order,
  limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000, default: 100 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
  count: Type.Optional(Type.Enum(['exact', 'none'], { default: 'exact' })),
  after: place('behind'),
  before: place('before'),
});
export const getQuery = Type.Object({ select });
const cutAt = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 10_000,
    description:
      'Texts and JSON values with more characters are cut to this length and returned as text; `cut` names them.',
  }),
);
export const cutListQuery = Type.Object({ ...listQuery.properties, cut: cutAt });
export const cutGetQuery = Type.Object({ select, cut: cutAt });
export const insertQuery = Type.Object({
  on_conflict: text(
    'A unique column, or the columns of a unique index separated by commas: a row that has the same values in them is updated instead.',
  ),
  return: minimal,
});
export const rowQuery = Type.Object({ return: minimal });
export const touchQuery = Type.Object({ filter, all, return: minimal });
export const exportQuery = Type.Object({
  format: Type.Enum(['csv', 'json', 'ndjson']),
  select,
  filter,
  search,
  order,
  raw: Type.Optional(
    Type.Enum(['true', 'false'], { description: 'CSV only: leaves cells that look like formulas unchanged.' }),
  ),
});

export const row = Type.Record(Type.String(), Type.Unknown());

const count = Type.Integer({ minimum: 0 });
const counted = Type.Object({ count }, { additionalProperties: false });

export const listed = Type.Object(
  { data: Type.Array(row), count: Type.Optional(count) },
  { additionalProperties: false },
);
export const one = Type.Object({ data: row, count: Type.Literal(1) }, { additionalProperties: false });
const cut = Type.Optional(
  Type.Record(Type.String(), Type.Array(Type.String()), {
    description: 'The columns whose values were cut, by row id.',
  }),
);
export const cutListed = Type.Object({ ...listed.properties, cut }, { additionalProperties: false });
export const cutOne = Type.Object({ ...one.properties, cut }, { additionalProperties: false });
export const oneChanged = Type.Union([one, counted]);
export const manyChanged = Type.Union([
  Type.Object({ data: Type.Array(row), count }, { additionalProperties: false }),
  counted,
]);
export const inserted = Type.Union([
  one,
  Type.Object({ data: Type.Array(row), count }, { additionalProperties: false }),
  counted,
]);
export const batched = Type.Object(
  {
    data: Type.Array(
      Type.Union([
        row,
        counted,
        Type.Object({ error: Type.String(), code: Type.String() }, { additionalProperties: false }),
      ]),
    ),
    count,
  },
  { additionalProperties: false },
);

export const rowOrRows = Type.Union([row, Type.Array(row, { minItems: 1, maxItems: 100 })]);

const item: TSchema = Type.Union([
  Type.Object({ op: Type.Literal('insert'), data: row }),
  Type.Object({ op: Type.Literal('update'), id: Type.String(), data: row }),
  Type.Object({ op: Type.Literal('delete'), id: Type.String() }),
  Type.Object({ op: Type.Literal('upsert'), on: Type.String(), data: row }),
  row,
]);
const items = Type.Array(item, { minItems: 1, maxItems: 100 });

export const batchBody = Type.Union([
  Type.Object({ items, atomic: Type.Optional(Type.Boolean({ default: true })) }),
  items,
]);

const aggregate = {
  op: Type.Enum(['count', 'sum', 'avg', 'min', 'max']),
  field: Type.Optional(Type.String()),
  as: Type.Optional(
    textOfForm('^[a-z][a-z0-9_]{0,62}$', 'must be 1 to 63 characters of a-z, 0-9 and _, starting with a letter'),
  ),
  distinct: Type.Optional(Type.Boolean()),
};
const grouping = {
  group_by: Type.Optional(Type.Array(Type.String(), { maxItems: 5, examples: [['status', 'created_at:day']] })),
  filter: Type.Optional(Type.Union([Type.String(), row])),
  search,
  order: Type.Optional(Type.String()),
  limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000, default: 100 })),
};

export const aggregateBody = Type.Union([
  Type.Object({ aggregates: Type.Array(Type.Object(aggregate), { minItems: 1, maxItems: 20 }), ...grouping }),
  Type.Object({ ...aggregate, ...grouping }),
]);
export const exportedCsv = Type.String({ description: 'CSV (RFC 4180) with a header row.' });
export const exportedLines = Type.String({ description: 'One row as JSON on each line.' });
export const exported = Type.Object({ data: Type.Array(row), count });
