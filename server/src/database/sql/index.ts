export type { Bucket, CaptureTrigger, Dialect, Direction } from '../dialect.ts';
export {
  type Aggregate,
  aggregateRows,
  type Grouping,
  type RowAggregation,
} from './aggregate-rows.ts';
export { deleteRows, type OnNoMatch, type RowsDelete, type RowsUpdate, updateRows } from './change-rows.ts';
export { compileList, compileRow } from './compile-list.ts';
export { exportRows, type RowExport } from './export-rows.ts';
export { insertRows, type NewRow, type RowsInsert } from './insert-rows.ts';
export { afterPrefix, createTextMatcher } from './like-pattern.ts';
export { isCuttable, type RowSelection } from './list-compiler.ts';
export { totalOrder } from './order-by.ts';
export type { Place } from './page-from.ts';
export { idColumn, idIs, type OrderTerm, type Scope } from './scope.ts';
export { testCondition } from './test-condition.ts';
export { type RowUpsert, upsertRow } from './upsert-row.ts';
export { countSurplusWords, countWrongWords, fillWords, nextTexts, readTexts, textsOf } from './words-of-rows.ts';
