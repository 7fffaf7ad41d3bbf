export type { Dialect } from '../dialect.ts';
export {
  type Aggregate,
  aggregateRows,
  type Grouping,
  type RowAggregation,
} from './aggregate-rows.ts';
export { deleteRows, updateRows } from './change-rows.ts';
export { compileList, compileRow } from './compile-list.ts';
export { exportRows } from './export-rows.ts';
export { insertRows, type NewRow } from './insert-rows.ts';
export { afterPrefix, createTextMatcher } from './like-pattern.ts';
export { isCuttable } from './list-compiler.ts';
export { totalOrder } from './order-by.ts';
export type { Place } from './page-from.ts';
export { idColumn, idIs, type OrderTerm, type Scope } from './scope.ts';
export { testCondition } from './test-condition.ts';
export { upsertRow } from './upsert-row.ts';
export { countSurplusWords, countWrongWords, fillWords, nextTexts, readTexts, textsOf } from './words-of-rows.ts';
