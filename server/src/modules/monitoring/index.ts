export type { FunctionLine } from './log/function-log-store.ts';
export { createMonitoring, type Monitoring, type MonitoringOptions } from './monitoring.ts';
