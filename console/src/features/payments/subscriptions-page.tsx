import { projectAddress } from '../../shared/address/addresses.ts';
import { useAddress } from '../../shared/address/use-address.ts';
import { useChanged } from '../../shared/api/use-changes.ts';
import { useDialog } from '../../shared/dialogs/use-dialog.tsx';
import { notify } from '../../shared/feedback/notices.ts';
import { StateBadge } from '../../shared/feedback/state-badge.tsx';
import { List } from '../../shared/list/list-page.tsx';
import { type RowAction, RowMenu } from '../../shared/list/row-menu.tsx';
import type { TableColumn } from '../../shared/list/table-column.ts';
import { Page } from '../../shared/page/page.tsx';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { formatMoney } from '../../shared/text/money.ts';
import { TimeText } from '../../shared/text/time-text.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { loadRows, runTemplate, type Subscription } from './provider-rows.ts';

const STATUSES = ['incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled'];
const LOOKS = { trialing: 'good', active: 'good', past_due: 'bad', unpaid: 'bad', incomplete: 'waiting' } as const;
const MODES = [
  { value: 'true', label: 'live' },
  { value: 'false', label: 'test' },
];

const COLUMNS: readonly TableColumn<Subscription>[] = [
  {
    title: 'Subscription',
    order: 'provider_subscription_id',
    cell: ({ provider_subscription_id: id }) => <code>{visibleLine(id)}</code>,
  },
  { title: 'Status', order: 'status', cell: (subscription) => <Status {...subscription} /> },
  { title: 'Product', order: 'product_id', cell: ({ product_id }) => <code>{visibleLine(product_id ?? '')}</code> },
  { title: 'Amount', order: 'amount', align: 'right', isShort: true, cell: (subscription) => priceOf(subscription) },
  { title: 'Customer', order: 'customer_email', cell: ({ customer_email }) => visibleLine(customer_email ?? '') },
  { title: 'Mode', order: 'livemode', cell: ({ livemode }) => (livemode ? 'live' : 'test') },
  {
    title: 'Period ends',
    order: 'current_period_end',
    cell: ({ current_period_end: end }) => end !== null && <TimeText at={end} />,
  },
];

export function SubscriptionsPage() {
  const project = useProject();
  const isAdmin = useMay('admin');
  const changed = useChanged();
  const dialog = useDialog();
  const { search: address, go } = useAddress();
  const { status = '', livemode = '' } = address;
  const askCancel = ({ id, customer_email: email }: Subscription, isAtPeriodEnd: boolean): void =>
    dialog.confirm({
      action: isAtPeriodEnd ? 'Cancel at period end' : 'Cancel now',
      text: isAtPeriodEnd
        ? `The subscription of ${visibleLine(email ?? 'this customer')} ends with the period that is paid.`
        : `The subscription of ${visibleLine(email ?? 'this customer')} ends at once; nothing is given back by itself.`,
      run: async () => {
        await runTemplate(project.id, 'cancel_subscription', { id, at_period_end: isAtPeriodEnd });
        await changed(project.id, 'tables', 'subscriptions');
        notify(isAtPeriodEnd ? 'The subscription ends with its period.' : 'The subscription has ended.');
      },
    });
  const actionsOf = (subscription: Subscription): readonly RowAction[] => {
    if (subscription.status === 'canceled') return [];
    const now = { label: 'Cancel now', isDangerous: true, run: () => askCancel(subscription, false) };
    if (subscription.cancel_at_period_end) return [now];
    return [{ label: 'Cancel at period end', run: () => askCancel(subscription, true) }, now];
  };
  const actions: TableColumn<Subscription> = {
    title: 'Actions',
    isTitleHidden: true,
    cell: (each) => <RowMenu name={each.provider_subscription_id} actions={actionsOf(each)} />,
  };
  return (
    <Page title="Subscriptions">
      <List
        name="Subscriptions"
        filters={[
          { name: 'status', label: 'Status', options: STATUSES.map((value) => ({ value })) },
          { name: 'livemode', label: 'Mode', options: MODES },
        ]}
        query={(search) => ({
          queryKey: [project.id, 'tables', 'subscriptions', search.page, search.order, status, livemode],
          queryFn: ({ signal }) =>
            loadRows<Subscription>(project.id, { table: 'subscriptions', search, status, livemode }, signal),
        })}
        keyOf={({ id }) => id}
        columns={isAdmin ? [...COLUMNS, actions] : COLUMNS}
        next={<p>Subscriptions of your users appear here when the payment provider reports them.</p>}
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

function Status({ status, cancel_at_period_end: ends }: Subscription) {
  const look = LOOKS[status as keyof typeof LOOKS];
  return (
    <>
      <StateBadge state={status} {...(look !== undefined && { look })} />
      {ends && status !== 'canceled' && ' ends with its period'}
    </>
  );
}

function priceOf({ amount, currency, interval }: Subscription): string {
  if (amount === null) return 'by usage';
  return `${formatMoney(amount, currency)}${interval === null ? '' : ` / ${interval}`}`;
}
