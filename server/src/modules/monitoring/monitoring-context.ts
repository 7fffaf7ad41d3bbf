import type { LogContext } from './log/list-logs.ts';
import type { MetricsContext } from './metrics/show-metrics.ts';

/** What the actions of this module work with. */
export interface MonitoringContext extends LogContext, MetricsContext {}
