import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../shared/api/client.ts';
import { formatBytes, formatCount } from '../../shared/text/formats.ts';

const HOUR = 3_600_000;

export const RANGES = {
  '24h': { label: 'Last 24 hours', step: '1h', ms: 24 * HOUR, before: 'the day before' },
  '7d': { label: 'Last 7 days', step: '1h', ms: 7 * 24 * HOUR, before: 'the week before' },
  // Figures are kept for 32 days, so there is no earlier range to compare with.
  '30d': { label: 'Last 30 days', step: '1d', ms: 30 * 24 * HOUR, before: undefined },
} as const;

export type RangeName = keyof typeof RANGES;

export function rangeOf(text: string | undefined): RangeName {
  return text === '7d' || text === '30d' ? text : '24h';
}

const FRESH_MS = 60_000;

export interface MetricsPoint {
  readonly at: string;
  readonly requests: number;
  readonly errors: number;
  readonly runs: number;
  readonly runs_failed: number;
  readonly deliveries: number;
  readonly deliveries_failed: number;
  readonly storage_bytes: number;
}

interface Metrics {
  readonly points: readonly MetricsPoint[];
  readonly before: readonly MetricsPoint[] | undefined;
}

export function metricsQuery(project: string, range: RangeName) {
  const { step, ms, before } = RANGES[range];
  return queryOptions({
    queryKey: [project, 'metrics', range],
    refetchInterval: FRESH_MS,
    queryFn: async ({ signal }): Promise<Metrics> => {
      const to = Date.now();
      const from = to - ms * (before === undefined ? 1 : 2);
      const query = { from: new Date(from).toISOString(), to: new Date(to).toISOString(), step };
      const params = { path: { project_id: project }, query };
      const all = await dataOf(api.GET('/api/cloud/projects/{project_id}/metrics', { params, signal }));
      if (before === undefined) return { points: all, before: undefined };
      const start = all.findIndex(({ at }) => Date.parse(at) > to - ms);
      return { points: all.slice(start), before: all.slice(0, start) };
    },
  });
}

export interface Metric {
  readonly title: string;
  readonly value: (point: MetricsPoint) => number;
  readonly bad?: (point: MetricsPoint) => number;
  readonly format: (value: number) => string;
  readonly summary?: (ended: number, failed: number, skipped: number) => string;
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
    summary: deliveriesText,
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

function deliveriesText(ended: number, failed: number, skipped: number): string {
  const all = ended + skipped;
  if (all === 0) return '0';
  const parts = [
    `${formatCount(ended - failed)} of ${formatCount(all)} delivered`,
    ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
    ...(skipped > 0 ? [`${formatCount(skipped)} skipped`] : []),
  ];
  return parts.join(', ');
}

const WEBHOOKS_MAX = 1000;

/** The deliveries that were skipped in the last 24 hours; no longer range is known. */
export function skippedQuery(project: string) {
  return queryOptions({
    queryKey: [project, 'webhooks', 'skipped'],
    refetchInterval: FRESH_MS,
    queryFn: async ({ signal }) => {
      const params = { path: { project_id: project }, query: { stats: true, limit: WEBHOOKS_MAX } };
      const webhooks = await dataOf(api.GET('/api/cloud/projects/{project_id}/webhooks', { params, signal }));
      return webhooks.reduce((total, { stats }) => total + (stats?.skipped ?? 0), 0);
    },
  });
}

export function comparison(now: number, before: number, span: string): string | undefined {
  if (now === before) return now === 0 ? undefined : `as much as ${span}`;
  if (before === 0) return `none ${span}`;
  const percent = Math.round((Math.abs(now - before) / before) * 100);
  if (percent === 0) return `about as much as ${span}`;
  return `${formatCount(percent)} % ${now > before ? 'more' : 'less'} than ${span}`;
}
