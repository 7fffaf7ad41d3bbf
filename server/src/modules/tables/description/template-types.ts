export interface FunctionTypes {
  readonly payload: string;
  readonly result: string;
}

const OPTIONS = `{ automatic_tax?: boolean; tax_id_collection?: boolean; allow_promotion_codes?: boolean; trial_period_days?: number; billing_address_collection?: 'auto' | 'required'; line_items?: { price_id: string; quantity?: number }[] }`;
const PAYMENT = `{ mode: 'payment' | 'subscription' | 'intent'; price_id?: string; amount?: number; currency?: string; name?: string; quantity?: number; success_url?: string; cancel_url?: string; metadata?: Record<string, unknown>; options?: ${OPTIONS} }`;
const MAIL = `{ to: string | string[]; subject: string; text?: string; html?: string; reply_to?: string; cc?: string | string[]; bcc?: string | string[] }`;
const AI = `{ prompt?: string; messages?: { role: 'system' | 'user' | 'assistant'; content: string }[]; system?: string; model?: string; temperature?: number; max_tokens?: number; json_schema?: Record<string, unknown> }`;

/** The service defines the payloads and results of functions that come with integrations. */
export const TEMPLATE_TYPES: ReadonlyMap<string, FunctionTypes> = new Map([
  ['send_email', { payload: MAIL, result: '{ id: string; accepted: string[] }' }],
  ['process_payment', { payload: PAYMENT, result: '{ id: string; url?: string; client_secret?: string }' }],
  ['billing_portal', { payload: '{ return_url: string }', result: '{ url: string }' }],
  ['cancel_subscription', { payload: '{ id: string; at_period_end?: boolean }', result: 'Record<string, unknown>' }],
  [
    'refund_payment',
    { payload: '{ payment_id: string; amount?: number; reason?: string }', result: 'Record<string, unknown>' },
  ],
  [
    'ai_call',
    { payload: AI, result: '{ text: string; object?: unknown; model: string; usage: Record<string, number> }' },
  ],
]);
