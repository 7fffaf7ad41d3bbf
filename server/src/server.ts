import { type Config, createAddresses } from './config/index.ts';
import type { Database } from './database/database.ts';
import {
  type Access,
  createClientAddresses,
  createHttp,
  createOrigins,
  type IdentityProvider,
  type Route,
} from './http/index.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { createIds } from './platform/ids.ts';
import { createLogger, type Logger } from './platform/logger.ts';

/** What tests put in the place of the real parts. */
export interface Overrides {
  readonly database?: Database;
  readonly clock?: Clock;
  readonly logger?: Logger;
  /** Who is signed in to a project. Without it nobody is. */
  readonly identities?: IdentityProvider;
  readonly access?: Access;
  readonly routes?: readonly Route[];
}

export interface Server {
  readonly url: string;
  /** Answers what runs, then lets go of everything. */
  close(): Promise<void>;
}

/** Puts the parts of the service together and starts them. The only file that sees them all. */
export async function createServer(config: Config, overrides: Overrides = {}): Promise<Server> {
  const clock = overrides.clock ?? systemClock;
  const logger = overrides.logger ?? createLogger(config.logLevel);
  const ids = createIds(clock);
  const clients = createClientAddresses(config.trustedProxies);
  let port: number | undefined;
  const addresses = createAddresses(config, () => port);
  const origins = createOrigins({
    mode: config.mode,
    appsDomain: config.appsDomain,
    publicUrl: () => addresses.publicUrl,
  });

  const http = createHttp({
    settings: config,
    access: overrides.access ?? nobody,
    origins,
    addresses: clients,
    routes: overrides.routes ?? [],
    logger,
    clock,
    ids,
    health: async () => undefined,
  });
  port = await http.listen();
  return { url: addresses.publicUrl, close: () => http.close() };
}

const nobody: Access = {
  findProject: () => undefined,
  identifyCaller: () => ({ kind: 'anonymous' }),
  identifyOperator: () => ({ kind: 'admin' }),
  memberRole: () => undefined,
};
