import type { Static } from 'typebox';
import type { ColumnDefinition } from '../../database/index.ts';
import { columnOf } from '../../database/index.ts';
import type { ColumnType, JsonValue } from '../../database/schema/index.ts';
import { bodyValue, checkText, FieldProblem } from '../../database/schema/index.ts';
import type { Problems } from './problems.ts';
import { checkColumnName } from './read-name.ts';
import type { columnChange, columnInput } from './table-schemas.ts';

const ENUM_CHARACTERS_MAX = 200;
const DEFAULT_CHARACTERS_MAX = 10_000;

export type ColumnInput = Static<typeof columnInput>;
export type ColumnChange = Static<typeof columnChange>;

export interface ColumnContext {
  readonly path: string;
  readonly problems: Problems;
  readonly findTable: (name: string) => string | undefined;
}

export function readColumn(input: ColumnInput, key: string, context: ColumnContext): ColumnDefinition {
  const { path, problems } = context;
  checkColumnName(input.name, `${path}.name`, problems);
  const reference = readReference(input, context);
  const column: ColumnDefinition = {
    key,
    name: input.name,
    type: input.type,
    required: input.required ?? false,
    unique: input.unique ?? false,
    // Deleting a row or file looks up what refers to it, so references and files are indexed by default.
    indexed: input.indexed ?? (input.type === 'reference' || input.type === 'file'),
    hidden: input.hidden ?? false,
    readOnly: input.read_only ?? false,
    ...(input.searchable === true && { searchable: true }),
    ...(input.enum === undefined ? {} : { enum: input.enum }),
    ...(reference === undefined ? {} : { reference }),
    ...defaultOption(input.default),
  };
  return checkedColumn(column, context);
}

export function changeColumn(before: ColumnDefinition, change: ColumnChange, context: ColumnContext): ColumnDefinition {
  const { path, problems } = context;
  const { enum: values, default: standard, reference, searchable, ...kept } = before;
  if (change.rename !== undefined) checkColumnName(change.rename, `${path}.rename`, problems);
  if (change.type !== undefined && change.type !== before.type) {
    problems.add(
      `${path}.type`,
      `cannot change from ${before.type}: add a column of the other type, copy the values and drop this one`,
    );
  }
  if (change.on_delete !== undefined && reference === undefined) {
    problems.add(`${path}.on_delete`, 'is supported for references only');
  }
  const nextValues = change.enum === undefined ? values : (change.enum ?? undefined);
  const column: ColumnDefinition = {
    ...kept,
    name: change.rename ?? before.name,
    required: change.required ?? before.required,
    unique: change.unique ?? before.unique,
    indexed: change.indexed ?? before.indexed,
    hidden: change.hidden ?? before.hidden,
    readOnly: change.read_only ?? before.readOnly,
    ...((change.searchable ?? searchable) === true && { searchable: true }),
    ...(nextValues === undefined ? {} : { enum: nextValues }),
    ...(reference && { reference: { ...reference, onDelete: change.on_delete ?? reference.onDelete } }),
    ...defaultOption(change.default === undefined ? standard : change.default),
  };
  return checkedColumn(column, context);
}

function readReference(input: ColumnInput, { path, problems, findTable }: ColumnContext) {
  if (input.type !== 'reference') {
    if (input.table !== undefined) problems.add(`${path}.table`, 'is supported for references only');
    if (input.on_delete !== undefined) problems.add(`${path}.on_delete`, 'is supported for references only');
    return undefined;
  }
  const tableId = input.table === undefined ? undefined : findTable(input.table);
  if (tableId === undefined) {
    problems.add(`${path}.table`, input.table === undefined ? 'is required for a reference' : 'is no table');
    return undefined;
  }
  return { tableId, onDelete: input.on_delete ?? 'restrict' } as const;
}

/** null removes a default, so null is never a default itself. */
function defaultOption(value: unknown): { default?: JsonValue } {
  return value === undefined || value === null ? {} : { default: value as JsonValue };
}

const UNORDERED: ReadonlySet<ColumnType> = new Set(['json']);
const WITHOUT_DEFAULT: ReadonlySet<ColumnType> = new Set(['reference', 'file']);

function checkedColumn(column: ColumnDefinition, { path, problems }: ColumnContext): ColumnDefinition {
  const { type } = column;
  if (UNORDERED.has(type) && column.unique) problems.add(`${path}.unique`, `is not supported for ${type}`);
  if (UNORDERED.has(type) && column.indexed) problems.add(`${path}.indexed`, `is not supported for ${type}`);
  if (column.searchable === true && type !== 'text') problems.add(`${path}.searchable`, 'is supported for text only');
  if (column.reference?.onDelete === 'set_null' && column.required) {
    problems.add(`${path}.on_delete`, 'cannot be set_null when the column is required');
  }
  if (column.enum !== undefined) checkEnum(column.enum, type, { path, problems });
  return column.default === undefined ? column : withDefault(column, column.default, { path, problems });
}

type ProblemPlace = Pick<ColumnContext, 'path' | 'problems'>;

function checkEnum(values: readonly string[], type: ColumnType, { path, problems }: ProblemPlace): void {
  const field = `${path}.enum`;
  if (type !== 'text') problems.add(field, 'is supported for text only');
  if (values.length === 0) problems.add(field, 'must have at least one value');
  if (new Set(values).size < values.length) problems.add(field, 'has the same value twice');
  for (const value of values) {
    if (value.length > ENUM_CHARACTERS_MAX) {
      problems.add(field, `has a value of more than ${ENUM_CHARACTERS_MAX} characters`);
    }
    attempt(() => checkText(value), field, problems);
  }
}

/** References and files cannot have a default, because their row may be deleted. */
function withDefault(column: ColumnDefinition, value: JsonValue, { path, problems }: ProblemPlace): ColumnDefinition {
  const field = `${path}.default`;
  if (WITHOUT_DEFAULT.has(column.type)) problems.add(field, `is not for a ${column.type}`);
  if (JSON.stringify(value).length > DEFAULT_CHARACTERS_MAX) {
    problems.add(field, `must not be longer than ${DEFAULT_CHARACTERS_MAX} characters`);
    return column;
  }
  const stored = attempt(() => bodyValue(columnOf(column), value), field, problems);
  if (column.type === 'json' || stored === undefined) return column;
  return { ...column, default: stored as JsonValue };
}

function attempt<Result>(check: () => Result, field: string, problems: Problems): Result | undefined {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof FieldProblem)) throw error;
    problems.add(field, error.message);
    return undefined;
  }
}
