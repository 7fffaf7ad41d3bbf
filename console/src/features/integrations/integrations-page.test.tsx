import '../../../test/dom.ts';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, screen, show } from '../../../test/show.tsx';
import { IntegrationsPage } from './integrations-page.tsx';

const PATH = '/api/cloud/projects/shop/integrations';
const STRIPE = { kind: 'payments', connected: true, provider: 'stripe', secret_key: true, webhook_secret: true };
const SUCCEEDED = 'The provider takes the credentials.';

test('the result of a test leaves with the credentials that were tested', async () => {
  let stored: readonly object[] = [{ ...STRIPE, updated_at: '2026-03-14T09:26:53.000Z' }];
  answerCalls(({ method, path }) => {
    if (path === `${PATH}/payments/test`) return { data: { ok: true, error: null }, count: 1 };
    if (method === 'PUT') stored = [{ ...STRIPE, updated_at: '2026-03-14T09:27:00.000Z' }];
    if (method === 'DELETE') stored = [];
    return { data: stored, count: stored.length };
  });
  const { user } = await show(<IntegrationsPage />);
  const card = within(await screen.findByRole('region', { name: 'Payments' }));
  await user.click(card.getByRole('button', { name: 'Test connection' }));
  await card.findByText(SUCCEEDED);
  await user.click(card.getByRole('button', { name: 'Change connection' }));
  await user.type(card.getByLabelText('Secret key'), 'sk_test_other');
  await user.click(card.getByRole('button', { name: 'Connect' }));
  await waitFor(() => expect(card.queryByText(SUCCEEDED)).toBeNull());
  await user.click(await card.findByRole('button', { name: 'Test connection' }));
  await card.findByText(SUCCEEDED);
  await user.click(card.getByRole('button', { name: 'Disconnect' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Disconnect' }));
  await card.findByText('not connected');
  expect(card.queryByText(SUCCEEDED)).toBeNull();
});
