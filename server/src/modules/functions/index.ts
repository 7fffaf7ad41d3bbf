export type { AppFunctionSet, AppFunctions } from './deployments/app-functions.ts';
export { createFunctions, type Functions, type FunctionsOptions } from './functions.ts';
export { createRuntime } from './runtime/index.ts';
export type { PreparedCall, Template, TemplateCall, TemplateCharge } from './templates/template.ts';
