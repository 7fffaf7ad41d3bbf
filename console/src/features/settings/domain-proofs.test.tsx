import '../../../test/dom.ts';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, findBarriers, screen, show } from '../../../test/show.tsx';
import { DomainProofs } from './domain-proofs.tsx';

const pending = {
  domain: 'shop.example.com',
  state: 'pending',
  txt_name: '_service.shop.example.com',
  txt_value: 'proof-1',
} as const;
const DOMAINS = [pending, { ...pending, domain: 'www.example.com', state: 'served' }] as const;

test('an unverified domain shows its TXT record to copy, and Verify checks it', async () => {
  const calls = answerCalls(() => ({ data: pending, count: 1 }));
  const { user } = await show(<DomainProofs domains={DOMAINS} />);
  const region = within(screen.getByRole('region', { name: 'shop.example.com' }));
  expect(region.getByLabelText('TXT name')).toHaveProperty('value', '_service.shop.example.com');
  await user.click(region.getByRole('button', { name: 'Copy TXT value of shop.example.com' }));
  expect(await navigator.clipboard.readText()).toBe('proof-1');
  expect(await findBarriers()).toEqual([]);
  await user.click(region.getByRole('button', { name: 'Verify shop.example.com' }));
  expect(await screen.findByText(/was not found yet/)).toBeDefined();
  expect(calls.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
    { method: 'POST', path: '/api/cloud/projects/shop/domains/shop.example.com/verify', body: {} },
  ]);
  const served = within(screen.getByRole('region', { name: 'www.example.com' }));
  expect(served.getByText('served')).toBeDefined();
  expect(served.queryByLabelText('TXT name')).toBeNull();
});

test('a viewer sees the record without Verify, and without domains there is no region', async () => {
  await show(<DomainProofs domains={DOMAINS} />, { role: 'viewer' });
  expect(screen.getByLabelText('TXT value')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Verify/ })).toBeNull();
  await show(<DomainProofs domains={[]} />);
  expect(screen.queryByRole('heading')).toBeNull();
});
