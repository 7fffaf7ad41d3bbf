import { type Static, Type } from 'typebox';
import { listingQuery, textOfForm } from '../../http/index.ts';

const WEIGHT_MAX = 1000;

const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);
const time = Type.String({ format: 'date-time' });
const count = Type.Integer({ minimum: 0 });

const fields = {
  name: textOfForm('^[a-z][a-z0-9_-]{0,62}$', 'must be lower-case letters, digits, - and _, beginning with a letter'),
  url: Type.String({ maxLength: 4096, description: 'The address, which is stored encrypted and never shown again.' }),
  accepts_new: Type.Boolean({ description: 'Whether new projects are placed in it.', default: true }),
  weight: Type.Number({
    exclusiveMinimum: 0,
    maximum: WEIGHT_MAX,
    default: 1,
    description: 'The share of new projects, relative to the other databases.',
  }),
};

export const newDatabase = Type.Object({
  name: fields.name,
  url: fields.url,
  accepts_new: Type.Optional(fields.accepts_new),
  weight: Type.Optional(fields.weight),
});
export type NewDatabase = Static<typeof newDatabase>;

export const databaseChange = Type.Object({
  url: Type.Optional(fields.url),
  accepts_new: Type.Optional(fields.accepts_new),
  weight: Type.Optional(fields.weight),
});
export type DatabaseChange = Static<typeof databaseChange>;

const databaseRecord = Type.Object({
  name: Type.String(),
  accepts_new: Type.Boolean(),
  weight: Type.Number(),
  state: Type.Enum(['ok', 'down']),
  projects: count,
  bytes: nullable(
    Type.Integer({ description: 'null while the database does not answer, or when it has too many tables to add up.' }),
  ),
  connections: nullable(Type.Integer({ description: 'The open connections of all processes.' })),
  created_at: nullable(time),
});
export type DatabaseRecord = Static<typeof databaseRecord>;

export const databaseAnswer = Type.Object({ data: databaseRecord, count: Type.Literal(1) });
export const databasesAnswer = Type.Object({ data: Type.Array(databaseRecord), count: Type.Integer() });

export const placedProjectsQuery = Type.Object({
  ...listingQuery.properties,
  id: Type.Optional(Type.String({ maxLength: 200, description: 'Exactly this id.' })),
  search: Type.Optional(
    Type.String({ maxLength: 200, description: 'Part of the name or the id; `*` matches any characters.' }),
  ),
  database: Type.Optional(Type.String({ maxLength: 63, description: 'The name of the database that holds them.' })),
});
export type PlacedProjectsQuery = Static<typeof placedProjectsQuery>;

export const placedProjectsAnswer = Type.Object({
  data: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), database: Type.String() })),
  count: Type.Integer(),
});

export const moveBody = Type.Object({
  database: Type.String({ description: 'The name of the database to move the project to.' }),
});
export const moveQuery = Type.Object({
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 600,
      default: 2,
      description: 'How many seconds to wait for the end before answering 202.',
    }),
  ),
});

const moveRecord = Type.Object({
  id: Type.String(),
  project: Type.String(),
  from: Type.String(),
  database: Type.String(),
  state: Type.Enum(['running', 'done', 'failed']),
  bytes: nullable(Type.Integer({ description: 'The number of bytes of the copied rows.' })),
  error: nullable(Type.String()),
  created_at: time,
  ended_at: nullable(time),
  kept_until: nullable(Type.String({ format: 'date-time', description: 'When the old copy is deleted.' })),
});
export type MoveRecord = Static<typeof moveRecord>;

export const moveAnswer = Type.Object({ data: moveRecord, count: Type.Literal(1) });
export const movesAnswer = Type.Object({ data: Type.Array(moveRecord), count: Type.Integer() });
