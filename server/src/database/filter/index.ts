export type { Comparison, Filter, Operator, RawValue, Variable } from '../schema/filter.ts';
export { type BindOptions, bindFilter } from './bind-filter.ts';
export { and, not, or } from './combine.ts';
export type { BoundValue, Condition } from './condition.ts';
export { parseFilter, parseFilters } from './parse-filter.ts';
export { printFilter } from './print-filter.ts';
export { resolveCondition, type Variables } from './resolve-condition.ts';
