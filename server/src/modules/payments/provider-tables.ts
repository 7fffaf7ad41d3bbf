import type { Project } from '../../callers/index.ts';
import type { Table } from '../../database/schema/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Author, Catalogue, CreateTableInput } from '../tables/index.ts';
import { SUBSCRIPTION_STATUSES } from './facts.ts';
import type { PaymentsContext } from './payments-context.ts';

export const PAYMENT_STATUSES = ['succeeded', 'pending', 'failed', 'refunded', 'partially_refunded'] as const;
/** Older versions created rows of type `refund` for refunds of unknown payments. */
export const PAYMENT_TYPES = ['one_time', 'subscription', 'refund'] as const;
const PAYMENTS: CreateTableInput = {
  name: 'payments',
  columns: [
    { name: 'provider', type: 'text', required: true },
    { name: 'type', type: 'text', required: true, enum: [...PAYMENT_TYPES] },
    { name: 'status', type: 'text', required: true, enum: [...PAYMENT_STATUSES], indexed: true },
    { name: 'amount', type: 'integer', required: true },
    { name: 'amount_refunded', type: 'integer', required: true },
    { name: 'currency', type: 'text' },
    { name: 'user_id', type: 'text', indexed: true },
    { name: 'customer_email', type: 'text' },
    { name: 'provider_payment_id', type: 'text', required: true, unique: true },
    { name: 'provider_session_id', type: 'text', indexed: true },
    { name: 'subscription_id', type: 'text', indexed: true },
    { name: 'product_id', type: 'text' },
    { name: 'price_id', type: 'text' },
    { name: 'quantity', type: 'integer' },
    { name: 'description', type: 'text' },
    { name: 'livemode', type: 'boolean', required: true },
    { name: 'metadata', type: 'json', required: true },
    { name: 'paid_at', type: 'timestamp' },
  ],
};

const SUBSCRIPTIONS: CreateTableInput = {
  name: 'subscriptions',
  columns: [
    { name: 'provider', type: 'text', required: true },
    { name: 'provider_subscription_id', type: 'text', required: true, unique: true },
    { name: 'provider_customer_id', type: 'text', indexed: true },
    { name: 'user_id', type: 'text', indexed: true },
    { name: 'customer_email', type: 'text' },
    { name: 'status', type: 'text', required: true, enum: [...SUBSCRIPTION_STATUSES], indexed: true },
    { name: 'product_id', type: 'text' },
    { name: 'price_id', type: 'text' },
    { name: 'quantity', type: 'integer' },
    { name: 'amount', type: 'integer' },
    { name: 'currency', type: 'text' },
    { name: 'interval', type: 'text' },
    { name: 'current_period_start', type: 'timestamp' },
    { name: 'current_period_end', type: 'timestamp' },
    { name: 'trial_end', type: 'timestamp' },
    { name: 'cancel_at_period_end', type: 'boolean', required: true },
    { name: 'canceled_at', type: 'timestamp' },
    { name: 'ended_at', type: 'timestamp' },
    { name: 'livemode', type: 'boolean', required: true },
    { name: 'metadata', type: 'json', required: true },
  ],
};

export interface ProviderTables {
  readonly version: number;
  readonly payments: Table;
  /** Undefined if the project has its own table of this name. */
  readonly subscriptions: Table | undefined;
}

/** Creates both tables at a project's first connection. Throws `duplicate` when the owner has tables of these names. */
export async function ensureProviderTables(
  context: Pick<PaymentsContext, 'tables'>,
  project: Project,
  author: Author,
): Promise<void> {
  const isFirst = providerTable(await context.tables.catalogue(project), PAYMENTS.name) === undefined;
  if (isFirst) await refuseOwnTables(context, project);
  await ensureTable(context, { project, author, input: PAYMENTS });
  try {
    await ensureTable(context, { project, author, input: SUBSCRIPTIONS });
  } catch (error) {
    // A project that connected earlier may have its own table of this name: it keeps it and has no subscription rows.
    if (isFirst || !(error instanceof ServiceError) || error.code !== 'duplicate') throw error;
  }
}

export async function getProviderTables(
  context: Pick<PaymentsContext, 'tables'>,
  project: Project,
): Promise<ProviderTables> {
  const known = providerTables(await context.tables.catalogue(project));
  if (known?.subscriptions !== undefined || known?.hasOwnSubscriptions === true) return known;
  await ensureProviderTables(context, project, { operator: { kind: 'service' } });
  const found = providerTables(await context.tables.reload(project));
  if (found === undefined) throw new Error('The table of payments was just created.');
  return found;
}

function providerTables(
  catalogue: Catalogue,
): (ProviderTables & { readonly hasOwnSubscriptions: boolean }) | undefined {
  const payments = providerTable(catalogue, PAYMENTS.name);
  if (payments === undefined) return undefined;
  const subscriptions = providerTable(catalogue, SUBSCRIPTIONS.name);
  const hasOwnSubscriptions = subscriptions === undefined && catalogue.tables.has(SUBSCRIPTIONS.name);
  return { version: catalogue.version, payments, subscriptions, hasOwnSubscriptions };
}

function providerTable({ tables }: Pick<Catalogue, 'tables'>, name: string): Table | undefined {
  const table = tables.get(name);
  return table?.readOnly === true ? table : undefined;
}

async function refuseOwnTables({ tables }: Pick<PaymentsContext, 'tables'>, project: Project): Promise<void> {
  const catalogue = await tables.catalogue(project);
  for (const { name } of [PAYMENTS, SUBSCRIPTIONS])
    if (catalogue.tables.has(name) && providerTable(catalogue, name) === undefined) throw nameTaken(name);
}

async function ensureTable(
  { tables }: Pick<PaymentsContext, 'tables'>,
  { project, author, input }: { project: Project; author: Author; input: CreateTableInput },
): Promise<void> {
  const { name } = input;
  const { tables: known } = await tables.catalogue(project);
  if (known.get(name)?.readOnly === true) return;
  if (known.has(name)) throw nameTaken(name);
  try {
    await tables.createReadOnly(project, author, input);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'duplicate') throw error;
    // A concurrent request created the table.
    if ((await tables.reload(project)).tables.get(name)?.readOnly !== true) throw nameTaken(name);
  }
}

function nameTaken(name: string): ServiceError {
  return new ServiceError('duplicate', `This project has a table '${name}' of its own: rename it first.`);
}
