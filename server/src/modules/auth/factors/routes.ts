import { Type } from 'typebox';
import { callerRoute, type Route } from '../../../http/index.ts';
import type { AuthContext } from '../auth-context.ts';
import { answerChallenge } from './answer-challenge.ts';
import { confirmTotp } from './confirm-totp.ts';
import { enrollTotp } from './enroll-totp.ts';
import { type FactorContext, withFactors } from './factor-context.ts';
import { removeTotp } from './remove-totp.ts';

const MFA = '/api/baas/:project_id/auth/mfa';
const code = Type.String({ minLength: 1, maxLength: 64 });
const password = Type.String({ maxLength: 4096 });

const signedIn = Type.Object({
  data: Type.Object({
    user: Type.Object({}, { additionalProperties: true }),
    session: Type.Object({ id: Type.String(), expires_at: Type.String({ format: 'date-time' }) }),
  }),
  count: Type.Literal(1),
});

export function factorRoutes(authContext: AuthContext): readonly Route[] {
  const context = withFactors(authContext);
  return [challengeRoute(context), ...totpRoutes(context)];
}

function totpRoutes(context: FactorContext): readonly Route[] {
  return [
    callerRoute({
      method: 'POST',
      path: `${MFA}/totp/enroll`,
      id: 'enrollTotp',
      summary: 'Creates a secret for an authenticator app; it takes effect once a code confirms it',
      body: Type.Object({ password: Type.Optional(password) }),
      isBodyOptional: true,
      responses: {
        200: Type.Object({
          data: Type.Object({ secret: Type.String(), otpauth_url: Type.String() }),
          count: Type.Literal(1),
        }),
      },
      handle: (call) => enrollTotp(context, call),
    }),
    callerRoute({
      method: 'POST',
      path: `${MFA}/totp/verify`,
      id: 'confirmTotp',
      summary: 'Turns the second factor on with a first code; only this answer shows the recovery codes',
      body: Type.Object({ code }),
      responses: {
        200: Type.Object({ data: Type.Object({ recovery_codes: Type.Array(Type.String()) }), count: Type.Literal(1) }),
      },
      handle: (call) => confirmTotp(context, call),
    }),
    callerRoute({
      method: 'DELETE',
      path: `${MFA}/totp`,
      id: 'removeTotp',
      summary: 'Turns the second factor off',
      body: Type.Object({ password }),
      responses: { 200: Type.Object({ count: Type.Integer() }) },
      handle: (call) => removeTotp(context, call),
    }),
  ];
}

function challengeRoute(context: FactorContext): Route {
  return callerRoute({
    method: 'POST',
    path: `${MFA}/challenge`,
    id: 'answerMfaChallenge',
    summary: 'Completes a sign-in with a code of the authenticator app or a recovery code',
    rate: 'login',
    ignoresSession: true,
    body: Type.Object({ mfa_token: Type.String({ minLength: 1, maxLength: 200 }), code }),
    responses: { 200: signedIn },
    handle: (call) => answerChallenge(context, call),
  });
}
