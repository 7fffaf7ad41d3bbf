export { bodyValue, defaultValue, textValue } from './column-value.ts';
export { FieldProblem } from './field-problem.ts';
export { checkText, JSON_DEPTH_MAX } from './json-text.ts';
export {
  COLUMN_TYPES,
  type Column,
  type ColumnType,
  type JsonValue,
  type Level,
  type OnDelete,
  physicalName,
  type Referrer,
  type RowAction,
  type Rule,
  type Rules,
  type StoredType,
  type Table,
} from './table.ts';
export { parseDate, parseTimestamp } from './timestamps.ts';
export { visibleColumns, visibleMap } from './visible-columns.ts';
