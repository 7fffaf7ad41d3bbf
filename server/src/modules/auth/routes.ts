import { Type } from 'typebox';
import { callerRoute, type Route } from '../../http/index.ts';
import { askForMail } from './ask-for-mail.ts';
import type { AuthContext } from './auth-context.ts';
import { changePassword } from './change-password.ts';
import { logIn } from './log-in.ts';
import { logOut } from './log-out.ts';
import { deleteOwnAccount, showOwnAccount, updateOwnAccount } from './own-account.ts';
import { endOwnSession, listOwnSessions } from './own-sessions.ts';
import { sessionSchema, userSchema } from './present-user.ts';
import { refreshSession } from './refresh-session.ts';
import { resetPassword } from './reset-password.ts';
import { showConfig } from './show-config.ts';
import { signUp } from './sign-up.ts';
import { verifyEmail } from './verify-email.ts';

const BASE = '/api/baas/:project_id/auth';
const counted = Type.Object({ count: Type.Integer() });
const one = Type.Literal(1);
/** Long enough that more specific checks can answer with their own messages. */
const text = Type.String({ maxLength: 4096 });
const token = Type.String({ maxLength: 500 });
const nullable = Type.Optional(Type.Union([text, Type.Null()]));
const metadata = Type.Optional(Type.Record(Type.String(), Type.Unknown()));

const signedIn = Type.Object({ data: Type.Object({ user: userSchema, session: sessionSchema }), count: one });
const verificationNeeded = Type.Object({
  data: Type.Object({ user: Type.Null(), session: Type.Null(), verification_required: Type.Literal(true) }),
  count: one,
});
const codeNeeded = Type.Object({
  data: Type.Object({ mfa_required: Type.Literal(true), mfa_token: Type.String() }),
  count: one,
});
const mailAddress = Type.Object({ email: text, redirect_to: Type.Optional(text) });

export const sessionListSchema = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      created_at: Type.String({ format: 'date-time' }),
      last_seen_at: Type.String({ format: 'date-time' }),
      ip: Type.Union([Type.String(), Type.Null()]),
      user_agent: Type.Union([Type.String(), Type.Null()]),
      current: Type.Boolean(),
    }),
  ),
  count: Type.Integer(),
});

export function accountRoutes(context: AuthContext): readonly Route[] {
  return [...signInRoutes(context), ...sessionRoutes(context), ...ownRoutes(context), ...tokenRoutes(context)];
}

function signInRoutes(context: AuthContext): readonly Route[] {
  return [
    callerRoute({
      method: 'GET',
      path: `${BASE}/config`,
      id: 'getAuthConfig',
      summary: 'Returns the owner’s settings that a sign-in form needs',
      ignoresSession: true,
      responses: {
        200: Type.Object({
          data: Type.Object({
            signup_enabled: Type.Boolean(),
            verification_required: Type.Boolean(),
            password: Type.Object({ min_length: Type.Integer() }),
            providers: Type.Array(Type.String()),
            mfa: Type.Object({ totp: Type.Boolean() }),
            passkeys: Type.Object({ enabled: Type.Boolean() }),
          }),
          count: one,
        }),
      },
      handle: (call) => showConfig(context, call),
    }),
    callerRoute({
      method: 'POST',
      path: `${BASE}/signup`,
      id: 'signUp',
      summary: 'Creates an account and signs in; where addresses must be confirmed first, sends a mail instead',
      ignoresSession: true,
      rate: 'signup',
      body: Type.Object({
        email: text,
        password: text,
        name: nullable,
        metadata,
        redirect_to: Type.Optional(text),
      }),
      responses: { 201: Type.Union([signedIn, verificationNeeded]) },
      handle: (call) => signUp(context, call),
    }),
    callerRoute({
      method: 'POST',
      path: `${BASE}/login`,
      id: 'logIn',
      summary: 'Signs in with email address and password',
      ignoresSession: true,
      rate: 'login',
      body: Type.Object({ email: text, password: text }),
      responses: { 200: Type.Union([signedIn, codeNeeded]) },
      handle: (call) => logIn(context, call),
    }),
  ];
}

