import { expect, test } from 'vitest';
import { OutboundError } from '../../../platform/safe-fetch/index.ts';
import { upstreamError } from './provider-failure.ts';

test('a provider that cannot be reached is reported in sentences without codes, however deep the cause', () => {
  const cause = new OutboundError('dns_error', 'The name api.stripe.com could not be resolved.');
  const message = 'Stripe could not be reached. The name api.stripe.com could not be resolved.';
  for (const error of [cause, new Error('An error of the client', { cause })]) {
    expect(upstreamError('Stripe', error)).toMatchObject({ code: 'upstream_error', message });
  }
});
