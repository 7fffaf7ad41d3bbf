import type { Stripe } from 'stripe';
import type { Project } from '../../../callers/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Customer } from '../customers-store.ts';
import { PROJECT_KEY } from '../events/project-mark.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { isClosedToKey, isUnknownCustomer } from '../stripe/stripe-refusal.ts';

export interface Buyer {
  readonly userId: string;
  readonly email: string | null;
}

interface CustomerRequest {
  readonly stripe: Stripe;
  readonly project: Project;
  readonly buyer: Buyer;
}

/** Creates the customer again, once, if the provider lost it: deleted there, or keys changed from test to live. */
export async function withCustomer<Value>(
  context: PaymentsContext,
  asking: CustomerRequest,
  work: (customerId: string | undefined) => Promise<Value>,
): Promise<Value> {
  const customer = await getCustomer(context, asking);
  try {
    return await work(customer?.customerId);
  } catch (error) {
    if (customer === undefined || !isUnknownCustomer(error)) throw error;
    await context.database.write(asking.project.store, [context.customers.removeStep(customer)]);
    return await work((await getCustomer(context, asking, customer.customerId))?.customerId);
  }
}

/** Undefined when the project's key may not create customers: the provider then knows the buyer only by the checkout. */
async function getCustomer(
  context: PaymentsContext,
  asking: CustomerRequest,
  replaced?: string,
): Promise<Customer | undefined> {
  const { customers, database } = context;
  const { project, buyer } = asking;
  const known = await customers.byUser(project.store, buyer.userId);
  if (known !== undefined) return await withNewEmail(context, asking, known);
  const customerId = await makeCustomer(asking, replaced);
  if (customerId === undefined) return undefined;
  const made: Customer = { userId: buyer.userId, customerId, email: buyer.email };
  await database.write(project.store, [customers.addStep(made, isoTime(context.clock.now()))]);
  return await customers.byUser(project.store, buyer.userId);
}

async function makeCustomer(
  { stripe, project, buyer }: CustomerRequest,
  replaced = 'first',
): Promise<string | undefined> {
  try {
    const { id }: { readonly id: unknown } = await stripe.customers.create(
      {
        ...(buyer.email !== null && { email: buyer.email }),
        metadata: { user_id: buyer.userId, [PROJECT_KEY]: project.id },
      },
      // Two concurrent checkouts of a user create one customer.
      { idempotencyKey: `customer ${project.store} ${buyer.userId} ${replaced} ${buyer.email ?? ''}` },
    );
    return typeof id === 'string' ? id : undefined;
  } catch (error) {
    if (isClosedToKey(error)) return undefined;
    throw error;
  }
}

/** Sends the provider the user's address once it is verified, and when it changes. */
async function withNewEmail(
  { customers, database }: PaymentsContext,
  { stripe, project, buyer }: CustomerRequest,
  known: Customer,
): Promise<Customer> {
  if (buyer.email === null || buyer.email === known.email) return known;
  await stripe.customers.update(known.customerId, { email: buyer.email });
  await database.write(project.store, [customers.setEmailStep(known, buyer.email)]);
  return { ...known, email: buyer.email };
}
