import { Type } from 'typebox';
import { callerRoute, type ProjectCall, type Route } from '../../../http/route.ts';
import type { AuthParts } from '../auth-parts.ts';
import { answerChallenge } from './answer-challenge.ts';
import { confirmTotp } from './confirm-totp.ts';
import { enrollTotp } from './enroll-totp.ts';
import type { FactorParts } from './factor-parts.ts';
import { createFactorsStore } from './factors-store.ts';
import { removeTotp } from './remove-totp.ts';

const MFA = '/api/baas/:project_id/auth/mfa';
/** Longer than any code, with every way to write it. */
const code = Type.String({ minLength: 1, maxLength: 64 });

const signedIn = Type.Object({
  data: Type.Object({
    user: Type.Object({}, { additionalProperties: true }),
    session: Type.Object({ id: Type.String(), expires_at: Type.String({ format: 'date-time' }) }),
  }),
  count: Type.Literal(1),
});

/** Sign-in with a second factor: codes of an authenticator app, and recovery codes. */
export function factorRoutes(authParts: AuthParts): readonly Route[] {
  const parts: FactorParts = { ...authParts, factors: createFactorsStore(authParts.database) };
  return [challengeRoute(parts), ...totpRoutes(parts)];
}

function totpRoutes(parts: FactorParts): readonly Route[] {
  return [
    callerRoute({
      method: 'POST',
      path: `${MFA}/totp/enroll`,
      id: 'enrollTotp',
      summary: 'Makes a secret for an authenticator app; it counts once a code of it was shown',
      body: Type.Object({}),
      isBodyOptional: true,
      responses: {
        200: Type.Object({
          data: Type.Object({ secret: Type.String(), otpauth_url: Type.String() }),
          count: Type.Literal(1),
        }),
      },
      handle: (call: ProjectCall) => enrollTotp(parts, call),
    }),
    callerRoute({
      method: 'POST',
      path: `${MFA}/totp/verify`,
      id: 'confirmTotp',
      summary: 'Turns the second factor on with its first code; the recovery codes are shown in this answer only',
      body: Type.Object({ code }),
      responses: {
        200: Type.Object({ data: Type.Object({ recovery_codes: Type.Array(Type.String()) }), count: Type.Literal(1) }),
      },
      handle: (call) => confirmTotp(parts, call),
    }),
    callerRoute({
      method: 'DELETE',
      path: `${MFA}/totp`,
      id: 'removeTotp',
      summary: 'Turns the second factor off',
      body: Type.Object({ password: Type.String({ maxLength: 4096 }) }),
      responses: { 200: Type.Object({ count: Type.Integer() }) },
      handle: (call) => removeTotp(parts, call),
    }),
  ];
}

function challengeRoute(parts: FactorParts): Route {
  return callerRoute({
    method: 'POST',
    path: `${MFA}/challenge`,
    id: 'answerMfaChallenge',
    summary: 'Finishes a sign-in with a code of the app or a recovery code',
    rate: 'login',
    ignoresSession: true,
    body: Type.Object({ mfa_token: Type.String({ minLength: 1, maxLength: 200 }), code }),
    responses: { 200: signedIn },
    handle: (call) => answerChallenge(parts, call),
  });
}
