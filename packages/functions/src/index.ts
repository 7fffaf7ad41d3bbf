export { type InvokeFailure, type InvokeOptions, type InvokeResult, type InvokeSuccess, invoke } from './invoke.ts';
export { type FunctionHook, useFunction } from './use-function.ts';
export { type FunctionInfo, type FunctionsResult, useFunctions } from './use-functions.ts';
