import { Type } from 'typebox';
import { COLUMN_TYPES } from '../../database/schema/index.ts';

export const COLUMNS_MAX = 200;
const ENUM_VALUES_MAX = 500;
const NAME = '^[a-z][a-z0-9_]{0,62}$';

const onDelete = Type.Enum(['restrict', 'cascade', 'set_null'], {
  description: 'What happens to this row when the row it references is deleted.',
});
const level = Type.String({
  maxLength: 120,
  description: '`public`, `authenticated`, `owner`, `role:<name>` or `private`.',
});
const where = Type.Unknown({
  description:
    'A filter as text or JSON. Values may be `$user.id`, `$user.email`, `$user.role` and `$now`; terms may be `exists(<table>,<column>:eq:$row.<column>,…)`, which is true if that table has such a row.',
});
const rule = Type.Union([level, Type.Object({ level, where: Type.Optional(where) })]);

export const rulesSchema = Type.Object(
  {
    read: Type.Optional(rule),
    create: Type.Optional(rule),
    update: Type.Optional(rule),
    delete: Type.Optional(rule),
  },
  { description: 'Who may do what. An absent action is `private` on POST and unchanged on PATCH.' },
);

const options = {
  required: Type.Optional(Type.Boolean({ description: 'The column does not accept null.' })),
  unique: Type.Optional(
    Type.Boolean({ description: 'No two rows may have the same value; any number may have null.' }),
  ),
  indexed: Type.Optional(Type.Boolean({ description: 'Makes filters and orders by this column fast.' })),
  hidden: Type.Optional(Type.Boolean({ description: 'Only callers with a secret key can read the column.' })),
  read_only: Type.Optional(Type.Boolean({ description: 'Only callers with a secret key can write the column.' })),
  searchable: Type.Optional(
    Type.Boolean({ description: 'Lets `search` find the words of this text; at most ten columns of a table.' }),
  ),
  default: Type.Optional(
    Type.Unknown({ description: 'The value stored when an insert does not send the column. null means no default.' }),
  ),
  on_delete: Type.Optional(onDelete),
};
const enumValues = Type.Array(Type.String(), {
  maxItems: ENUM_VALUES_MAX,
  description: 'The values the text may have.',
});
const columnName = Type.String({ maxLength: 200, description: `Matches ${NAME}.` });

export const columnInput = Type.Object({
  name: columnName,
  type: Type.Enum([...COLUMN_TYPES]),
  ...options,
  enum: Type.Optional(enumValues),
  table: Type.Optional(Type.String({ maxLength: 200, description: 'The table that a reference column refers to.' })),
});

export const columnChange = Type.Object({
  name: columnName,
  rename: Type.Optional(columnName),
  type: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'The type of a column cannot change; sending the same type is allowed.',
    }),
  ),
  ...options,
  enum: Type.Optional(Type.Union([enumValues, Type.Null()])),
});

export const INDEXES_MAX = 20;
const INDEX_COLUMNS_MAX = 5;

const indexColumns = Type.Array(columnName, { minItems: 1, maxItems: INDEX_COLUMNS_MAX });

export const indexInput = Type.Object(
  {
    columns: indexColumns,
    unique: Type.Optional(
      Type.Boolean({
        description: 'No two rows may have the same values in all these columns; rows with a null are not compared.',
      }),
    ),
  },
  {
    description:
      'An index of several columns. A list that filters the first columns by equal values and orders by the next one reads only its page.',
  },
);

export const createTableBody = Type.Object({
  name: columnName,
  columns: Type.Optional(Type.Array(columnInput, { maxItems: COLUMNS_MAX })),
  indexes: Type.Optional(Type.Array(indexInput, { maxItems: INDEXES_MAX })),
  rules: Type.Optional(rulesSchema),
});

