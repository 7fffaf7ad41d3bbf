import { answerOf, api } from '../../shared/api/client.ts';
import { List } from '../../shared/list/list-page.tsx';
import { PAGE_ROWS } from '../../shared/list/list-search.ts';
import type { TableColumn } from '../../shared/list/table-column.ts';
import { useProject } from '../../shared/project/project-context.tsx';
import { formatMoney } from '../../shared/text/money.ts';
import { TimeText } from '../../shared/text/time-text.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';

interface Entry {
  readonly id: string;
  readonly amount: number;
  readonly kind: string;
  readonly run_id: string | null;
  readonly created_at: string;
}

const columnsIn = (currency: string): readonly TableColumn<Entry>[] => [
  { title: 'Time', value: ({ created_at }) => created_at, cell: ({ created_at }) => <TimeText at={created_at} /> },
  { title: 'Kind', value: ({ kind }) => kind, cell: ({ kind }) => visibleLine(kind) },
  {
    title: 'Amount',
    value: ({ amount }) => amount,
    align: 'right',
    isShort: true,
    cell: ({ amount }) => `${amount > 0 ? '+' : ''}${formatMoney(amount, currency)}`,
  },
  { title: 'Run', cell: ({ run_id }) => (run_id === null ? '–' : <code>{run_id}</code>) },
];

export function EntriesList({ currency }: { readonly currency: string }) {
  const project = useProject();
  return (
    <List
      name="Entries"
      query={({ page }) => ({
        queryKey: [project.id, 'billing', 'entries', page],
        queryFn: ({ signal }) => {
          const query = { limit: PAGE_ROWS, offset: (page - 1) * PAGE_ROWS };
          const params = { path: { project_id: project.id }, query };
          return answerOf(api.GET('/api/cloud/projects/{project_id}/billing/entries', { params, signal }));
        },
      })}
      keyOf={({ id }) => id}
      columns={columnsIn(currency)}
      tools={<a href={`/api/cloud/projects/${project.id}/billing/entries/export?format=csv`}>Download statement</a>}
      next={<p>Calls of integrations are paid from the balance; an operator of this instance tops it up.</p>}
    />
  );
}
