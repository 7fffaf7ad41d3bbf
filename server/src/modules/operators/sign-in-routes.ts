import { Type } from 'typebox';
import { CONSOLE } from '../../callers/index.ts';
import { type Answer, type Call, openRoute, type Route } from '../../http/index.ts';
import { answerChallenge, askForMail, logOut, mailPageRoutes, resetPassword, withFactors } from '../auth/index.ts';
import { consoleCall, countTry } from './console-call.ts';
import { createFirstOwner } from './create-first-owner.ts';
import type { OperatorsContext } from './operators-context.ts';
import { passkeySignInRoutes } from './passkey-routes.ts';
import { codeNeeded, counted, signedInSchema, text } from './schemas.ts';
import { signIn } from './sign-in.ts';

const AUTH = '/api/cloud/auth';
const token = Type.String({ maxLength: 500 });

export function signInRoutes(context: OperatorsContext): readonly Route[] {
  const signIns = [...ways(context), ...passkeySignInRoutes(context)];
  return [...signIns.map((route) => guarded(context, route)), ...mailRoutes(context)];
}

function ways(context: OperatorsContext): readonly Route[] {
  const { accounts } = context;
  const factors = withFactors(accounts);
  return [
    openRoute({
      method: 'POST',
      path: '/api/cloud/setup',
      id: 'createFirstOwner',
      summary: 'Creates the first account with the one-time token printed at the first start',
      body: Type.Object({
        token: Type.String({ maxLength: 200 }),
        email: Type.String(),
        password: Type.String(),
        name: Type.Optional(Type.String()),
      }),
      responses: { 201: signedInSchema },
      handle: (call) => createFirstOwner(context, call),
    }),
    openRoute({
      method: 'POST',
      path: `${AUTH}/login`,
      id: 'signInOperator',
      summary: 'Starts a console session, or requests the second factor',
      body: Type.Object({ email: Type.String(), password: Type.String() }),
      responses: { 200: Type.Union([signedInSchema, codeNeeded]) },
      handle: (call) => signIn(context, call),
    }),
    openRoute({
      method: 'POST',
      path: `${AUTH}/mfa/challenge`,
      id: 'answerOperatorChallenge',
      summary: 'Completes a sign-in with a code of the authenticator app or a recovery code',
      body: Type.Object({
        mfa_token: Type.String({ minLength: 1, maxLength: 200 }),
        code: Type.String({ minLength: 1, maxLength: 64 }),
      }),
      responses: { 200: signedInSchema },
      handle: async (call) => {
        await countTry(context, call);
        return await answerChallenge(factors, consoleCall(call));
      },
    }),
    openRoute({
      method: 'POST',
      path: `${AUTH}/logout`,
      id: 'signOutOperator',
      summary: 'Ends the console session of the cookie, or all sessions of its account; succeeds without a session',
      isBodyOptional: true,
      body: Type.Object({ scope: Type.Optional(Type.Enum(['local', 'global'])) }),
      responses: { 200: counted },
      handle: (call) => logOut(accounts, consoleCall(call)),
    }),
  ];
}

function mailRoutes(context: OperatorsContext): readonly Route[] {
  const { accounts } = context;
  return [
    openRoute({
      method: 'POST',
      path: `${AUTH}/forgot-password`,
      id: 'forgotOperatorPassword',
      summary: 'Sends a password reset mail if the address has an account',
      body: Type.Object({ email: text, redirect_to: Type.Optional(text) }),
      responses: { 202: counted },
      handle: async (call) => {
        await countTry(context, call);
        return await askForMail(accounts, consoleCall(call), 'reset');
      },
    }),
    openRoute({
      method: 'POST',
      path: `${AUTH}/reset-password`,
      id: 'resetOperatorPassword',
      summary: 'Sets a new password by the token of a reset mail and ends all sessions',
      body: Type.Object({
        token,
        password: text,
        end_tokens: Type.Optional(Type.Boolean({ default: true, description: 'Also revokes all personal tokens.' })),
      }),
      responses: { 200: counted },
      handle: async (call) => {
        await countTry(context, call);
        return await resetPassword(accounts, consoleCall(call));
      },
    }),
    ...mailPageRoutes(accounts, { base: AUTH, idPrefix: 'Operator', pages: ['reset'], findProject: () => CONSOLE }),
  ];
}

function guarded({ accounts }: OperatorsContext, route: Route): Route {
  if (route.who !== 'anyone') return route;
  const { handle } = route;
  return {
    ...route,
    handle: (call: Call): Answer | Promise<Answer> => {
      accounts.origins.refuseForeignPage(call.raw, CONSOLE);
      return handle(call);
    },
  };
}