export const alterTableBody = Type.Object({
  rename: Type.Optional(columnName),
  add_columns: Type.Optional(Type.Array(columnInput, { maxItems: COLUMNS_MAX })),
  change_columns: Type.Optional(Type.Array(columnChange, { maxItems: COLUMNS_MAX })),
  drop_columns: Type.Optional(Type.Array(columnName, { maxItems: COLUMNS_MAX })),
  add_indexes: Type.Optional(Type.Array(indexInput, { maxItems: INDEXES_MAX })),
  drop_indexes: Type.Optional(
    Type.Array(indexColumns, { maxItems: INDEXES_MAX, description: 'The names of each index’s columns, in order.' }),
  ),
  rules: Type.Optional(rulesSchema),
});

export const alterQuery = Type.Object({
  dry_run: Type.Optional(
    Type.Boolean({ description: 'Returns the effects without changing anything.', default: false }),
  ),
});

export const columnShown = Type.Object({
  name: Type.String(),
  type: Type.Enum([...COLUMN_TYPES, 'uuid']),
  required: Type.Boolean(),
  unique: Type.Boolean(),
  indexed: Type.Boolean(),
  hidden: Type.Boolean(),
  read_only: Type.Boolean(),
  searchable: Type.Optional(Type.Literal(true, { description: '`search` finds the words of this column.' })),
  default: Type.Optional(Type.Unknown()),
  enum: Type.Optional(Type.Array(Type.String())),
  table: Type.Optional(Type.String()),
  on_delete: Type.Optional(onDelete),
  system: Type.Optional(Type.Literal(true, { description: 'Every table has this column; the server sets its value.' })),
});

const rulesShown = Type.Object({ read: rule, create: rule, update: rule, delete: rule });

export const tableShown = Type.Object({
  name: Type.String(),
  columns: Type.Array(columnShown),
  indexes: Type.Array(Type.Object({ columns: Type.Array(Type.String()), unique: Type.Boolean() }), {
    description: 'Indexes of several columns. The index of a single column is an option of that column.',
  }),
  rules: rulesShown,
  read_only: Type.Optional(Type.Boolean({ description: 'Only the service itself writes rows of this table.' })),
  row_count: Type.Optional(Type.Integer()),
  change: Type.Optional(Type.String({ description: 'The id of a change of the table that is under way.' })),
  created_at: Type.String({ format: 'date-time' }),
  updated_at: Type.String({ format: 'date-time' }),
});

const tableSummary = Type.Object({
  name: Type.String(),
  columns: Type.Integer(),
  row_count: Type.Integer(),
  rules: rulesShown,
  updated_at: Type.String({ format: 'date-time' }),
});

export const effectShown = Type.Object({
  column: Type.String(),
  change: Type.String({
    description: '`add`, `drop`, or an option: `rename`, `required`, `unique`, `indexed`, `default`, `enum`, …',
  }),
  problem: Type.Union([Type.Enum(['nulls', 'duplicates', 'values', 'in_use']), Type.Null()]),
  rows: Type.Integer({
    description:
      'The number of rows that prevent the change; without a problem, the number of rows that lose or get a value.',
  }),
});

const advice = Type.Array(Type.Object({ table: Type.String(), columns: Type.Array(Type.String()) }), {
  description:
    'Indexes missing for the look-ups of the saved rules. Without them every tested row reads the other table.',
});

export const tableAnswer = Type.Object({ data: tableShown, count: Type.Integer(), advice: Type.Optional(advice) });
export const alteredAnswer = Type.Object({
  data: Type.Object({ ...tableShown.properties, effects: Type.Optional(Type.Array(effectShown)) }),
  count: Type.Integer(),
  advice: Type.Optional(advice),
});
export const tablesAnswer = Type.Object({
  data: Type.Union([Type.Array(tableShown), Type.Array(tableSummary)]),
  count: Type.Integer(),
});

export const slowListsAnswer = Type.Object({
  data: Type.Array(
    Type.Object({
      table: Type.String(),
      index: Type.Object(
        { columns: Type.Array(Type.String()) },
        { description: 'The index that would make these lists fast.' },
      ),
      lists: Type.Integer({ description: 'The number of lists since the process started.' }),
      mean_ms: Type.Integer(),
      slowest_ms: Type.Integer(),
      last_at: Type.String({ format: 'date-time' }),
    }),
  ),
  count: Type.Integer(),
});
