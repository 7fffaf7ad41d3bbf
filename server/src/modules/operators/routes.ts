import { Type } from 'typebox';
import { listingQuery } from '../../http/listing.ts';
import { type Call, openRoute, operatorRoute, type Route } from '../../http/route.ts';
import { createFirstOwner } from './create-first-owner.ts';
import { describeOperator } from './describe-operator.ts';
import type { OperatorContext } from './operator-context.ts';
import { createToken, deleteToken, listTokens } from './personal-tokens.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';

const nullableText = Type.Union([Type.String(), Type.Null()]);
const nullableTime = Type.Union([Type.String({ format: 'date-time' }), Type.Null()]);
const counted = Type.Object({ count: Type.Integer() });

/** Who is signed in, as every answer about a session shows it. */
export const signedInAnswer = Type.Object({
  data: Type.Object({
    kind: Type.Enum(['account', 'admin']),
    account: Type.Union([
      Type.Object({
        id: Type.String(),
        email: Type.String(),
        name: nullableText,
        created_at: Type.String({ format: 'date-time' }),
      }),
      Type.Null(),
    ]),
    session: Type.Union([
      Type.Object({ id: Type.String(), expires_at: Type.String({ format: 'date-time' }) }),
      Type.Null(),
    ]),
  }),
  count: Type.Literal(1),
});

const tokenRecord = Type.Object({
  id: Type.String(),
  name: Type.String(),
  created_at: Type.String({ format: 'date-time' }),
  last_used_at: nullableTime,
  expires_at: nullableTime,
});

export function operatorRoutes(
  context: OperatorContext,
  refuseForeignPage: (request: Call['raw']) => void,
): readonly Route[] {
  return [...sessionRoutes(context, refuseForeignPage), ...tokenRoutes(context)];
}

function sessionRoutes(context: OperatorContext, refuseForeignPage: (request: Call['raw']) => void): readonly Route[] {
  return [
    openRoute({
      method: 'POST',
      path: '/api/cloud/setup',
      id: 'createFirstOwner',
      summary: 'Makes the first account with the one-time token printed at the first start',
      body: Type.Object({
        token: Type.String({ maxLength: 200 }),
        email: Type.String(),
        password: Type.String(),
        name: Type.Optional(Type.String()),
      }),
      responses: { 201: signedInAnswer },
      handle: (call) => createFirstOwner(context, call),
    }),
    openRoute({
      method: 'POST',
      path: '/api/cloud/auth/login',
      id: 'signInOperator',
      summary: 'Starts a console session',
      body: Type.Object({ email: Type.String(), password: Type.String() }),
      responses: { 200: signedInAnswer },
      handle: (call) => signIn(context, call),
    }),
    openRoute({
      method: 'POST',
      path: '/api/cloud/auth/logout',
      id: 'signOutOperator',
      summary: 'Ends the console session of the cookie; no session is no error',
      responses: { 200: counted },
      handle: (call) => signOut(context, refuseForeignPage, call),
    }),
    operatorRoute({
      method: 'GET',
      path: '/api/cloud/auth/me',
      id: 'getOperator',
      summary: 'Who the token or session stands for',
      responses: { 200: signedInAnswer },
      handle: (call) => describeOperator(context, call),
    }),
  ];
}

function tokenRoutes(context: OperatorContext): readonly Route[] {
  return [
    operatorRoute({
      method: 'GET',
      path: '/api/cloud/tokens',
      id: 'listPersonalTokens',
      summary: 'The personal tokens of the signed-in account',
      query: listingQuery,
      responses: { 200: Type.Object({ data: Type.Array(tokenRecord), count: Type.Integer() }) },
      handle: (call) => listTokens(context, call),
    }),
    operatorRoute({
      method: 'POST',
      path: '/api/cloud/tokens',
      id: 'createPersonalToken',
      summary: 'Makes a personal token; it is shown in this answer only',
      body: Type.Object({ name: Type.String(), expires_at: Type.Optional(nullableText) }),
      responses: {
        201: Type.Object({
          data: Type.Object({ id: Type.String(), name: Type.String(), token: Type.String() }),
          count: Type.Literal(1),
        }),
      },
      handle: (call) => createToken(context, call),
    }),
    operatorRoute({
      method: 'DELETE',
      path: '/api/cloud/tokens/:token_id',
      id: 'deletePersonalToken',
      summary: 'Ends a personal token at once',
      responses: { 200: counted },
      handle: (call) => deleteToken(context, call),
    }),
  ];
}
