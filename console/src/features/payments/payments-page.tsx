import { projectAddress } from '../../shared/address/addresses.ts';
import { useAddress } from '../../shared/address/use-address.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { notify } from '../../shared/feedback/notices.ts';
import { StateBadge } from '../../shared/feedback/state-badge.tsx';
import { List } from '../../shared/list/list-page.tsx';
import { RowMenu } from '../../shared/list/row-menu.tsx';
import type { TableColumn } from '../../shared/list/table-column.ts';
import { Page } from '../../shared/page/page.tsx';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { formatMoney } from '../../shared/text/money.ts';
import { TimeText } from '../../shared/text/time-text.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { PaymentTools } from './payment-tools.tsx';
import { loadRows, type Payment, runTemplate } from './provider-rows.ts';
import { RefundDialog } from './refund-dialog.tsx';

const STATUSES = ['succeeded', 'pending', 'failed', 'refunded', 'partially_refunded'];
const REFUNDABLE = ['succeeded', 'partially_refunded'];
const MODES = [
  { value: 'true', label: 'live' },
  { value: 'false', label: 'test' },
];

const COLUMNS: readonly TableColumn<Payment>[] = [
  {
    title: 'Payment',
    order: 'provider_payment_id',
    cell: ({ provider_payment_id }) => <code>{visibleLine(provider_payment_id)}</code>,
  },
  { title: 'Status', order: 'status', cell: ({ status }) => <StateBadge state={status} /> },
  { title: 'Type', order: 'type', isShort: true, cell: ({ type }) => type.replace('_', '-') },
  {
    title: 'Amount',
    order: 'amount',
    align: 'right',
    isShort: true,
    cell: (payment) => formatMoney(payment.amount, payment.currency),
  },
  {
    title: 'Refunded',
    order: 'amount_refunded',
    align: 'right',
    isShort: true,
    cell: ({ amount_refunded, currency }) => amount_refunded > 0 && formatMoney(amount_refunded, currency),
  },
  { title: 'Customer', order: 'customer_email', cell: ({ customer_email }) => visibleLine(customer_email ?? '') },
  { title: 'Mode', order: 'livemode', cell: ({ livemode }) => (livemode ? 'live' : 'test') },
  { title: 'Paid', order: 'paid_at', cell: ({ paid_at }) => paid_at !== null && <TimeText at={paid_at} /> },
];

export function PaymentsPage() {
  const project = useProject();
  const isAdmin = useMay('admin');
  const changed = useChanged();
  const dialog = useDialog();
  const { search: address, go } = useAddress();
  const { status = '', livemode = '' } = address;
  const askRefund = (payment: Payment): void =>
    dialog.open((close) => (
      <RefundDialog
        payment={payment}
        onClose={close}
        send={async (refund) => {
          await runTemplate(project.id, 'refund_payment', { payment_id: payment.id, ...refund });
          await changed(project.id, 'tables', 'payments');
          notify(`${formatMoney(refund.amount, payment.currency)} refunded.`);
        }}
      />
    ));
  const actions: TableColumn<Payment> = {
    title: 'Actions',
    isTitleHidden: true,
    cell: (payment) => (
      <RowMenu
        name={payment.provider_payment_id}
        actions={
          REFUNDABLE.includes(payment.status) && payment.amount > payment.amount_refunded
            ? [{ label: 'Refund', isDangerous: true, run: () => askRefund(payment) }]
            : []
        }
      />
    ),
  };
  return (
    <Page title="Payments" actions={isAdmin && <PaymentTools />}>
      <List
        name="Payments"
        filters={[
          { name: 'status', label: 'Status', options: STATUSES.map((value) => ({ value })) },
          { name: 'livemode', label: 'Mode', options: MODES },
        ]}
        query={(search) => ({
          queryKey: [project.id, 'tables', 'payments', search.page, search.order, status, livemode],
          queryFn: ({ signal }) =>
            loadRows<Payment>(project.id, { table: 'payments', search, status, livemode }, signal),
        })}
        keyOf={({ id }) => id}
        columns={isAdmin ? [...COLUMNS, actions] : COLUMNS}
        next={<p>Payments and refunds appear here when the payment provider reports them.</p>}
        first={
          isAdmin
            ? { label: 'Connect a provider', run: () => go(projectAddress(project.id, 'integrations')) }
            : undefined
        }
      />
      {dialog.element}
    </Page>
  );
}
