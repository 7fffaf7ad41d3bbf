export { openTracing } from './open-tracing.ts';
export type { TraceOutbound, Tracing } from './tracing.ts';
