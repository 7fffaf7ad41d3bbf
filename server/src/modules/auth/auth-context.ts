import type { IncomingMessage } from 'node:http';
import type { Project } from '../../callers/index.ts';
import type { ChangeFeed, Database, PlainStep } from '../../database/index.ts';
import type { Origins } from '../../http/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { ExactLimits } from '../../limits/index.ts';
import type { Mail } from '../../mail/index.ts';
import type { RenderedMail, TemplateKind, TemplateValues } from '../../mail/templates/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Passwords } from '../../platform/passwords/index.ts';
import type { SafeFetch } from '../../platform/safe-fetch/index.ts';
import type { MaybePromise } from '../../platform/when-ready.ts';
import type { Audit } from '../audit/index.ts';
import type { AccountSettings } from './account-settings.ts';
import type { PendingStore } from './pending/pending-store.ts';
import type { PresentedUser } from './present-user.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { SignInCall } from './sessions/sign-in-call.ts';
import type { TokensStore } from './tokens/tokens-store.ts';
import type { UserRow, UsersStore } from './users-store.ts';

export interface MailTexts {
  render(project: Project, kind: TemplateKind, values: Omit<TemplateValues, 'app_name'>): Promise<RenderedMail>;
}

export interface AuthContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly jobs: Jobs;
  readonly mail: Mail;
  readonly audit: Audit;
  readonly feed: ChangeFeed;
  readonly masterKey: Uint8Array;
  readonly users: UsersStore;
  readonly tokens: TokensStore;
  readonly pending: PendingStore;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly limits: ExactLimits;
  readonly templates: MailTexts;
  readonly origins: Pick<Origins, 'isAllowed' | 'appHost' | 'refuseForeignPage'>;
  readonly logger: Logger;
  /** The guarded `fetch` for provider addresses, which owners choose. */
  readonly safeFetch: SafeFetch;
  /** The project's client secret at a provider; undefined when it cannot be decrypted. */
  readonly providerSecret: (project: Project, provider: string) => string | undefined;
  readonly addresses: { projectUrl(projectId: string): string; appUrl(projectId: string): string };
  settings(project: Project): AccountSettings;
  readonly mailJob: string;
  showSignedIn(user: PresentedUser, session: { readonly id: string; readonly expires_at: string }): object;
  signInSteps(user: UserRow, sessionId: string, call: SignInCall): readonly PlainStep[];
  /** Steps that end the personal tokens of an account. Absent for users of projects, who have none. */
  readonly endTokens?: (user: Pick<UserRow, 'id'>) => Promise<readonly PlainStep[]>;
  findProject(id: string): MaybePromise<Project | undefined>;
  isHttps(request: IncomingMessage): boolean;
}
