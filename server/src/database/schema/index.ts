export { bodyValue, defaultValue, indexedBytesMax, textValue } from './column-value.ts';
export { FieldProblem } from './field-problem.ts';
export { checkText } from './json-text.ts';
export { SYSTEM_OPTIONS, type SystemTableInput, systemTable } from './system-table.ts';
export type {
  Column,
  ColumnType,
  JsonValue,
  Level,
  OnDelete,
  Referrer,
  RowAction,
  Rule,
  Rules,
  SearchedColumn,
  StoredType,
  Table,
  TableIndex,
  TableSearch,
} from './table.ts';
export { typedValue } from './typed-value.ts';
export { visibleColumns, visibleMap } from './visible-columns.ts';
