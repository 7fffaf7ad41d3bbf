import type { IncomingMessage } from 'node:http';
import { CONSOLE, OPERATOR_ROLE, type Project } from '../../callers/index.ts';
import {
  type AccountSettings,
  type AuthContext,
  type AuthOptions,
  createAuthContext,
  type PresentedUser,
} from '../auth/index.ts';

type ProjectsOwn = 'addresses' | 'origins' | 'settings' | 'findProject' | 'providerSecret';

export interface ConsoleAccountsOptions extends Omit<AuthOptions, ProjectsOwn> {
  readonly addresses: { readonly publicUrl: string };
  /** Throws `origin_not_allowed` when a page of a foreign origin asks for a change. */
  readonly refuseForeignPage: (request: IncomingMessage) => void;
}

/** Accounts come only from the first set-up or an invitation, so sign-up is off. A console session lasts seven days. */
const SETTINGS: AccountSettings = {
  signup_enabled: false,
  verification_required: false,
  password_min_length: 8,
  allowed_email_domains: [],
  session_minutes: 7 * 24 * 60,
  refresh_days: 7,
  providers: {},
  passkeys: { enabled: true },
};

export function createConsoleAccounts(
  options: ConsoleAccountsOptions,
  endTokens: NonNullable<AuthContext['endTokens']>,
): AuthContext {
  const { addresses, refuseForeignPage, ...shared } = options;
  const { audit } = shared;
  return createAuthContext({
    ...shared,
    mailJob: 'operators.mail',
    // Links in mails open a page below this address, as they do below a project's address.
    addresses: {
      projectUrl: () => `${addresses.publicUrl}/api/cloud`,
      appUrl: () => `${addresses.publicUrl}/console/`,
    },
    origins: {
      isAllowed: (_console: Project, origin: string) => origin === new URL(addresses.publicUrl).origin,
      appHost: () => new URL(addresses.publicUrl).hostname,
      refuseForeignPage: (request) => refuseForeignPage(request),
    },
    settings: () => SETTINGS,
    findProject: (id) => (id === CONSOLE.id ? CONSOLE : undefined),
    providerSecret: () => undefined,
    showSignedIn: (user, session) => ({ kind: 'account', account: presentAccount(user), session }),
    signInSteps: (user, sessionId, { ip, requestId }) => [
      audit.step({ operator: operatorOf(user), ip, requestId }, { action: 'session.create', target: sessionId }),
    ],
    endTokens,
  });
}

export function withoutSignInEntry(accounts: AuthContext): AuthContext {
  return { ...accounts, signInSteps: () => [] };
}

export function presentAccount(user: PresentedUser) {
  return {
    id: user.id,
    email: user.email,
    email_verified: user.email_verified,
    name: user.name,
    is_operator: user.role === OPERATOR_ROLE,
    mfa_enabled: user.mfa_enabled,
    created_at: user.created_at,
    last_sign_in_at: user.last_sign_in_at,
  };
}

export function operatorOf({
  id,
  email,
  role,
}: {
  readonly id: string;
  readonly email: string;
  readonly role: string | null;
}) {
  return { kind: 'account', accountId: id, email, isOperator: role === OPERATOR_ROLE } as const;
}
