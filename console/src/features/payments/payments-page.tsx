import { useAddress } from '../../shared/address/use-address.ts';
import { answerOf, api, dataOf } from '../../shared/api/client.ts';
import { StateBadge } from '../../shared/feedback/state-badge.tsx';
import type { TableColumn } from '../../shared/list/data-table.tsx';
import { List, type Listed } from '../../shared/list/list-page.tsx';
import { type ListSearch, PAGE_ROWS } from '../../shared/list/list-search.ts';
import { Page } from '../../shared/page/page.tsx';
import { useProject } from '../../shared/project/project-context.tsx';
import { TimeText } from '../../shared/text/time-text.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';

interface Payment {
  readonly id: string;
  readonly created_at: string;
  readonly paid_at: string | null;
  readonly type: string;
  readonly status: string;
  readonly amount: number;
  readonly amount_refunded: number;
  readonly currency: string | null;
  readonly customer_email: string | null;
  readonly provider_payment_id: string;
  readonly livemode: boolean;
}

const TABLE = 'payments';
const NONE: Listed<Payment> = { data: [], count: 0 };
const STATUSES = ['succeeded', 'pending', 'failed', 'refunded', 'partially_refunded'];

/** The table is made with the first connection: before that there are no payments. */
async function loadPayments(
  project: string,
  { offset }: ListSearch,
  status: string,
  signal: AbortSignal,
): Promise<Listed<Payment>> {
  const named = { path: { project_id: project }, query: { search: TABLE, summary: true } };
  const tables = await dataOf(api.GET('/api/cloud/projects/{project_id}/tables', { params: named, signal }));
  if (!tables.some(({ name }) => name === TABLE)) return NONE;
  const filter = status === '' ? {} : { filter: `status:eq:${status}` };
  const query = { order: 'created_at:desc', limit: PAGE_ROWS, offset, ...filter } as never;
  const params = { path: { project_id: project, table: TABLE }, query };
  const answer = await answerOf(api.GET('/api/cloud/projects/{project_id}/data/{table}', { params, signal }));
  return answer as unknown as Listed<Payment>;
}

const COLUMNS: readonly TableColumn<Payment>[] = [
  { title: 'Payment', cell: ({ provider_payment_id }) => <code>{visibleLine(provider_payment_id)}</code> },
  { title: 'Status', cell: ({ status }) => <StateBadge state={status} /> },
  { title: 'Type', cell: ({ type }) => type },
  { title: 'Amount', align: 'right', cell: (payment) => formatMoney(payment.amount, payment.currency) },
  {
    title: 'Refunded',
    align: 'right',
    cell: ({ amount_refunded, currency }) => amount_refunded > 0 && formatMoney(amount_refunded, currency),
  },
  { title: 'Customer', cell: ({ customer_email }) => visibleLine(customer_email ?? '') },
  { title: 'Mode', cell: ({ livemode }) => (livemode ? 'live' : 'test') },
  { title: 'Paid', cell: ({ paid_at }) => paid_at !== null && <TimeText at={paid_at} /> },
];

/** Payments as the provider reports them; nobody else writes them. */
export function PaymentsPage() {
  const project = useProject();
  const { search: address } = useAddress();
  const status = address['status'] ?? '';
  return (
    <Page title="Payments">
      <List
        name="Payments"
        filters={[{ name: 'status', label: 'Status', options: STATUSES.map((value) => ({ value })) }]}
        query={(search) => ({
          queryKey: [project.id, 'tables', 'payments', search.page, status],
          queryFn: ({ signal }) => loadPayments(project.id, search, status, signal),
        })}
        keyOf={({ id }) => id}
        columns={COLUMNS}
        next={<p>Connect a provider under Integrations; what it reports as paid or refunded stands here.</p>}
      />
    </Page>
  );
}

/** An amount in minor units; currencies without any are the provider's exception and shown as they come. */
function formatMoney(amount: number, currency: string | null): string {
  if (currency === null) return amount.toLocaleString('en-US');
  try {
    const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() });
    const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
    return format.format(amount / 10 ** digits);
  } catch {
    return `${amount.toLocaleString('en-US')} ${visibleLine(currency)}`;
  }
}
