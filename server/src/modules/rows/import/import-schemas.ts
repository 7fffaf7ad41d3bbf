import { Type } from 'typebox';

export const importQuery = Type.Object({
  format: Type.Optional(Type.String({ description: '`csv`, `json` or `ndjson`.' })),
  mode: Type.Optional(Type.Enum(['insert', 'upsert'], { default: 'insert' })),
  on: Type.Optional(
    Type.String({
      description:
        'With `mode=upsert`: the unique column that tells known rows. Without it `id`, or the one the rows have.',
    }),
  ),
  columns: Type.Optional(
    Type.String({
      maxLength: 20_000,
      description: 'CSV: the columns of the table in the place of the header’s, by commas; `-` leaves one out.',
    }),
  ),
  dry_run: Type.Optional(Type.Boolean({ default: false, description: 'Reports, but writes nothing.' })),
  raw: Type.Optional(
    Type.Boolean({ default: false, description: 'CSV cells as they are, as in an export with `raw`.' }),
  ),
});

export const importBody = Type.Unknown({
  description: 'CSV with a header row, a JSON array of rows, a row as JSON on each line, or an export of this service.',
});

export const importAnswer = Type.Object({
  data: Type.Object({
    rows: Type.Integer({ description: 'All that were read.' }),
    inserted: Type.Integer(),
    updated: Type.Integer(),
    failed: Type.Integer({ description: 'Left out; the first thousand are listed.' }),
    errors: Type.Array(
      Type.Object({
        line: Type.Integer({ description: 'On which the row begins, from 1.' }),
        code: Type.String(),
        message: Type.String(),
        field: Type.Optional(Type.String()),
      }),
    ),
    dry_run: Type.Boolean(),
  }),
  count: Type.Integer({ description: 'Rows inserted or updated.' }),
});
