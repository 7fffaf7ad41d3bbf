import { type Static, Type } from 'typebox';
import { COLUMNS_MAX, columnInput, INDEXES_MAX, indexInput, rulesSchema } from '../table-schemas.ts';

const renamedFrom = Type.Optional(
  Type.String({
    maxLength: 200,
    description: 'The previous name, to rename instead of creating. It is ignored once nothing has that name.',
  }),
);

const tableInput = Type.Object({
  columns: Type.Array(Type.Object({ ...columnInput.properties, renamed_from: renamedFrom }), { maxItems: COLUMNS_MAX }),
  indexes: Type.Optional(Type.Array(indexInput, { maxItems: INDEXES_MAX })),
  rules: Type.Optional(rulesSchema),
  renamed_from: renamedFrom,
});

/** All tables of a project by name, each complete: options and rules that are absent are as in a new table. */
export const tablesInput = Type.Record(Type.String(), tableInput);

export type TablesInput = Static<typeof tablesInput>;
export type TableInput = Static<typeof tableInput>;
