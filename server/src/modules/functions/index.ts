export { createFunctions, type Functions, type FunctionsOptions } from './functions.ts';
export { createRuntime } from './runtime/index.ts';
