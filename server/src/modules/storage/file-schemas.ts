import { Type } from 'typebox';
import { VISIBILITIES } from './files-table.ts';

const SECONDS_MAX = 604_800;

const nullableInteger = Type.Union([Type.Integer(), Type.Null()]);
const time = Type.String({ format: 'date-time' });
const visibility = Type.Enum([...VISIBILITIES]);
const metadata = Type.Record(Type.String(), Type.Unknown(), { description: 'At most 16,384 bytes of JSON.' });

const file = Type.Object({
  id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  path: Type.String({ description: 'The path shown to people; it ends with the name.' }),
  size: Type.Integer(),
  mime_type: Type.String({ description: 'The type detected from the bytes.' }),
  visibility,
  url: Type.String({ format: 'uri' }),
  checksum_sha256: Type.String(),
  width: nullableInteger,
  height: nullableInteger,
  metadata,
  owner_id: Type.Union([Type.String({ format: 'uuid' }), Type.Null()]),
  created_at: time,
  updated_at: time,
});

const filter = Type.Optional(
  Type.Union([Type.String(), Type.Array(Type.String())], {
    description: 'A filter as for rows. Repeated filters must all match.',
  }),
);

const place = (side: string) =>
  Type.Optional(
    Type.String({
      description: `A page by key: a JSON array of one file's values of the order's fields in their order, then its id. The page holds the files ${side} that place. Not together with \`offset\`.`,
    }),
  );

export const listQuery = Type.Object({
  prefix: Type.Optional(Type.String({ description: 'The beginning of the paths to match.' })),
  filter,
  order: Type.Optional(Type.String({ description: 'Fields with `:asc` or `:desc`, separated by commas.' })),
  limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000, default: 100 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
  after: place('after'),
  before: place('before'),
});
export const deleteQuery = Type.Object({ prefix: Type.String({ minLength: 1 }) });

export const uploadBody = Type.Object({
  file: Type.Union([
    Type.String({ format: 'binary' }),
    Type.Array(Type.String({ format: 'binary' }), { maxItems: 10 }),
  ]),
  path: Type.Optional(
    Type.String({
      description: 'The path including the name, or a folder that ends with `/`; then the file’s own name is added.',
    }),
  ),
  visibility: Type.Optional(visibility),
  metadata: Type.Optional(Type.String({ description: 'A JSON object.' })),
});
export const patchBody = Type.Object({
  name: Type.Optional(Type.String()),
  path: Type.Optional(Type.String()),
  visibility: Type.Optional(visibility),
  metadata: Type.Optional(metadata),
});
export const signBody = Type.Object({
  expires_in: Type.Integer({ minimum: 1, maximum: SECONDS_MAX, description: 'How many seconds the link stays valid.' }),
});

export const one = Type.Object({ data: file, count: Type.Literal(1) });
export const many = Type.Object({ data: Type.Array(file), count: Type.Integer({ minimum: 0 }) });
export const counted = Type.Object({ count: Type.Integer({ minimum: 0 }) });
export const signed = Type.Object({
  data: Type.Object({ url: Type.String({ format: 'uri' }), expires_at: time }),
  count: Type.Literal(1),
});
