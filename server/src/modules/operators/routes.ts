import { Type } from 'typebox';
import { listingQuery, operatorRoute, type Route } from '../../http/index.ts';
import { accountRoutes } from './account-routes.ts';
import { instanceRoute } from './describe-instance.ts';
import { changeOperator, deleteOperator, inviteOperator, listOperators } from './manage-operators.ts';
import type { OperatorsContext } from './operators-context.ts';
import { createToken, deleteToken, listTokens } from './personal-tokens.ts';
import { counted, newTokenBody, operatorRecord, shownToken, tokenRecord } from './schemas.ts';
import { signInRoutes } from './sign-in-routes.ts';

const OPERATORS = '/api/cloud/operators';

export function operatorRoutes(context: OperatorsContext): readonly Route[] {
  return [
    ...signInRoutes(context),
    ...accountRoutes(context),
    ...tokenRoutes(context),
    ...managementRoutes(context),
    instanceRoute(context.instance),
  ];
}

function tokenRoutes(context: OperatorsContext): readonly Route[] {
  return [
    operatorRoute({
      method: 'GET',
      path: '/api/cloud/tokens',
      id: 'listPersonalTokens',
      summary: 'Lists the personal tokens of the signed-in account',
      query: listingQuery,
      responses: { 200: Type.Object({ data: Type.Array(tokenRecord), count: Type.Integer() }) },
      handle: (call) => listTokens(context, call),
    }),
    operatorRoute({
      method: 'POST',
      path: '/api/cloud/tokens',
      id: 'createPersonalToken',
      summary: 'Creates a personal token, which only this answer shows',
      body: newTokenBody,
      responses: { 201: shownToken },
      handle: (call) => createToken(context, call),
    }),
    operatorRoute({
      method: 'DELETE',
      path: '/api/cloud/tokens/:token_id',
      id: 'deletePersonalToken',
      summary: 'Revokes a personal token at once, with every token and key created with it',
      responses: { 200: counted },
      handle: (call) => deleteToken(context, call),
    }),
  ];
}

function managementRoutes(context: OperatorsContext): readonly Route[] {
  const one = Type.Object({ data: operatorRecord, count: Type.Literal(1) });
  return [
    operatorRoute({
      method: 'GET',
      path: OPERATORS,
      id: 'listOperators',
      summary: 'Lists all accounts and open invitations; for instance operators',
      query: listingQuery,
      responses: { 200: Type.Object({ data: Type.Array(operatorRecord), count: Type.Integer() }) },
      handle: (call) => listOperators(context, call),
    }),
    operatorRoute({
      method: 'POST',
      path: OPERATORS,
      id: 'inviteOperator',
      summary: 'Invites an address to create an account by a link that only this answer shows; for instance operators',
      body: Type.Object({ email: Type.String(), is_operator: Type.Optional(Type.Boolean()) }),
      responses: {
        201: Type.Object({
          data: Type.Intersect([operatorRecord, Type.Object({ invite_url: Type.String({ format: 'uri' }) })]),
          count: Type.Literal(1),
        }),
      },
      handle: (call) => inviteOperator(context, call),
    }),
    operatorRoute({
      method: 'PATCH',
      path: `${OPERATORS}/:account_id`,
      id: 'changeOperator',
      summary:
        'Grants or withdraws the rights of an instance operator, disables or enables an account; for instance operators',
      body: Type.Object({ is_operator: Type.Optional(Type.Boolean()), disabled: Type.Optional(Type.Boolean()) }),
      responses: { 200: one },
      handle: (call) => changeOperator(context, call),
    }),
    operatorRoute({
      method: 'DELETE',
      path: `${OPERATORS}/:account_id`,
      id: 'deleteOperator',
      summary: 'Deletes an account or an invitation; for instance operators',
      responses: { 200: counted },
      handle: (call) => deleteOperator(context, call),
    }),
  ];
}
