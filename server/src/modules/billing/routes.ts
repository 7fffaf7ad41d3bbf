import { Type } from 'typebox';
import { memberRoute, operatorRoute, type Route, textOfForm } from '../../http/index.ts';
import { addEntry } from './balance/add-entry.ts';
import { exportEntries } from './balance/export-entries.ts';
import { entriesQuery, exportQuery, listEntries } from './balance/list-entries.ts';
import { type BillingContext, PLANS } from './billing-context.ts';
import { changePrices, showPrices } from './change-prices.ts';
import { changePlan, showBilling } from './show-billing.ts';

const BILLING = '/api/cloud/projects/:project_id/billing';
const PRICES = '/api/cloud/prices';
const AMOUNT_MAX = 1_000_000_000_000;

const plan = Type.Enum([...PLANS]);
const price = Type.Integer({ minimum: 0, maximum: AMOUNT_MAX });
const prices = Type.Object({ email: price, payments: price, ai: price });
const currency = Type.String({ description: 'The ISO 4217 code in lower case, set by SERVICE_CURRENCY.' });
const pricesAnswer = Type.Object({
  data: Type.Object({ ...prices.properties, currency }),
  count: Type.Literal(1),
});

const entry = Type.Object({
  id: Type.String(),
  amount: Type.Integer({ description: 'In minor units; payments out are negative.' }),
  kind: Type.String(),
  run_id: Type.Union([Type.String(), Type.Null()]),
  created_at: Type.String({ format: 'date-time' }),
});
const entries = Type.Object({ data: Type.Array(entry), count: Type.Integer() });

const billing = Type.Object({
  data: Type.Object({
    plan,
    may_change_plan: Type.Boolean({ description: 'Whether the caller may change the plan.' }),
    balance: Type.Integer({ description: 'In minor units of the currency.' }),
    currency,
    reserved: Type.Integer({ description: 'The amount reserved for calls in progress.' }),
    ai_today: Type.Object(
      { spent: Type.Integer(), limit: Type.Integer() },
      { description: 'What AI calls have cost since midnight (UTC), and the most they may cost in a day.' },
    ),
    entries: Type.Array(entry, { description: 'The hundred newest entries, newest first.' }),
    entry_count: Type.Integer(),
    prices,
  }),
  count: Type.Literal(1),
});

export function billingRoutes(context: BillingContext): readonly Route[] {
  return [...projectRoutes(context), ...instanceRoutes(context)];
}

function projectRoutes(context: BillingContext): readonly Route[] {
  return [
    memberRoute({
      method: 'GET',
      path: BILLING,
      id: 'getBilling',
      summary: 'Returns the plan and the balance with its newest entries',
      role: 'viewer',
      responses: { 200: billing },
      handle: (call) => showBilling(context, call),
    }),
    memberRoute({
      method: 'PATCH',
      path: BILLING,
      id: 'changePlan',
      summary: 'Changes the plan',
      role: 'owner',
      body: Type.Object({ plan: Type.Optional(plan) }),
      responses: { 200: billing },
      handle: (call) => changePlan(context, call),
    }),
    memberRoute({
      method: 'GET',
      path: `${BILLING}/entries`,
      id: 'listBillingEntries',
      summary: 'Lists the entries of the balance, newest first',
      role: 'viewer',
      query: entriesQuery,
      responses: { 200: entries },
      handle: (call) => listEntries(context, call),
    }),
    memberRoute({
      method: 'GET',
      path: `${BILLING}/entries/export`,
      id: 'exportBillingEntries',
      summary: 'Exports the entries of the balance, oldest first, as CSV or JSON',
      role: 'viewer',
      query: exportQuery,
      responses: { 200: entries },
      otherTypes: { 'text/csv': Type.String() },
      handle: (call) => exportEntries(context, call),
    }),
    memberRoute({
      method: 'POST',
      path: `${BILLING}/entries`,
      id: 'addBillingEntry',
      summary: 'Adds to or subtracts from the balance; for instance operators',
      role: 'viewer',
      body: Type.Object({
        amount: Type.Integer({ minimum: -AMOUNT_MAX, maximum: AMOUNT_MAX }),
        kind: textOfForm('^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]+$', 'must be text without control characters', {
          minLength: 1,
          maxLength: 64,
        }),
      }),
      responses: { 201: Type.Object({ data: entry, count: Type.Literal(1) }) },
      handle: (call) => addEntry(context, call),
    }),
  ];
}

function instanceRoutes(context: BillingContext): readonly Route[] {
  return [
    operatorRoute({
      method: 'GET',
      path: PRICES,
      id: 'getPrices',
      summary: 'Returns the prices of integration calls, in minor units',
      responses: { 200: pricesAnswer },
      handle: () => showPrices(context),
    }),
    operatorRoute({
      method: 'PATCH',
      path: PRICES,
      id: 'changePrices',
      summary: 'Changes the price list; for instance operators',
      body: Type.Partial(prices),
      responses: { 200: pricesAnswer },
      handle: (call) => changePrices(context, call),
    }),
  ];
}
