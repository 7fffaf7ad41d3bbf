export type { PreparedCall, Template, TemplateCall } from './definitions/template.ts';
export type { AppFunctionSet } from './deployment/app/app-deployments.ts';
export type { NameChanges } from './deployment/app/deployment-changes.ts';
export { type FunctionsPlan, functionsInput } from './deployment/schema-options.ts';
export { type AppFunctions, createFunctions, type Functions } from './functions.ts';
export { createRuntime, type LoadLimits } from './runtime/index.ts';
export { type SignatureScheme, verifySignature } from './signatures/index.ts';
