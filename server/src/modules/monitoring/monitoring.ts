import type { PlainStep, StoreName } from '../../database/index.ts';
import type { ObserveRequest, Route } from '../../http/index.ts';
import { createWaiters } from '../../platform/waiters.ts';
import { createFunctionLogStore, type FunctionLine } from './log/function-log-store.ts';
import { requestEntry } from './log/request-entry.ts';
import { RequestLog, type RequestLogOptions } from './log/request-log.ts';
import { createRequestLogStore } from './log/request-log-store.ts';
import { createLogRetention, type LogRetentionOptions } from './log/retention.ts';
import { MetricsRecorder } from './metrics/metrics-recorder.ts';
import { createMetricsStore, type MetricsSum } from './metrics/metrics-store.ts';
import type { MonitoringContext } from './monitoring-context.ts';
import { monitoringRoutes } from './routes.ts';

const DAY_MS = 24 * 60 * 60_000;
const LINE_BYTES = 150;

export interface Monitoring {
  readonly routes: readonly Route[];
  readonly observe: ObserveRequest;
  countRun(store: StoreName, isFailed: boolean): void;
  countDelivery(store: StoreName, isFailed: boolean): void;
  lineSteps(store: StoreName, lines: readonly FunctionLine[]): readonly PlainStep[];
  lastDay(stores: readonly StoreName[]): Promise<ReadonlyMap<string, MetricsSum>>;
  forgetSteps(store: StoreName): readonly PlainStep[];
  forget(store: StoreName): void;
  start(): void;
  /** Answers callers that wait for entries, so that the process can end. */
  stopWaiting(): void;
  stop(): Promise<void>;
}

export interface MonitoringOptions
  extends LogRetentionOptions,
    Pick<RequestLogOptions, 'ids' | 'onError'>,
    Pick<MonitoringContext, 'storageBytes' | 'flushLines'> {}

export function createMonitoring(options: MonitoringOptions): Monitoring {
  const { database, clock, ids, jobs, storageBytes, flushLines, onError } = options;
  const metricsStore = createMetricsStore(database, ids());
  const recorder = new MetricsRecorder({ database, clock, metricsStore, storageBytes, onError });
  const retention = createLogRetention({ database, clock, jobs });
  const requestLogStore = createRequestLogStore(database);
  const functionLogStore = createFunctionLogStore(database);
  const requestLog = new RequestLog({ database, ids, requestLogStore, retention, onError });
  const waiters = createWaiters();

  return {
    routes: monitoringRoutes({
      clock,
      storageBytes,
      flushLines,
      metricsStore,
      recorder,
      requestLog,
      requestLogStore,
      functionLogStore,
      waiters,
    }),
    observe(request, answer) {
      const { project } = request;
      // Members' calls to the control plane do not count as traffic of the project.
      if (project === undefined || request.operator !== undefined) return;
      const isFailed = answer.status >= 400;
      recorder.countRequest(project.store, isFailed, answer.durationMs);
      requestLog.add(project.store, isFailed, () => requestEntry(request, answer, clock.now()));
    },
    countRun: (store, isFailed) => recorder.countRun(store, isFailed),
    countDelivery: (store, isFailed) => recorder.countDelivery(store, isFailed),
    lineSteps(store, lines) {
      if (lines.length === 0) return [];
      const bytes = lines.reduce((sum, { message }) => sum + LINE_BYTES + message.length, 0);
      const counted = retention.countStep('function', bytes);
      const afterWrite = (): void => void retention.noted(store, 'function').catch(onError);
      return [...functionLogStore.insertSteps(lines, ids), { ...counted, afterWrite }];
    },
    async lastDay(stores) {
      await recorder.fold();
      return await metricsStore.sums(stores, clock.now() - DAY_MS);
    },
    forgetSteps: (store) => [metricsStore.forgetStep(store)],
    forget(store) {
      recorder.forget(store);
      requestLog.forget(store);
      retention.forget(store);
    },
    start() {
      recorder.start();
      requestLog.start();
    },
    stopWaiting: () => waiters.stop(),
    async stop() {
      await Promise.all([recorder.stop(), requestLog.stop()]);
    },
  };
}
