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
  ['whatever address it has today', { owner: VERIFIED, holder: { ...VERIFIED, id: 'bob' }, email: 'b@b.b' }, 'known'],
  ['also without any address', { owner: VERIFIED, email: undefined, isEmailVerified: false }, 'known'],
  ['also where nobody may sign up', { owner: VERIFIED, maySignUp: false }, 'known'],
  ['but not when it is disabled', { owner: DISABLED }, 'user_disabled'],
  ['an address that nobody has makes an account', {}, 'create'],
  ['a vouched-for one also where verification is required', { isVerificationRequired: true }, 'create'],
  ['but not where nobody may sign up', { maySignUp: false }, 'signup_disabled'],
  ['no address makes no account', { email: undefined }, 'email_missing'],
  ['an address nobody vouches for makes one', { isEmailVerified: false }, 'create'],
  ['unless verification is required', { isEmailVerified: false, isVerificationRequired: true }, 'email_not_verified'],
  ['it never opens an account', { isEmailVerified: false, holder: VERIFIED }, 'email_not_verified'],
  ['not even one that is not verified itself', { isEmailVerified: false, holder: ANN }, 'email_not_verified'],
  ['nor says that one is disabled', { isEmailVerified: false, holder: DISABLED }, 'email_not_verified'],
  ['two verified sides are linked', { holder: VERIFIED }, 'link'],
  ['also where nobody may sign up', { holder: VERIFIED, maySignUp: false }, 'link'],
  ['a verified side takes over an unverified one', { holder: ANN }, 'take_over'],
  ['but never one that is disabled', { holder: DISABLED }, 'user_disabled'],
  ['verified or not', { holder: { ...DISABLED, email_verified: 0 } }, 'user_disabled'],
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
