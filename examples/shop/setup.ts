import { readFile, writeFile } from 'node:fs/promises';

/** Makes everything of the shop in a project that takes payments. May be run again: what is there stays. */
const { SERVICE_URL, SERVICE_PROJECT_ID, SERVICE_PUBLIC_KEY, SERVICE_TOKEN, ONCE_PRICE, ONCE_PRODUCT } = process.env;
const { MONTHLY_PRICE, MONTHLY_PRODUCT } = process.env;
if (!SERVICE_URL || !SERVICE_PROJECT_ID || !SERVICE_PUBLIC_KEY || !SERVICE_TOKEN)
  throw new Error('Set SERVICE_URL, SERVICE_PROJECT_ID, SERVICE_PUBLIC_KEY and SERVICE_TOKEN in .env.');
if (!ONCE_PRICE || !ONCE_PRODUCT || !MONTHLY_PRICE || !MONTHLY_PRODUCT)
  throw new Error('Set the ids of two prices of Stripe and of their products in .env.');
const base = `${SERVICE_URL}/api/cloud/projects/${SERVICE_PROJECT_ID}`;

async function call(method: string, path: string, body: unknown): Promise<{ isNew: boolean }> {
  const answer = await fetch(base + path, {
    method,
    headers: { authorization: `Bearer ${SERVICE_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const isThere = answer.status === 409;
  if (!answer.ok && !isThere) throw new Error(`${method} ${path}: ${await answer.text()}`);
  return { isNew: !isThere };
}

const read = (name: string): Promise<string> => readFile(new URL(name, import.meta.url), 'utf8');

// The tables that the provider fills are there since payments were connected. Users read their own rows of them.
const own = { read: { level: 'authenticated', where: 'user_id:eq:$user.id' } };
await call('PATCH', '/tables/payments', { rules: own });
await call('PATCH', '/tables/subscriptions', { rules: own });
await call('PATCH', '/settings', { payments: { products: [ONCE_PRICE, MONTHLY_PRICE] } });

for (const [name, options] of [
  ['buy', { trigger: 'http', access: 'authenticated' }],
  ['fulfil', { trigger: 'webhook', access: 'private' }],
] as const)
  await call('PUT', `/functions/${name}`, { ...options, source: await read(`functions/${name}.ts`) });

const schema = JSON.parse(await read('schema.json')) as { tables: object[]; subscribers: object };
for (const table of schema.tables) await call('POST', '/tables', table);
const subscribed = `exists(subscriptions,user_id:eq:$user.id,status:in:(active,trialing),product_id:eq:${MONTHLY_PRODUCT})`;
const rules = { read: { level: 'authenticated', where: subscribed } };
const articles = await call('POST', '/tables', { ...schema.subscribers, rules });

if (articles.isNew) {
  const book = {
    title: 'A book',
    shown_price: '15 €',
    mode: 'payment',
    price_id: ONCE_PRICE,
    product_id: ONCE_PRODUCT,
  };
  const magazine = { title: 'The magazine', shown_price: '9 € a month', mode: 'subscription' };
  await call('POST', '/data/products', [book, { ...magazine, price_id: MONTHLY_PRICE, product_id: MONTHLY_PRODUCT }]);
  await call('POST', '/data/articles', { title: 'First issue', body: 'Only subscribers read this.' });
  await call('POST', '/webhooks', { table: 'payments', events: ['insert', 'update'], url: 'function:fulfil' });
}
const config = { base: `${SERVICE_URL}/api/baas/${SERVICE_PROJECT_ID}`, key: SERVICE_PUBLIC_KEY };
await writeFile(new URL('app/config.js', import.meta.url), `export const { base, key } = ${JSON.stringify(config)};\n`);
process.stdout.write('The shop is ready. Now: npm run dev\n');
