import type { Project } from '../../callers/index.ts';
import type { Table } from '../../database/schema/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Author, Catalogue, CreateTableInput } from '../tables/index.ts';
import type { PaymentsContext } from './payments-context.ts';

export const PAYMENT_STATUSES = ['succeeded', 'pending', 'failed', 'refunded', 'partially_refunded'] as const;
export const PAYMENT_TYPES = ['one_time', 'subscription', 'refund'] as const;

const NAME = 'payments';

const TABLE: CreateTableInput = {
  name: NAME,
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

/** Makes the table with a project's first connection. Throws `duplicate` when its owner has another one of this name. */
export async function ensurePaymentsTable(
  { tables }: Pick<PaymentsContext, 'tables'>,
  project: Project,
  author: Author,
): Promise<void> {
  const found = (await tables.catalogue(project)).tables.get(NAME);
  if (found?.readOnly === true) return;
  if (found !== undefined) throw nameTaken();
  try {
    await tables.createReadOnly(project, author, TABLE);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'duplicate') throw error;
    // Somebody else connected at the same moment.
    if ((await tables.reload(project)).tables.get(NAME)?.readOnly !== true) throw nameTaken();
  }
}

export function paymentsTableOf({ tables }: Catalogue): Table | undefined {
  const table = tables.get(NAME);
  return table?.readOnly === true ? table : undefined;
}

function nameTaken(): ServiceError {
  return new ServiceError('duplicate', `This project has a table '${NAME}' of its own: rename it first.`);
}
