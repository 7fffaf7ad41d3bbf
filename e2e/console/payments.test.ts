import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { at } from '../harness/api-client.ts';
import { type PaymentProvider, PROVIDER_KEY, startPaymentProvider } from '../harness/payment-provider.ts';
import {
  type ConsoleScene,
  type ConsoleWindow,
  eventually,
  findBarriers,
  openWindow,
  overflowOf,
  setUpOwner,
  startConsole,
} from './console-scene.ts';

const cleanUp = new AsyncDisposableStack();
let provider: PaymentProvider;
let scene: ConsoleScene;
let window: ConsoleWindow;

beforeAll(async () => {
  provider = cleanUp.use(
    await startPaymentProvider([
      { id: 'price_gold', product: 'Gold plan', amount: 900, currency: 'eur', interval: 'month' },
      { id: 'price_year', product: 'Gold plan', amount: 9000, currency: 'eur', interval: 'year' },
      { id: 'price_mug', product: 'Mug <b>with handle</b>', amount: 1500, currency: 'jpy' },
    ]),
  );
  scene = cleanUp.use(await startConsole({ env: { SERVICE_OUTBOUND_ALLOW: `127.0.0.1:${provider.port}` } }));
  const owner = await setUpOwner(scene);
  await owner.post('/projects', { name: 'Shop', id: 'shop' });
  window = cleanUp.use(await openWindow(scene, { session: owner }));
});
afterAll(() => cleanUp.disposeAsync());

const button = (name: string): Locator => window.page.getByRole('button', { name, exact: true });
const prices = (): Locator => window.page.getByRole('group', { name: 'Prices' });
const stored = async (): Promise<unknown> =>
  at((await scene.cloud.get('/projects/shop/settings')).body, 'data', 'payments', 'products');

test('without a provider, Payment settings lead to the page that connects one', async () => {
  const { page } = window;
  await window.visit('p/shop/settings/payments');
  await page.getByRole('main').getByRole('link', { name: 'Integrations' }).click();
  const region = page.getByRole('region', { name: 'Payments' });
  await region.getByText('not connected', { exact: true }).waitFor();
  await region.getByRole('button', { name: 'Set up Payments' }).click();
  expect(new URL(page.url()).searchParams.get('open')).toBe('payments');
  await region.getByLabel('Secret key').fill(PROVIDER_KEY);
  await region.getByLabel('Webhook secret').fill('whsec_0123456789abcdef');
  await region.getByLabel('Base URL').fill(provider.url);
  await region.getByRole('button', { name: 'Connect', exact: true }).click();
  await region.getByText('connected', { exact: true }).waitFor();
  await region.getByRole('button', { name: 'Test connection' }).click();
  await region.getByText('The provider takes the credentials.').waitFor();
});

test('prices are chosen from the list of the provider, with their amounts', async () => {
  const { page } = window;
  await window.visit('p/shop/settings/payments');
  await eventually(() => prices().locator('label').allInnerTexts()).toEqual([
    'Gold plan: €9.00 a month',
    'Gold plan: €90.00 a year',
    'Mug <b>with handle</b>: ¥1,500',
  ]);
  await prices().getByLabel('Gold plan: €90.00 a year').check();
  await prices().getByLabel('Mug <b>with handle</b>: ¥1,500').check();
  expect(await findBarriers(page)).toEqual([]);
  await page.setViewportSize({ width: 375, height: 800 });
  expect(await overflowOf(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await button('Save changes').click();
  await page.getByText('Changes saved.').waitFor();
  expect(await stored()).toEqual(['price_year', 'price_mug']);
});

test('a chosen price that the provider no longer lists stays chosen until it is unchecked', async () => {
  const { page } = window;
  provider.prices = provider.prices.filter(({ id }) => id !== 'price_mug');
  await window.visit('p/shop/settings/payments');
  const gone = prices().getByLabel('price_mug (the provider does not list it)');
  await eventually(() => gone.isChecked()).toBe(true);
  await gone.uncheck();
  await button('Save changes').click();
  await page.getByText('Changes saved.').waitFor();
  expect(await stored()).toEqual(['price_year']);
});

test('while the provider refuses the key, the page says why, and the ids of prices can be written', async () => {
  const { page } = window;
  const credentials = { secret_key: 'sk_test_refused0123456789', webhook_secret: 'whsec_0123456789abcdef' };
  const body = { provider: 'stripe', base_url: provider.url, ...credentials };
  const connected = await scene.cloud.call('PUT', '/projects/shop/integrations/payments', { body });
  expect(connected.status, connected.text).toBeLessThan(300);
  await window.visit('p/shop/settings/payments');
  await page.getByRole('alert').getByText('Invalid API Key').waitFor();
  expect(await page.getByLabel('Prices').inputValue()).toBe('price_year');
  expect(await findBarriers(page)).toEqual([]);
});

test('the browser logged no error during these tests', () => {
  expect(window.complaints.filter((complaint) => !/status of 5\d\d/.test(complaint))).toEqual([]);
});
