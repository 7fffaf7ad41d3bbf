import type { IncomingMessage } from 'node:http';
import type { Database } from '../../database/database.ts';
import type { Route } from '../../http/route.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import { randomToken, sha256Hex } from '../../platform/crypto.ts';
import { createLastUses } from '../../platform/last-uses.ts';
import type { Passwords } from '../../platform/passwords/index.ts';
import type { Audit } from '../audit/index.ts';
import { createAccountsStore } from './accounts-store.ts';
import { createAttempts } from './attempts.ts';
import { createOperatorIdentity, type OperatorIdentity } from './identify-operator.ts';
import type { OperatorContext } from './operator-context.ts';
import { operatorRoutes } from './routes.ts';
import { createSessions } from './sessions.ts';
import { createSessionsStore } from './sessions-store.ts';
import { createTokensStore, type TokensStore } from './tokens-store.ts';

export interface OperatorsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly audit: Audit;
  readonly passwords: Passwords;
  readonly adminToken: string | undefined;
  readonly isRateLimited: boolean;
  readonly isHttps: (request: IncomingMessage) => boolean;
  /** Throws `origin_not_allowed` when a foreign web page asks for a change. */
  readonly refuseForeignPage: (request: IncomingMessage) => void;
  /** Makes the first owner an owner of the projects that were there before. */
  readonly adoptProjects: OperatorContext['adoptProjects'];
  readonly onError?: (error: unknown) => void;
}

export interface Operators extends OperatorIdentity {
  readonly routes: readonly Route[];
  /** For actions of other modules that sign somebody in. */
  readonly context: OperatorContext;
  /** A new one-time token for the first owner; undefined once there is one. Earlier tokens stay valid. */
  createSetupToken(): Promise<string | undefined>;
  start(): void;
  stop(): Promise<void>;
}

export function createOperators(options: OperatorsOptions): Operators {
  const context = createContext(options);
  const identity = createOperatorIdentity({ ...options, ...context });
  return {
    ...identity,
    context,
    routes: operatorRoutes(context, options.refuseForeignPage),
    async createSetupToken() {
      if (await context.accountsStore.isSetupComplete()) return undefined;
      const token = randomToken();
      await context.accountsStore.addSetupLink(sha256Hex(token), isoTime(context.clock.now()));
      return token;
    },
    start: () => context.tokenUses.start(),
    stop: () => context.tokenUses.stop(),
  };
}

function createContext({ database, clock, ids, audit, ...options }: OperatorsOptions): OperatorContext {
  const sessionsStore = createSessionsStore(database);
  const tokensStore = createTokensStore(database);
  const onError = options.onError === undefined ? {} : { onError: options.onError };
  return {
    database,
    clock,
    ids,
    audit,
    passwords: options.passwords,
    attempts: createAttempts(clock, options.isRateLimited),
    sessions: createSessions({ store: sessionsStore, clock, ids, isHttps: options.isHttps }),
    accountsStore: createAccountsStore(database),
    sessionsStore,
    tokensStore,
    tokenUses: createLastUses({ clock, save: (uses) => saveUses(database, tokensStore, uses), ...onError }),
    adoptProjects: options.adoptProjects,
  };
}

async function saveUses(database: Database, store: TokensStore, uses: ReadonlyMap<string, number>): Promise<void> {
  const steps = Array.from(uses, ([id, at]) => store.useStep(id, isoTime(at)));
  await database.write('control', steps);
}