function sessionRoutes(context: AuthContext): readonly Route[] {
  return [
    callerRoute({
      method: 'POST',
      path: `${BASE}/logout`,
      id: 'logOut',
      summary: 'Ends the session of the cookies, or all sessions of its user; succeeds without a session',
      ignoresSession: true,
      isBodyOptional: true,
      body: Type.Object({ scope: Type.Optional(Type.Enum(['local', 'global'])) }),
      responses: { 200: counted },
      handle: (call) => logOut(context, call),
    }),
    callerRoute({
      method: 'POST',
      path: `${BASE}/refresh`,
      id: 'refreshSession',
      summary: 'Exchanges the refresh cookie for a new pair of cookies',
      ignoresSession: true,
      isBodyOptional: true,
      body: Type.Object({}),
      responses: { 200: signedIn },
      handle: (call) => refreshSession(context, call),
    }),
    callerRoute({
      method: 'GET',
      path: `${BASE}/sessions`,
      id: 'listOwnSessions',
      summary: 'Lists the sessions of the signed-in user, newest first',
      responses: { 200: sessionListSchema },
      handle: (call) => listOwnSessions(context, call),
    }),
    callerRoute({
      method: 'DELETE',
      path: `${BASE}/sessions/:session_id`,
      id: 'endOwnSession',
      summary: 'Ends a session of the caller',
      responses: { 200: counted },
      handle: (call) => endOwnSession(context, call),
    }),
  ];
}

function ownRoutes(context: AuthContext): readonly Route[] {
  return [
    callerRoute({
      method: 'GET',
      path: `${BASE}/me`,
      id: 'getOwnAccount',
      summary: 'Returns the signed-in user',
      responses: { 200: signedIn },
      handle: (call) => showOwnAccount(context, call),
    }),
    callerRoute({
      method: 'PATCH',
      path: `${BASE}/me`,
      id: 'updateOwnAccount',
      summary: 'Changes the profile of the signed-in user',
      body: Type.Object({ name: nullable, avatar_url: nullable, metadata }),
      responses: { 200: signedIn },
      handle: (call) => updateOwnAccount(context, call),
    }),
    callerRoute({
      method: 'DELETE',
      path: `${BASE}/me`,
      id: 'deleteOwnAccount',
      summary: 'Deletes the account of the signed-in user; requires the password if there is one',
      isBodyOptional: true,
      body: Type.Object({ password: Type.Optional(text) }),
      responses: { 200: counted },
      handle: (call) => deleteOwnAccount(context, call),
    }),
    callerRoute({
      method: 'POST',
      path: `${BASE}/change-password`,
      id: 'changePassword',
      summary: 'Changes the password and ends the other sessions',
      body: Type.Object({ current_password: text, new_password: text }),
      responses: { 200: counted },
      handle: (call) => changePassword(context, call),
    }),
  ];
}

function tokenRoutes(context: AuthContext): readonly Route[] {
  return [
    callerRoute({
      method: 'POST',
      path: `${BASE}/verify-email`,
      id: 'verifyEmail',
      summary:
        'Verifies an address by the token of its mail; requires the browser, the password or a session of the account',
      ignoresSession: true,
      body: Type.Object({ token, password: Type.Optional(text) }),
      responses: { 200: Type.Object({ data: Type.Object({ user: userSchema }), count: one }) },
      handle: (call) => verifyEmail(context, call),
    }),
    callerRoute({
      method: 'POST',
      path: `${BASE}/resend-verification`,
      id: 'resendVerification',
      summary: 'Sends the verification mail again, unless the address is already verified',
      ignoresSession: true,
      rate: 'mail',
      body: mailAddress,
      responses: { 202: counted },
      handle: (call) => askForMail(context, call, 'verification'),
    }),
    callerRoute({
      method: 'POST',
      path: `${BASE}/forgot-password`,
      id: 'forgotPassword',
      summary: 'Sends a password reset mail if the address has an account',
      ignoresSession: true,
      rate: 'mail',
      body: mailAddress,
      responses: { 202: counted },
      handle: (call) => askForMail(context, call, 'reset'),
    }),
    callerRoute({
      method: 'POST',
      path: `${BASE}/reset-password`,
      id: 'resetPassword',
      summary: 'Sets a new password by the token of a reset mail and ends all sessions',
      ignoresSession: true,
      body: Type.Object({ token, password: text }),
      responses: { 200: counted },
      handle: (call) => resetPassword(context, call),
    }),
  ];
}
