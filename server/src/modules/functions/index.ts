export type { AppFunctionSet, AppFunctions } from './deployments/app-functions.ts';
export type { Changes, FunctionChanges } from './deployments/deployment-changes.ts';
export { createFunctions, type Functions, type FunctionsOptions } from './functions.ts';
export { createRuntime } from './runtime/index.ts';
export { type FunctionsPlan, functionsInput } from './schema-options.ts';
export type { PreparedCall, Template, TemplateCall, TemplateCharge } from './templates/template.ts';
