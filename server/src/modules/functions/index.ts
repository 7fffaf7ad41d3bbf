export type { ReachedModule } from './function-parts.ts';
export { createFunctions, type Functions, type FunctionsOptions } from './functions.ts';
