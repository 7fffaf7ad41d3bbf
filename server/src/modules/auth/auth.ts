import type { Project, User } from '../../callers/index.ts';
import type { FindViewer, IdentityProvider, Origins, ProjectCall, Route } from '../../http/index.ts';
import type { AuthContext } from './auth-context.ts';
import { factorRoutes } from './factors/index.ts';
import { findViewer } from './find-viewer.ts';
import { mailPageRoutes } from './pages/routes.ts';
import { passkeyRoutes } from './passkeys/index.ts';
import { createPendingStore } from './pending/pending-store.ts';
import { loadUser, type PresentedUser } from './present-user.ts';
import { providerRoutes } from './providers/index.ts';
import { accountRoutes } from './routes.ts';
import { createSessions } from './sessions/sessions.ts';
import { createTokenMailHandler, TOKEN_MAIL_JOB } from './token-mails.ts';
import { createTokensStore } from './tokens/tokens-store.ts';
import { userRoutes } from './users/index.ts';
import { callerOf, createUsersStore } from './users-store.ts';

export interface AuthOptions extends Omit<AuthContext, MadeHere> {
  readonly isShared: boolean;
  readonly onError: (error: unknown) => void;
}

type MadeHere = 'users' | 'tokens' | 'pending' | 'sessions' | 'mailJob' | 'showSignedIn' | 'signInSteps' | 'endTokens';

export interface Auth {
  readonly routes: readonly Route[];
  readonly identities: IdentityProvider;
  findUser(project: Project, id: string): Promise<User | undefined>;
  readonly findViewer: FindViewer;
  showUser(project: Project, id: string): Promise<PresentedUser | undefined>;
  findSender(project: Project, id: string): Promise<Sender | undefined>;
  start(): void;
  stop(): Promise<void>;
}

export interface Sender {
  readonly email: string;
  readonly name: string | null;
  readonly isVerified: boolean;
}

export function createAuth(options: AuthOptions): Auth {
  const { origins } = options;
  const context = createAuthContext({
    ...options,
    mailJob: TOKEN_MAIL_JOB,
    showSignedIn: (user, session) => ({ user, session }),
    signInSteps: () => [],
  });
  const { sessions, users } = context;
  const routes = [
    ...[accountRoutes, factorRoutes, passkeyRoutes, providerRoutes, userRoutes].flatMap((of) => of(context)),
    ...mailPageRoutes(context, {
      base: '/api/baas/:project_id/auth',
      findProject: ({ params }) => options.findProject(params['project_id'] ?? ''),
    }),
  ];

  return {
    routes: routes.map((route) => guarded(route, origins)),
    identities: {
      ...sessions.identities,
      renew: async ({ store }, { id }) => {
        const row = await users.find(store, id);
        return row === undefined || row.disabled === 1 ? undefined : callerOf(row);
      },
    },
    async findUser({ store }, id) {
      const row = await users.find(store, id);
      return row && callerOf(row);
    },
    findViewer: (project, text) => findViewer(users, project, text),
    async showUser(project, id) {
      const row = await users.find(project.store, id);
      return row && (await loadUser(context, project, row));
    },
    async findSender({ store }, id) {
      const row = await users.find(store, id);
      return row && { email: row.email, name: row.name, isVerified: row.email_verified === 1 };
    },
    start: () => sessions.lastSeen.start(),
    stop: () => sessions.lastSeen.stop(),
  };
}

export function createAuthContext(
  options: AuthOptions & Pick<AuthContext, 'mailJob' | 'showSignedIn' | 'signInSteps' | 'endTokens'>,
): AuthContext {
  const { database, jobs } = options;
  const sessions = createSessions(options);
  const users = createUsersStore(database);
  const context: AuthContext = {
    ...options,
    sessions,
    users,
    tokens: createTokensStore(database),
    pending: createPendingStore(database),
  };
  jobs.handle(options.mailJob, createTokenMailHandler(context));
  return context;
}

/** Prevents pages of foreign origins from signing a browser in or out, with or without cookies. */
function guarded(route: Route, origins: Pick<Origins, 'refuseForeignPage'>): Route {
  if (route.who !== 'caller') return route;
  const { handle } = route;
  return {
    ...route,
    handle: (call: ProjectCall) => {
      if (call.caller.kind !== 'secret') origins.refuseForeignPage(call.raw, call.project);
      return handle(call);
    },
  };
}
