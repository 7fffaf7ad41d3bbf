import { createServer, type ServerResponse } from 'node:http';

export const PROVIDER_KEY = 'sk_test_0123456789abcdef';

export interface ProviderPrice {
  readonly id: string;
  readonly product: string;
  /** In the smallest unit of the currency. */
  readonly amount: number;
  readonly currency: string;
  readonly interval?: 'month' | 'year';
}

/** A payment provider that accepts one key and lists its prices, as https://docs.stripe.com/api says. */
export interface PaymentProvider extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** May be replaced. */
  prices: readonly ProviderPrice[];
}

export async function startPaymentProvider(prices: readonly ProviderPrice[]): Promise<PaymentProvider> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://provider');
    if (request.headers.authorization !== `Bearer ${PROVIDER_KEY}`) return refuse(response, 401, 'Invalid API Key.');
    if (pathname === '/v1/balance') return send(response, 200, { object: 'balance', available: [] });
    if (pathname === '/v1/prices') return send(response, 200, listPrices(provider.prices, searchParams));
    return refuse(response, 404, `Unrecognized request URL: ${pathname}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the provider has no port');
  const provider: PaymentProvider = {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    prices,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return provider;
}

/** One page of the list. Products are whole, because the service asks for them with `expand`. */
function listPrices(prices: readonly ProviderPrice[], query: URLSearchParams): object {
  const start = prices.findIndex(({ id }) => id === query.get('starting_after')) + 1;
  const page = prices.slice(start, start + Number(query.get('limit')));
  const data = page.map(({ id, product, amount, currency, interval }) => ({
    id,
    object: 'price',
    active: true,
    currency,
    unit_amount: amount,
    nickname: null,
    livemode: false,
    product: { id: `prod_${product}`, object: 'product', active: true, name: product },
    recurring: interval === undefined ? null : { interval, interval_count: 1 },
  }));
  return { object: 'list', data, has_more: start + page.length < prices.length };
}

function refuse(response: ServerResponse, status: number, message: string): void {
  send(response, status, { error: { type: 'invalid_request_error', message } });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
