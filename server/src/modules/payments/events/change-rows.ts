import type { Project } from '../../../callers/index.ts';
import type { Table } from '../../../database/schema/index.ts';
import type { StoredObject } from '../objects-store.ts';
import type { PaymentsContext } from '../payments-context.ts';
import type { ProviderTables } from '../provider-tables.ts';
import type { MergedObjects } from './merge-objects.ts';
import { paymentOf } from './payment-of.ts';
import { changeRow, type RowChange, readRowsById } from './provider-rows.ts';
import { subscriptionOf } from './subscription-of.ts';

interface RowsContext {
  readonly project: Project;
  readonly tables: ProviderTables;
  readonly merged: MergedObjects;
}

export async function changeRows(context: PaymentsContext, changing: RowsContext): Promise<readonly RowChange[]> {
  return [...(await changePayments(context, changing)), ...(await changeSubscription(context, changing))];
}

async function changePayments(
  context: PaymentsContext,
  { project, tables: { payments: table }, merged }: RowsContext,
): Promise<readonly RowChange[]> {
  const { observed, payments } = merged;
  const before = await readRowsById(context, project, table, [...payments.keys()]);
  const changes: (RowChange | undefined)[] = [];
  // Removes the rows that were merged away first: the remaining row may take over their id at the provider.
  for (const [id, parts] of [...payments].toSorted(([, a], [, b]) => a.length - b.length)) {
    const after = paymentOf([...parts, ...(await subscriptionsOf(context, project, { parts, observed }))]);
    changes.push(changeRow(context, table, { id, before: before.get(id), after }));
  }
  return changes.filter((change) => change !== undefined);
}

async function subscriptionsOf(
  { objects }: PaymentsContext,
  { store }: Project,
  { parts, observed }: { parts: readonly StoredObject[]; observed: StoredObject },
): Promise<readonly StoredObject[]> {
  const named = new Set(parts.flatMap(({ subscriptionId }) => subscriptionId ?? []));
  const missing = [...named].filter((id) => !parts.some((part) => part.id === id));
  if (missing.length === 0) return [];
  const known = await objects.byIds(store, missing);
  return [...known.filter(({ id }) => id !== observed.id), ...(missing.includes(observed.id) ? [observed] : [])];
}

/** Reads all objects of the subscription, because its sessions and invoices hold the customer's address. */
async function changeSubscription(
  context: PaymentsContext,
  { project, tables, merged: { observed } }: RowsContext,
): Promise<readonly RowChange[]> {
  const { subscriptionId } = observed;
  if (tables.subscriptions === undefined || subscriptionId === null) return [];
  const known = await context.objects.ofSubscription(project.store, subscriptionId);
  const related = [...known.filter(({ id }) => id !== observed.id), observed];
  const subscription = related.find(({ id }) => id === subscriptionId);
  if (subscription === undefined) return [];
  return await changeSubscriptionRow(context, { project, table: tables.subscriptions, subscription, related });
}

interface ChangingSubscription {
  readonly project: Project;
  readonly table: Table;
  readonly subscription: StoredObject;
  readonly related: readonly StoredObject[];
}

async function changeSubscriptionRow(
  context: PaymentsContext,
  { project, table, subscription, related }: ChangingSubscription,
): Promise<readonly RowChange[]> {
  const id = subscription.paymentId;
  const customerId = subscription.facts.said?.plan?.customer_id ?? null;
  const customer = customerId === null ? undefined : await context.customers.byCustomer(project.store, customerId);
  const after = subscriptionOf(subscription, related, customer?.userId ?? null);
  const before = (await readRowsById(context, project, table, [id])).get(id);
  const change = changeRow(context, table, { id, before, after });
  return change === undefined ? [] : [change];
}
