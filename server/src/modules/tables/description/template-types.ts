export interface FunctionTypes {
  readonly payload: string;
  readonly result: string;
}

const PAYMENT = `{ mode: 'payment' | 'subscription' | 'intent'; price_id?: string; amount?: number; currency?: string; name?: string; quantity?: number; success_url?: string; cancel_url?: string; metadata?: Record<string, unknown> }`;
const MAIL = `{ to: string | string[]; subject: string; text?: string; html?: string; reply_to?: string; cc?: string | string[]; bcc?: string | string[] }`;
const AI = `{ prompt?: string; messages?: { role: 'system' | 'user' | 'assistant'; content: string }[]; system?: string; model?: string; temperature?: number; max_tokens?: number; json_schema?: Record<string, unknown> }`;

/** The functions that come with integrations: their payloads and results are ours, so apps get them typed. */
export const TEMPLATE_TYPES: ReadonlyMap<string, FunctionTypes> = new Map([
  ['send_email', { payload: MAIL, result: '{ id: string; accepted: string[] }' }],
  ['process_payment', { payload: PAYMENT, result: '{ id: string; url?: string; client_secret?: string }' }],
  [
    'ai_call',
    { payload: AI, result: '{ text: string; object?: unknown; model: string; usage: Record<string, number> }' },
  ],
]);
