export { bodyValue, defaultValue, indexedBytesMax, mustHaveValue, textValue } from './column-value.ts';
export { FieldProblem } from './field-problem.ts';
export type { Comparison, Filter, RawValue } from './filter.ts';
export { checkText } from './json-text.ts';
export { SYSTEM_OPTIONS, systemTable } from './system-table.ts';
export type {
  Column,
  JsonValue,
  Level,
  RowAction,
  Rules,
  StoredType,
  Table,
} from './table.ts';
export { COLUMN_TYPES, type ColumnType, type Referrer, type Rule, type TableIndex } from './table.ts';
export { typedValue } from './typed-value.ts';
export { visibleColumns, visibleMap } from './visible-columns.ts';
