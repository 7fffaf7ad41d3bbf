export { type ApiAnswer, ApiRefusal, type ToolApi } from './api.ts';
export { CallLimit } from './call-limit.ts';
export { createToolServer } from './create-tool-server.ts';
export type { ToolMode } from './tool.ts';
