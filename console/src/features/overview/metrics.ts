import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../shared/api/client.ts';
import { formatBytes, formatCount } from '../../shared/text/formats.ts';

const HOUR = 3_600_000;

export const RANGES = {
  '24h': { label: 'Last 24 hours', step: '1h', ms: 24 * HOUR },
  '7d': { label: 'Last 7 days', step: '1h', ms: 7 * 24 * HOUR },
  '30d': { label: 'Last 30 days', step: '1d', ms: 30 * 24 * HOUR },
} as const;

export type RangeName = keyof typeof RANGES;

export function rangeOf(text: string | undefined): RangeName {
  return text === '7d' || text === '30d' ? text : '24h';
}

const FRESH_MS = 60_000;

/** Read again every minute while the page is visible. */
export function metricsQuery(project: string, range: RangeName) {
  const { step, ms } = RANGES[range];
  return queryOptions({
    queryKey: [project, 'metrics', range],
    refetchInterval: FRESH_MS,
    queryFn: ({ signal }) => {
      const to = new Date();
      const query = { from: new Date(to.getTime() - ms).toISOString(), to: to.toISOString(), step };
      return dataOf(
        api.GET('/api/cloud/projects/{project_id}/metrics', {
          params: { path: { project_id: project }, query },
          signal,
        }),
      );
    },
  });
}

export type MetricsPoint = Awaited<ReturnType<ReturnType<typeof metricsQuery>['queryFn'] & object>>[number];

export interface Metric {
  readonly title: string;
  readonly value: (point: MetricsPoint) => number;
  readonly bad?: (point: MetricsPoint) => number;
  readonly format: (value: number) => string;
  /** One figure for the whole range. */
  readonly total: (points: readonly MetricsPoint[]) => number;
}

const sum =
  (value: (point: MetricsPoint) => number) =>
  (points: readonly MetricsPoint[]): number =>
    points.reduce((total, point) => total + value(point), 0);

export const METRICS: readonly Metric[] = [
  { title: 'Requests', value: (point) => point.requests, format: formatCount, total: sum((point) => point.requests) },
  { title: 'Errors', value: (point) => point.errors, format: formatCount, total: sum((point) => point.errors) },
  {
    title: 'Function runs',
    value: (point) => point.runs,
    bad: (point) => point.runs_failed,
    format: formatCount,
    total: sum((point) => point.runs),
  },
  {
    title: 'Deliveries',
    value: (point) => point.deliveries,
    bad: (point) => point.deliveries_failed,
    format: formatCount,
    total: sum((point) => point.deliveries),
  },
  {
    title: 'Storage',
    value: (point) => point.storage_bytes,
    format: formatBytes,
    total: (points) => points.at(-1)?.storage_bytes ?? 0,
  },
];
