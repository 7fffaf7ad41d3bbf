import { Type } from 'typebox';
import { operatorRoute, type Route } from '../../http/index.ts';
import { auditQuery, auditResponses } from '../audit/index.ts';
import {
  changePassword,
  confirmTotp,
  endOwnSession,
  enrollTotp,
  listOwnSessions,
  removeTotp,
  sessionListSchema,
  updateOwnAccount,
  withFactors,
} from '../auth/index.ts';
import { ownCall, requireSession } from './console-call.ts';
import { describeOperator } from './describe-operator.ts';
import type { OperatorsContext } from './operators-context.ts';
import { ownPasskeyRoutes } from './passkey-routes.ts';
import { counted, nullableText, signedInSchema, text } from './schemas.ts';

const AUTH = '/api/cloud/auth';
const one = Type.Literal(1);
const code = Type.String({ minLength: 1, maxLength: 64 });

export function accountRoutes(context: OperatorsContext): readonly Route[] {
  return [...ownRoutes(context), ...sessionRoutes(context), ...factorRoutes(context), ...ownPasskeyRoutes(context)];
}

function ownRoutes(context: OperatorsContext): readonly Route[] {
  const { accounts } = context;
  return [
    operatorRoute({
      method: 'GET',
      path: `${AUTH}/me`,
      id: 'getOperator',
      summary: 'Returns the account of the token or session',
      responses: { 200: signedInSchema },
      handle: (call) => describeOperator(context, call),
    }),
    operatorRoute({
      method: 'PATCH',
      path: `${AUTH}/me`,
      id: 'updateOperator',
      summary: 'Changes the name of the signed-in account',
      body: Type.Object({ name: nullableText }),
      responses: { 200: signedInSchema },
      handle: (call) => updateOwnAccount(accounts, ownCall(context, call)),
    }),
    operatorRoute({
      method: 'POST',
      path: `${AUTH}/change-password`,
      id: 'changeOperatorPassword',
      summary: 'Changes the password and ends the other sessions',
      body: Type.Object({
        current_password: text,
        new_password: text,
        end_tokens: Type.Optional(Type.Boolean({ default: false, description: 'Also revokes all personal tokens.' })),
      }),
      responses: { 200: counted },
      handle: (call) => changePassword(accounts, ownCall(context, call)),
    }),
  ];
}

function sessionRoutes(context: OperatorsContext): readonly Route[] {
  const { accounts } = context;
  return [
    operatorRoute({
      method: 'GET',
      path: `${AUTH}/sessions`,
      id: 'listOperatorSessions',
      summary: 'Lists the console sessions of the signed-in account, newest first',
      responses: { 200: sessionListSchema },
      handle: (call) => listOwnSessions(accounts, ownCall(context, call)),
    }),
    operatorRoute({
      method: 'DELETE',
      path: `${AUTH}/sessions/:session_id`,
      id: 'endOperatorSession',
      summary: 'Ends a console session of the caller',
      responses: { 200: counted },
      handle: (call) => endOwnSession(accounts, ownCall(context, call)),
    }),
    operatorRoute({
      method: 'GET',
      path: `${AUTH}/events`,
      id: 'listOperatorEvents',
      summary: 'Lists sign-ins, failed sign-ins and changes of the signed-in account, newest first',
      query: auditQuery,
      responses: auditResponses,
      handle: (call) => context.audit.listConcerning(requireSession(context, call.operator).id, call.query),
    }),
  ];
}

function factorRoutes(context: OperatorsContext): readonly Route[] {
  const factors = withFactors(context.accounts);
  return [
    operatorRoute({
      method: 'POST',
      path: `${AUTH}/mfa/totp/enroll`,
      id: 'enrollOperatorTotp',
      summary: 'Creates a secret for an authenticator app; it takes effect once a code confirms it',
      isBodyOptional: true,
      body: Type.Object({ password: Type.Optional(text) }),
      responses: {
        200: Type.Object({ data: Type.Object({ secret: Type.String(), otpauth_url: Type.String() }), count: one }),
      },
      handle: (call) => enrollTotp(factors, ownCall(context, call)),
    }),
    operatorRoute({
      method: 'POST',
      path: `${AUTH}/mfa/totp/verify`,
      id: 'confirmOperatorTotp',
      summary: 'Turns the second factor on with a first code; only this answer shows the recovery codes',
      body: Type.Object({ code }),
      responses: {
        200: Type.Object({ data: Type.Object({ recovery_codes: Type.Array(Type.String()) }), count: one }),
      },
      handle: (call) => confirmTotp(factors, ownCall(context, call)),
    }),
    operatorRoute({
      method: 'DELETE',
      path: `${AUTH}/mfa/totp`,
      id: 'removeOperatorTotp',
      summary: 'Turns the second factor off',
      body: Type.Object({ password: text }),
      responses: { 200: counted },
      handle: (call) => removeTotp(factors, ownCall(context, call)),
    }),
  ];
}
