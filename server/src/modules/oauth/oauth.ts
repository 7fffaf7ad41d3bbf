import type { Database } from '../../database/index.ts';
import type { Route } from '../../http/index.ts';
import { createGrantsStore } from './grants-store.ts';
import type { OauthContext } from './oauth-context.ts';
import { oauthRoutes } from './routes.ts';

export interface OauthOptions extends Omit<OauthContext, 'grantsStore'> {
  readonly database: Database;
}

export interface Oauth {
  readonly routes: readonly Route[];
}

export function createOauth({ database, ...options }: OauthOptions): Oauth {
  return { routes: oauthRoutes({ ...options, grantsStore: createGrantsStore(database) }) };
}
