import { DataTable } from '../../shared/list/data-table.tsx';
import { Region } from '../../shared/page/region.tsx';
import { Tabs } from '../../shared/page/tabs.tsx';
import { formatCount, formatMs, plural } from '../../shared/text/formats.ts';
import { visibleLine } from '../../shared/text/visible-text.ts';
import classes from './query.module.css';
import { isAggregate, type QueryDraft } from './query-draft.ts';
import type { QueryResult, ResultRow } from './run-query.ts';

const COLUMNS_MAX = 20;

export function QueryResults({ draft, result }: { readonly draft: QueryDraft; readonly result: QueryResult }) {
  const { rows, count, tookMs } = result;
  const names = Object.keys(rows[0] ?? {}).slice(0, COLUMNS_MAX);
  const value = names.find((name) => rows.some((row) => typeof row[name] === 'number'));
  const hasChart = isAggregate(draft) && draft.group_by.trim() !== '' && value !== undefined && rows.length > 0;
  const table = rows.length === 0 ? <p className="dim">Nothing matches.</p> : <ResultTable rows={rows} names={names} />;
  return (
    <Region title="Result">
      <p className="dim">
        {plural(count, isAggregate(draft) ? 'group' : 'row')}
        {rows.length < count && `, the first ${formatCount(rows.length)} of them here`}, in {formatMs(tookMs)}.
      </p>
      {hasChart ? (
        <Tabs name="Result as" tabs={['Table', 'Chart'] as const}>
          {(way) =>
            way === 'Table' ? (
              table
            ) : (
              <BarChart rows={rows} value={value} labels={names.filter((name) => name !== value)} />
            )
          }
        </Tabs>
      ) : (
        table
      )}
    </Region>
  );
}

function ResultTable({ rows, names }: { readonly rows: readonly ResultRow[]; readonly names: readonly string[] }) {
  const numbered = rows.map((row, at) => ({ row, key: String(at) }));
  const isNumber = (name: string): boolean =>
    rows.every(({ [name]: value }) => value === null || typeof value === 'number');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll this sideways.
    <section className={classes.wide} tabIndex={0} aria-label="Rows of the result">
      <DataTable
        name="Result"
        items={numbered}
        keyOf={({ key }) => key}
        columns={names.map((name) => ({
          title: name,
          ...(isNumber(name) && { align: 'right' as const }),
          cell: ({ row }: { readonly row: ResultRow }) => cellOf(row[name]),
        }))}
      />
    </section>
  );
}

function cellOf(value: unknown) {
  if (value === null || value === undefined) return <span className="dim">null</span>;
  if (typeof value === 'number') return formatCount(value);
  return visibleLine(typeof value === 'string' ? value : JSON.stringify(value), 120);
}

interface BarChartProps {
  readonly rows: readonly ResultRow[];
  readonly value: string;
  readonly labels: readonly string[];
}

const BARS_MAX = 60;

function BarChart({ rows, value, labels }: BarChartProps) {
  const shown = rows.slice(0, BARS_MAX);
  const numberOf = (row: ResultRow): number => (typeof row[value] === 'number' ? row[value] : 0);
  const largest = Math.max(1, ...shown.map((row) => Math.abs(numberOf(row))));
  const bars = shown.map((row, at) => {
    const label = labels.filter((name) => typeof row[name] !== 'number' || labels.length === 1);
    const text = label.map((name) => visibleLine(String(row[name] ?? 'null'), 40)).join(' · ');
    return { key: String(at), text, number: numberOf(row) };
  });
  const figures = bars.map(({ text, number }) => `${text} ${formatCount(number)}`).join(', ');
  return (
    <div role="img" aria-label={`${value}: ${figures}`} className={classes.bars}>
      {bars.map(({ key, text, number }) => (
        <div key={key} className={classes.bar}>
          <span>{text}</span>
          <span className={classes.track}>
            <span style={{ width: `${(Math.abs(number) / largest) * 100}%` }} />
          </span>
          <span>{formatCount(number)}</span>
        </div>
      ))}
      {rows.length > BARS_MAX && <p className="dim">and {formatCount(rows.length - BARS_MAX)} more in the table</p>}
    </div>
  );
}
