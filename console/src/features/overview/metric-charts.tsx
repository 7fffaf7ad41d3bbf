import { NativeSelect, Switch } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useAddress } from '../../shared/address/use-address.ts';
import { QueryPart } from '../../shared/feedback/query-part.tsx';
import { Waiting } from '../../shared/feedback/waiting.tsx';
import { useWanted } from '../../shared/forms/use-wanted.ts';
import { useRefreshKey } from '../../shared/keyboard/use-refresh-key.ts';
import { DataTable } from '../../shared/list/data-table.tsx';
import { useProject } from '../../shared/project/project-context.tsx';
import { formatTime } from '../../shared/text/formats.ts';
import {
  comparison,
  METRICS,
  type Metric,
  type MetricsPoint,
  metricsQuery,
  RANGES,
  type RangeName,
  rangeOf,
  skippedQuery,
} from './metrics.ts';
import classes from './overview.module.css';

const Chart = lazy(() => import('../../shared/charts/chart.tsx').then((module) => ({ default: module.Chart })));

export function MetricCharts() {
  const { id } = useProject();
  const { search, change } = useAddress();
  const range = rangeOf(search['range']);
  const [isTable, setIsTable] = useWanted(search['view'] === 'table');
  const query = useQuery({ ...metricsQuery(id, range), placeholderData: keepPreviousData });
  const { data: skipped = 0 } = useQuery({ ...skippedQuery(id), enabled: range === '24h' });
  useRefreshKey(() => void query.refetch());
  return (
    <>
      <div className={classes.tools}>
        <NativeSelect
          aria-label="Time"
          value={range}
          data={Object.entries(RANGES).map(([value, { label }]) => ({ value, label }))}
          onChange={(event) =>
            change({ range: event.currentTarget.value === '24h' ? undefined : event.currentTarget.value })
          }
        />
        <Switch
          label="Show as table"
          checked={isTable}
          onChange={(event) => {
            setIsTable(event.currentTarget.checked);
            change({ view: event.currentTarget.checked ? 'table' : undefined }, { replace: true });
          }}
        />
      </div>
      <QueryPart query={query}>
        {({ points, before }) =>
          isTable ? (
            <MetricTable points={points} />
          ) : (
            <div
              className={classes.charts}
              data-quiet={METRICS.every((metric) => isQuiet(metric, points)) || undefined}
            >
              {METRICS.map((metric) => (
                <MetricChart
                  key={metric.title}
                  metric={metric}
                  points={points}
                  before={before}
                  range={range}
                  skipped={range === '24h' ? skipped : 0}
                />
              ))}
            </div>
          )
        }
      </QueryPart>
    </>
  );
}

interface MetricChartProps {
  readonly metric: Metric;
  readonly points: readonly MetricsPoint[];
  readonly before: readonly MetricsPoint[] | undefined;
  readonly range: RangeName;
  readonly skipped: number;
}

function MetricChart({ metric, points, before, range, skipped }: MetricChartProps) {
  const { title, value, bad, format, total, summary } = metric;
  const { label, before: span = '' } = RANGES[range];
  const all = format(total(points));
  const failed = bad === undefined ? 0 : points.reduce((sum, point) => sum + bad(point), 0);
  const usual = failed === 0 ? all : `${all}, ${format(failed)} failed`;
  const text = summary === undefined ? usual : summary(total(points), failed, skipped);
  const compared = before === undefined ? undefined : comparison(total(points), total(before), span);
  return (
    <figure className={classes.figure}>
      <figcaption>
        {title} <strong>{text}</strong>
        {(compared !== undefined || !isQuiet(metric, points)) && (
          <span className={classes.compared}>{compared ?? '\u00a0'}</span>
        )}
      </figcaption>
      {isQuiet(metric, points) ? (
        <p className="dim">Nothing in the {label.toLowerCase()}.</p>
      ) : (
        <Suspense fallback={<Waiting lines={1} />}>
          <Chart
            label={`${title}, ${label.toLowerCase()}: ${text}`}
            points={points.map((point) => ({
              at: point.at,
              value: value(point),
              ...(bad && failed > 0 && { bad: bad(point) }),
            }))}
            format={format}
          />
        </Suspense>
      )}
    </figure>
  );
}

function isQuiet({ value }: Metric, points: readonly MetricsPoint[]): boolean {
  return points.every((point) => value(point) === 0);
}

function MetricTable({ points }: { readonly points: readonly MetricsPoint[] }) {
  return (
    <DataTable
      name="Figures"
      items={[...points].reverse()}
      keyOf={({ at }) => at}
      columns={[
        { title: 'From', cell: ({ at }) => formatTime(at) },
        ...METRICS.map(({ title, value, format }) => ({
          title,
          align: 'right' as const,
          cell: (point: MetricsPoint) => format(value(point)),
        })),
      ]}
    />
  );
}
