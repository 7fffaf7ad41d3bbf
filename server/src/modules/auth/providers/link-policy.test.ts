import { expect, test } from 'vitest';
import { NEW_USER, type UserRow } from '../users-store.ts';
import { decideLink, type LinkFacts } from './link-policy.ts';

const ANN: UserRow = { ...NEW_USER, id: 'ann', email: 'ann@example.com', created_at: '', updated_at: '' };
const VERIFIED: UserRow = { ...ANN, email_verified: 1 };
const DISABLED: UserRow = { ...VERIFIED, disabled: 1 };
const FACTS: LinkFacts = {
  owner: undefined,
  holder: undefined,
  email: 'ann@example.com',
  isEmailVerified: true,
  isVerificationRequired: false,
  maySignUp: true,
};

test.each<[what: string, facts: Partial<LinkFacts>, kind: string]>([
  ['an identity opens the account it belongs to', { owner: VERIFIED }, 'known'],
  [
    'an identity opens its account whatever address it has now',
    { owner: VERIFIED, holder: { ...VERIFIED, id: 'bob' }, email: 'b@b.b' },
    'known',
  ],
  [
    'an identity opens its account without any address',
    { owner: VERIFIED, email: undefined, isEmailVerified: false },
    'known',
  ],
  ['an identity opens its account where sign-up is off', { owner: VERIFIED, maySignUp: false }, 'known'],
  ['an identity does not open a disabled account', { owner: DISABLED }, 'user_disabled'],
  ['an unknown address creates an account', {}, 'create'],
  ['a verified address creates one where verification is required', { isVerificationRequired: true }, 'create'],
  ['an unknown address creates none where sign-up is off', { maySignUp: false }, 'signup_disabled'],
  ['an identity without an address creates no account', { email: undefined }, 'email_missing'],
  ['an unverified address creates an account', { isEmailVerified: false }, 'create'],
  [
    'an unverified address creates none where verification is required',
    { isEmailVerified: false, isVerificationRequired: true },
    'email_not_verified',
  ],
  [
    'an unverified address opens no existing account',
    { isEmailVerified: false, holder: VERIFIED },
    'email_not_verified',
  ],
  ['an unverified address opens no unverified account', { isEmailVerified: false, holder: ANN }, 'email_not_verified'],
  [
    'an unverified address does not reveal a disabled account',
    { isEmailVerified: false, holder: DISABLED },
    'email_not_verified',
  ],
  ['a verified address links to a verified account', { holder: VERIFIED }, 'link'],
  ['a verified address links where sign-up is off', { holder: VERIFIED, maySignUp: false }, 'link'],
  ['a verified address takes over an unverified account', { holder: ANN }, 'take_over'],
  ['a verified address opens no disabled account', { holder: DISABLED }, 'user_disabled'],
  [
    'a verified address opens no disabled unverified account',
    { holder: { ...DISABLED, email_verified: 0 } },
    'user_disabled',
  ],
])('%s', (_, facts, kind) => {
  const decision = decideLink({ ...FACTS, ...facts });
  expect(decision.kind === 'refused' ? decision.error : decision.kind).toBe(kind);
});

test.each<[facts: Partial<LinkFacts>, confirms: boolean]>([
  [{ owner: ANN }, true],
  [{ owner: ANN, isEmailVerified: false }, false],
  [{ owner: ANN, email: 'other@example.com' }, false],
  [{ owner: VERIFIED }, false],
])(
  'an identity confirms the address of its account when the provider vouches for the same one: %j',
  (facts, confirms) => {
    expect(decideLink({ ...FACTS, ...facts })).toMatchObject({ kind: 'known', confirmsEmail: confirms });
  },
);
