export type { Comparison, Filter, Lookup, Operator } from '../schema/filter.ts';
export { bindFilter } from './bind-filter.ts';
export { comparisonsIn, isUserValue, rowColumnName } from './bind-lookup.ts';
export { and, not, or } from './combine.ts';
export type { Condition, LookupTable } from './condition.ts';
export { openPatterns } from './open-patterns.ts';
export { parseFilter, parseFilters } from './parse-filter.ts';
export { printFilter } from './print-filter.ts';
export { resolveCondition, type Variables } from './resolve-condition.ts';
