import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeWebhookSecret, openWebhookSecret, requireWebhookSecret, sealWebhookSecret } from './webhook-secret.ts';

const KEY = randomBytes(32);
const PLACE = { store: 'p_00000000000000000000000000000001', webhookId: 'a' } as const;

describe('a secret of a webhook', () => {
  it.each([
    'x',
    'a secret with blanks, ü and €',
    'a'.repeat(256),
    '😀'.repeat(256),
    'whsec_AAAA',
    'whsec_AA==',
    'whsec',
  ])('%j is allowed', (secret) => {
    expect(requireWebhookSecret(secret)).toBe(secret);
  });

  it.each([
    '',
    'a'.repeat(257),
    'a\nb',
    'a\0b',
    'a\u0085b',
    'a\u2028b',
    '\ud800',
    'whsec_',
    'whsec_not base64',
    'whsec_AAA',
    'whsec_A-_A',
    'whsec_AA==AA==',
  ])('%j is refused', (secret) => {
    expect(() => requireWebhookSecret(secret)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  });

  it('that the server generates follows Standard Webhooks, has 256 bits and is never the same', () => {
    const made = makeWebhookSecret();
    expect(requireWebhookSecret(made)).toBe(made);
    expect(Buffer.from(made.slice('whsec_'.length), 'base64')).toHaveLength(32);
    expect(makeWebhookSecret()).not.toBe(made);
  });

  it('can be unsealed only for the webhook it was sealed for, and is not stored in clear text', () => {
    const sealed = sealWebhookSecret(KEY, PLACE, 'hush');
    expect(sealed).not.toContain('hush');
    expect(openWebhookSecret(KEY, PLACE, sealed)).toBe('hush');
    expect(() => openWebhookSecret(KEY, { ...PLACE, webhookId: 'b' }, sealed)).toThrow();
    const elsewhere = { ...PLACE, store: 'p_00000000000000000000000000000002' } as const;
    expect(() => openWebhookSecret(KEY, elsewhere, sealed)).toThrow();
    expect(() => openWebhookSecret(randomBytes(32), PLACE, sealed)).toThrow();
  });
});
