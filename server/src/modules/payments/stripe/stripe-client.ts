import type { Stripe } from 'stripe';
import { type Connection, type ProviderCall, requireText, textOption } from '../../integrations/index.ts';
import { refusalIn } from './stripe-refusal.ts';

/** One retry after a broken connection. It is safe because the idempotency key keeps Stripe from acting twice. */
const RETRIES = 1;

export async function withStripe<Value>(
  connection: Connection,
  { fetch, timeoutMs }: ProviderCall,
  work: (stripe: Stripe) => Promise<Value>,
): Promise<Value> {
  const { Stripe: Client } = await import('stripe');
  const stripe = new Client(requireText(connection, 'secret_key'), {
    httpClient: Client.createFetchHttpClient(fetch as typeof globalThis.fetch),
    ...placeOf(textOption(connection, 'base_url')),
    maxNetworkRetries: RETRIES,
    timeout: timeoutMs,
    telemetry: false,
  });
  try {
    return await work(stripe);
  } catch (error) {
    throw refusalIn(error) ?? error;
  }
}

function placeOf(base: string | undefined) {
  if (base === undefined) return {};
  const { protocol, hostname, port } = new URL(base);
  const isPlain = protocol === 'http:';
  return {
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
    protocol: isPlain ? ('http' as const) : ('https' as const),
  };
}
