import { useQuery } from '@tanstack/react-query';
import { answerOf, api, asTyped, type BodyOf } from '../../../shared/api/client.ts';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import { QueryPart } from '../../../shared/feedback/query-part.tsx';
import { DataTable } from '../../../shared/list/data-table.tsx';
import { useProject } from '../../../shared/project/project-context.tsx';
import { Fact, Facts } from '../../../shared/text/facts.tsx';
import { formatCount } from '../../../shared/text/formats.ts';
import type { Column } from '../column-types.ts';
import { CellContent } from './cell-content.tsx';
import type { GridAddress } from './grid-address.ts';
import { useLinks } from './use-links.ts';

interface ColumnStatisticsProps {
  readonly table: string;
  readonly column: Column;
  readonly address: GridAddress;
  readonly onClose: () => void;
}

type Figures = Readonly<Record<string, unknown>>;

interface Statistics {
  readonly figures: Figures;
  readonly values: readonly Figures[];
}

const VALUES = 10;
const IS_NUMBER = new Set(['integer', 'number']);
const HAS_RANGE = new Set([...IS_NUMBER, 'date', 'timestamp']);

export function ColumnStatistics({ table, column, address, onClose }: ColumnStatisticsProps) {
  const { id } = useProject();
  const { filter, search } = address;
  const narrowed = { ...(filter !== undefined && { filter }), ...(search !== undefined && { search }) };
  const query = useQuery({
    queryKey: [id, 'rows', table, 'statistics', column.name, narrowed],
    queryFn: async ({ signal }): Promise<Statistics> => {
      const ask = async (body: object): Promise<readonly Figures[]> => {
        const params = { path: { project_id: id, table } };
        const call = api.POST('/api/cloud/projects/{project_id}/data/{table}/aggregate', {
          params,
          body: asTyped<BodyOf<'aggregateRowsAsMember'>>({ ...narrowed, ...body }),
          signal,
        });
        return ((await answerOf(call)) as unknown as { readonly data: readonly Figures[] }).data;
      };
      const counts = [{ op: 'count' }];
      const [figures = [], values = []] = await Promise.all([
        ask({ aggregates: aggregatesOf(column) }),
        column.type === 'json'
          ? []
          : ask({ aggregates: counts, group_by: [column.name], order: 'count:desc', limit: VALUES }),
      ]);
      return { figures: figures[0] ?? {}, values };
    },
    staleTime: 0,
  });
  return (
    <Dialog title={`Statistics of ${column.name}`} onClose={onClose}>
      <p className="dim">
        {filter === undefined && search === undefined
          ? 'Of all rows of the table.'
          : 'Of the rows that the grid shows.'}
      </p>
      <QueryPart query={query}>{(found) => <Content column={column} {...found} />}</QueryPart>
    </Dialog>
  );
}

function Content({ column, figures, values }: Statistics & { readonly column: Column }) {
  const project = useProject();
  const links = useLinks(
    project.id,
    [column],
    values.map((value, at) => ({ id: String(at), ...value })),
  );
  const number = (name: string): string => formatCount(Number(figures[name] ?? 0));
  const shown = (value: unknown) => (
    <CellContent column={column} value={value} isCut={false} links={links} findHits={undefined} onValue={undefined} />
  );
  return (
    <>
      <Facts>
        <Fact name="Rows">{number('rows')}</Fact>
        <Fact name="With a value">{number('filled')}</Fact>
        <Fact name="null">{formatCount(Number(figures['rows'] ?? 0) - Number(figures['filled'] ?? 0))}</Fact>
        <Fact name="Different values">{'different' in figures ? number('different') : null}</Fact>
        {['min', 'max', 'avg', 'sum'].map((name) => (
          <Fact key={name} name={NAMES[name] ?? name}>
            {name in figures ? shown(figures[name]) : null}
          </Fact>
        ))}
      </Facts>
      {values.length > 0 && (
        <DataTable
          name="Most frequent values"
          items={values}
          keyOf={(value) => JSON.stringify(value[column.name])}
          columns={[
            { title: 'Most frequent values', cell: (value) => shown(value[column.name]) },
            { title: 'Rows', align: 'right', cell: ({ count }) => formatCount(Number(count)) },
          ]}
        />
      )}
    </>
  );
}

const NAMES: Readonly<Record<string, string>> = { min: 'Smallest', max: 'Largest', avg: 'Average', sum: 'Sum' };

function aggregatesOf({ name, type }: Column): readonly object[] {
  const of = (op: string) => ({ op, field: name, as: op });
  return [
    { op: 'count', as: 'rows' },
    { op: 'count', field: name, as: 'filled' },
    ...(type === 'json' ? [] : [{ op: 'count', field: name, distinct: true, as: 'different' }]),
    ...(HAS_RANGE.has(type) ? [of('min'), of('max')] : []),
    ...(IS_NUMBER.has(type) ? [of('avg'), of('sum')] : []),
  ];
}
