export { type ApiAnswer, ApiRefusal, type Method, type ToolApi } from './api.ts';
export { CallLimit } from './call-limit.ts';
export { createToolServer, type ToolServerOptions } from './create-tool-server.ts';
export type { ToolMode } from './tool.ts';
