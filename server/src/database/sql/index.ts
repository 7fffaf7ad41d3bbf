export type { Dialect } from '../dialect.ts';
export { Bindings } from './bindings.ts';
export { deleteRows, updateRows } from './change-rows.ts';
export { insertRows, type NewRow } from './insert-rows.ts';
export { afterPrefix, createTextMatcher } from './like-pattern.ts';
export { totalOrder } from './order-by.ts';
export {
  type Aggregate,
  aggregateRows,
  type Grouping,
  type RowAggregation,
} from './reads/aggregate-rows.ts';
export { compileList, compileRow } from './reads/compile-list.ts';
export { exportRows } from './reads/export-rows.ts';
export { isCuttable } from './reads/list-compiler.ts';
export type { Place } from './reads/page-from.ts';
export { idColumn, idIs, type OrderTerm, type Scope } from './scope.ts';
export { testCondition } from './test-condition.ts';
export { upsertRow } from './upsert-row.ts';
export { countSurplusWords, countWrongWords, fillWords, nextTexts, readTexts, textsOf } from './words-of-rows.ts';
