import type { Operator, User } from '../../callers/index.ts';
import type { PlainStep } from '../../database/index.ts';
import type { Route } from '../../http/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { randomToken, sha256Hex } from '../../platform/crypto.ts';
import { createLastUses } from '../../platform/last-uses.ts';
import { createAccountsStore } from './accounts-store.ts';
import { type ConsoleAccountsOptions, createConsoleAccounts } from './console-accounts.ts';
import { createOperatorIdentity, type OperatorIdentity } from './identify-operator.ts';
import type { OperatorsContext } from './operators-context.ts';
import { operatorRoutes } from './routes.ts';
import { createTokensStore } from './tokens-store.ts';

export interface OperatorsOptions
  extends ConsoleAccountsOptions,
    Pick<OperatorsContext, 'instance' | 'adoptProjects' | 'tokenKeys'> {
  readonly adminToken: string | undefined;
}

export interface Operators extends OperatorIdentity {
  readonly routes: readonly Route[];
  readonly context: OperatorsContext;
  /** Creates a one-time token for the first owner; undefined once there is an owner. Earlier tokens stay valid. */
  createSetupToken(): Promise<string | undefined>;
  start(): void;
  stop(): Promise<void>;
}

export function createOperators(options: OperatorsOptions): Operators {
  const context = createContext(options);
  const { accounts, accountsStore, tokenUses, clock } = context;
  return {
    ...createOperatorIdentity(context, options.adminToken),
    context,
    routes: operatorRoutes(context),
    async createSetupToken() {
      if (await accountsStore.isSetupComplete()) return undefined;
      const token = randomToken();
      await accountsStore.addSetupLink(sha256Hex(token), isoTime(clock.now()));
      return token;
    },
    start: () => {
      tokenUses.start();
      accounts.sessions.lastSeen.start();
    },
    stop: async () => {
      await Promise.all([tokenUses.stop(), accounts.sessions.lastSeen.stop()]);
    },
  };
}

function createContext(options: OperatorsOptions): OperatorsContext {
  const { database, clock, ids, audit, instance, adoptProjects, tokenKeys, onError } = options;
  const tokensStore = createTokensStore(database);
  const save = async (uses: ReadonlyMap<string, number>): Promise<void> => {
    const steps = Array.from(uses, ([id, at]) => tokensStore.useStep(id, isoTime(at)));
    await database.write('control', steps);
  };
  const endTokens = async (accountId: string): Promise<readonly PlainStep[]> => [
    ...(await tokenKeys.endSteps(await tokensStore.idsOf(accountId))),
    tokensStore.deleteAllStep(accountId),
  ];
  return {
    database,
    clock,
    ids,
    audit,
    instance,
    adoptProjects,
    tokenKeys,
    accounts: createConsoleAccounts(options, ({ id }) => endTokens(id)),
    accountsStore: createAccountsStore(database),
    tokensStore,
    tokenUses: createLastUses({ clock, save, onError }),
    usersOf: new WeakMap<Operator, User>(),
  };
}
