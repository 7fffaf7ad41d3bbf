import { Type } from 'typebox';
import { anonymousWithoutKey, callerRoute, type Route } from '../../../http/index.ts';
import type { AuthContext } from '../auth-context.ts';
import { createFactorsStore } from '../factors/index.ts';
import { createProviderClients } from './clients.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { createIdentitiesStore } from './identities-store.ts';
import type { ProviderContext } from './provider-context.ts';
import { startSignIn } from './start-sign-in.ts';

const OAUTH = '/api/baas/:project_id/auth/oauth/:provider';
const redirects = { 302: Type.String({ description: 'The body is empty; `Location` has the address.' }) };

export function providerRoutes(authContext: AuthContext): readonly Route[] {
  const context: ProviderContext = {
    ...authContext,
    identities: createIdentitiesStore(authContext.database),
    factors: createFactorsStore(authContext.database),
    clients: createProviderClients(authContext),
  };
  return [
    callerRoute({
      method: 'GET',
      path: OAUTH,
      rate: 'read',
      keyless: anonymousWithoutKey,
      id: 'startProviderSignIn',
      summary: 'Redirects the browser to a provider to sign in',
      query: Type.Object({ redirect_to: Type.Optional(Type.String({ maxLength: 2048 })) }),
      responses: redirects,
      handle: (call) => startSignIn(context, call),
    }),
    callerRoute({
      method: 'GET',
      path: `${OAUTH}/callback`,
      rate: 'read',
      keyless: anonymousWithoutKey,
      id: 'finishProviderSignIn',
      summary: 'Receives the browser from a provider, signs the user in and redirects to `redirect_to`',
      documentedQuery: Type.Object({
        code: Type.Optional(Type.String()),
        state: Type.String(),
        error: Type.Optional(Type.String()),
      }),
      responses: redirects,
      handle: (call) => finishSignIn(context, call),
    }),
  ];
}
