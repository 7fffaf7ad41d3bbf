import { useQuery } from '@tanstack/react-query';
import { projectAddress } from '../../shared/address/addresses.ts';
import { AppLink } from '../../shared/address/app-link.tsx';
import { failureOf } from '../../shared/api/api-failure.ts';
import { api, dataOf } from '../../shared/api/client.ts';
import { FailureAlert } from '../../shared/feedback/failure-alert.tsx';
import { type FieldSpec, isOn, type Option, textOf } from '../../shared/forms/field-spec.ts';
import { useMay, useProject } from '../../shared/project/project-context.tsx';
import { formatMoney } from '../../shared/text/money.ts';
import { GroupPage } from './group-page.tsx';
import { linesOf } from './lists-of-text.ts';

interface Price {
  readonly id: string;
  readonly product_name: string;
  readonly nickname: string | null;
  readonly amount: number | null;
  readonly currency: string;
  readonly interval: string | null;
  readonly interval_count: number;
}

export function PaymentSettingsPage() {
  const { id } = useProject();
  const isAdmin = useMay('admin');
  const { data: prices, error } = useQuery({
    queryKey: [id, 'integrations', 'prices'],
    enabled: isAdmin,
    queryFn: ({ signal }): Promise<readonly Price[]> =>
      dataOf(
        api.GET('/api/cloud/projects/{project_id}/payments/prices', { params: { path: { project_id: id } }, signal }),
      ),
  });
  const isUnconnected = error !== null && failureOf(error).code === 'integration_not_connected';
  return (
    <GroupPage
      title="Payment settings"
      fields={(settings) => fieldsFor(prices, settings.payments.products)}
      read={({ payments }) => ({ ...payments, products: payments.products.join('\n') })}
      write={(values) => ({
        payments: {
          products: linesOf(textOf(values, 'products')),
          allow_custom_amounts: isOn(values, 'allow_custom_amounts'),
          several_subscriptions: isOn(values, 'several_subscriptions'),
        },
      })}
      above={
        isUnconnected && (
          <p className="dim">
            Connect a provider under <AppLink to={projectAddress(id, 'integrations')}>Integrations</AppLink> to choose
            from its prices.
          </p>
        )
      }
      below={() => error !== null && !isUnconnected && <FailureAlert error={error} />}
    />
  );
}

function fieldsFor(prices: readonly Price[] | undefined, chosen: readonly string[]): readonly FieldSpec[] {
  const hint = 'Buyers may choose only these. With none, they may choose every price of the provider.';
  const products: FieldSpec =
    prices === undefined
      ? { name: 'products', label: 'Prices', kind: 'multiline', hint: `${hint} One id a line.` }
      : { name: 'products', label: 'Prices', kind: 'several', hint, options: optionsOf(prices, chosen) };
  return [
    products,
    {
      name: 'allow_custom_amounts',
      label: 'Buyers may name an amount',
      kind: 'switch',
      hint: 'For donations and the like. Anybody can then pay any amount for anything.',
    },
    {
      name: 'several_subscriptions',
      label: 'Several subscriptions to one product',
      kind: 'switch',
      hint: 'Otherwise a second one is refused while the first is active.',
    },
  ];
}

/** Prices that are chosen stay, also when the provider no longer lists them. */
function optionsOf(prices: readonly Price[], chosen: readonly string[]): readonly Option[] {
  const gone = chosen.filter((id) => !prices.some((price) => price.id === id));
  return [
    ...prices.map((price) => ({ value: price.id, label: priceText(price) })),
    ...gone.map((id) => ({ value: id, label: `${id} (the provider does not list it)` })),
  ];
}

function priceText({ product_name, nickname, amount, currency, interval, interval_count: count }: Price): string {
  const money = amount === null ? 'by usage' : formatMoney(amount, currency);
  const every = interval === null ? '' : count === 1 ? ` a ${interval}` : ` every ${count} ${interval}s`;
  return `${product_name}: ${money}${every}${nickname === null ? '' : ` (${nickname})`}`;
}
