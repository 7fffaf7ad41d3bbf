import type { LogContext } from './log/list-logs.ts';
import type { MetricsContext } from './metrics/show-metrics.ts';

export interface MonitoringContext extends LogContext, MetricsContext {}
