import type { Stripe } from 'stripe';
import {
  type Connection,
  type ProviderCall,
  ProviderRefusal,
  requireText,
  textOption,
} from '../../integrations/index.ts';

/** One more try after a broken connection: with its idempotency key Stripe does nothing twice. */
const RETRIES = 1;

/** Asks Stripe through the guarded way out. Throws `ProviderRefusal` for what it refuses. */
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
    if (!(error instanceof Client.errors.StripeError) || error.statusCode === undefined) throw error;
    throw new ProviderRefusal(error.statusCode, error.message, error.headers?.['retry-after']);
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
