import type { PlainStep } from '../../../database/index.ts';
import { isDatabaseFailure, isNotApplied } from '../../../database/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { parseEmail } from '../../../platform/email.ts';
import { isAllowedDomain } from '../../../platform/email-domains.ts';
import { requiresVerification } from '../account-settings.ts';
import { NO_FACTOR } from '../factors/index.ts';
import { createPasskeysStore } from '../passkeys/passkeys-store.ts';
import { type ProfilePatch, readProfile } from '../profile.ts';
import type { SignInCall } from '../sessions/sign-in-call.ts';
import { type SignedIn, signIn } from '../sign-in.ts';
import { userMail } from '../user-mails.ts';
import { type IdentityRow, NEW_USER, type UserRow, withProvider } from '../users-store.ts';
import { decideLink, type LinkDecision, type LinkRefusal } from './link-policy.ts';
import { type ProviderProfile, titleOf } from './provider.ts';
import type { ProviderContext } from './provider-context.ts';

const NAME_MAX = 100;
const TRIES_MAX = 5;

export interface ProviderIdentity {
  readonly provider: string;
  readonly profile: ProviderProfile;
}

/** The transaction checks the facts of the link decision; when they changed, the decision is repeated. */
export async function signInAs(
  context: ProviderContext,
  call: SignInCall,
  arrival: ProviderIdentity,
): Promise<SignedIn | { readonly kind: 'refused'; readonly error: LinkRefusal }> {
  for (let attempt = 1; ; attempt += 1) {
    const decision = await decide(context, call, arrival);
    if (decision.kind === 'refused') return decision;
    try {
      return await carryOut(context, call, arrival, decision);
    } catch (error) {
      const isOutdated = isNotApplied(error, 'unchanged') || isDatabaseFailure(error, 'unique_violation');
      if (!isOutdated || attempt === TRIES_MAX) throw error;
    }
  }
}

async function decide(
  context: ProviderContext,
  { project }: SignInCall,
  { provider, profile }: ProviderIdentity,
): Promise<LinkDecision> {
  const settings = context.settings(project);
  const email = parseEmail(profile.email ?? '');
  const [owner, holder] = await Promise.all([
    context.identities.ownerOf(project.store, { provider, issuer: profile.issuer, subject: profile.subject }),
    email === undefined ? undefined : context.users.findByEmail(project.store, email),
  ]);
  return decideLink({
    owner,
    holder,
    email,
    isEmailVerified: profile.isEmailVerified,
    isVerificationRequired: requiresVerification(settings),
    maySignUp: settings.signup_enabled && email !== undefined && isAllowedDomain(settings, email),
  });
}

async function carryOut(
  context: ProviderContext,
  call: SignInCall,
  arrival: ProviderIdentity,
  decision: Exclude<LinkDecision, { kind: 'refused' }>,
): Promise<SignedIn> {
  const now = isoTime(context.clock.now());
  switch (decision.kind) {
    case 'known': {
      if (!decision.confirmsEmail) return signIn(context, call, decision.user);
      const set = { email_verified: 1, updated_at: now };
      const confirm = context.identities.updateUnchangedStep(decision.user, set);
      return signIn(context, call, { ...decision.user, ...set }, [confirm]);
    }
    case 'create':
      return create(context, call, arrival, { email: decision.email, now });
    case 'link':
      return link(context, call, arrival, { user: decision.user, now });
    case 'take_over':
      return takeOver(context, call, arrival, { user: decision.user, now });
  }
}

function create(
  context: ProviderContext,
  call: SignInCall,
  arrival: ProviderIdentity,
  { email, now }: { readonly email: string; readonly now: string },
): Promise<SignedIn> {
  const { name, avatarUrl, isEmailVerified } = arrival.profile;
  const user: UserRow = {
    ...NEW_USER,
    id: context.ids(),
    email,
    email_verified: isEmailVerified ? 1 : 0,
    ...usable({ name: name === undefined ? null : Array.from(name).slice(0, NAME_MAX).join('') }),
    ...usable({ avatar_url: avatarUrl ?? null }),
    providers: withProvider(NEW_USER, arrival.provider),
    created_at: now,
    updated_at: now,
  };
  const steps = [context.users.insertStep(user), context.identities.insertStep(identityOf(arrival, user, now))];
  return signIn(context, call, user, steps);
}

/** Both the user and the provider have proven the address. The user gets a mail, because this adds a way to sign in. */
async function link(
  context: ProviderContext,
  call: SignInCall,
  arrival: ProviderIdentity,
  { user, now }: { readonly user: UserRow; readonly now: string },
): Promise<SignedIn> {
  const { project } = call;
  const told = await userMail(context, project, {
    to: user.email,
    kind: 'provider_linked',
    provider: titleOf(arrival.provider),
  });
  const set = { providers: withProvider(user, arrival.provider), updated_at: now };
  return await signIn(context, call, { ...user, ...set }, [
    context.identities.updateUnchangedStep(user, set),
    context.identities.insertStep(identityOf(arrival, user, now)),
    told,
  ]);
}

/** The creator of the account never proved the address, so this removes every credential that they could sign in with. */
async function takeOver(
  context: ProviderContext,
  call: SignInCall,
  arrival: ProviderIdentity,
  { user, now }: { readonly user: UserRow; readonly now: string },
): Promise<SignedIn> {
  const { store } = call.project;
  const providers = withProvider(NEW_USER, arrival.provider);
  const changes = { ...NO_FACTOR, password_hash: null, email_verified: 1, providers, updated_at: now };
  const steps: PlainStep[] = [
    context.identities.updateUnchangedStep(user, changes),
    ...context.factors.removeSteps(user.id, now),
    ...context.sessions.endAllSteps(user.id),
    context.identities.deleteAllStep(user.id),
    createPasskeysStore(context.database).deleteAllStep(user.id),
    context.users.nextEpochStep(user.id),
    context.identities.insertStep(identityOf(arrival, user, now)),
  ];
  const taken: UserRow = { ...user, ...changes, epoch: user.epoch + 1 };
  try {
    return await signIn(context, call, taken, steps);
  } finally {
    // Needed even if it is unknown whether the write was committed; another lookup does no harm.
    context.sessions.forgetUser(store, user.id);
  }
}

function identityOf({ provider, profile }: ProviderIdentity, user: UserRow, now: string): IdentityRow {
  return {
    provider,
    issuer: profile.issuer,
    subject: profile.subject,
    user_id: user.id,
    email: parseEmail(profile.email ?? '') ?? null,
    created_at: now,
  };
}

/** Ignores profile data that does not fit, so that the sign-in does not fail because of it. */
function usable(patch: ProfilePatch): Partial<UserRow> {
  try {
    return readProfile(patch);
  } catch {
    return {};
  }
}
