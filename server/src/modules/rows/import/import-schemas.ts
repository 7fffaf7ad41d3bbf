import { Type } from 'typebox';

export const importQuery = Type.Object({
  format: Type.Optional(Type.String({ description: '`csv`, `json` or `ndjson`.' })),
  mode: Type.Optional(Type.Enum(['insert', 'upsert'], { default: 'insert' })),
  on: Type.Optional(
    Type.String({
      description:
        'With `mode=upsert`: the unique column that identifies existing rows. By default `id`, or the unique column that the rows have.',
    }),
  ),
  columns: Type.Optional(
    Type.String({
      maxLength: 20_000,
      description: 'CSV: the column of the table for each column of the file, separated by commas; `-` skips one.',
    }),
  ),
  dry_run: Type.Optional(Type.Boolean({ default: false, description: 'Returns the report without writing anything.' })),
  raw: Type.Optional(
    Type.Boolean({ default: false, description: 'Reads CSV cells unchanged, as an export with `raw` writes them.' }),
  ),
});

export const importBody = Type.Unknown({
  description:
    'CSV with a header row, a JSON array of rows, one row as JSON on each line, or an export of this service.',
});

export const importAnswer = Type.Object({
  data: Type.Object({
    rows: Type.Integer({ description: 'The number of rows read.' }),
    inserted: Type.Integer(),
    updated: Type.Integer(),
    failed: Type.Integer({ description: 'The number of rows skipped; the first thousand are listed.' }),
    errors: Type.Array(
      Type.Object({
        line: Type.Integer({ description: 'The line on which the row begins, counted from 1.' }),
        code: Type.String(),
        message: Type.String(),
        field: Type.Optional(Type.String()),
      }),
    ),
    dry_run: Type.Boolean(),
  }),
  count: Type.Integer({ description: 'The number of rows inserted or updated.' }),
});
