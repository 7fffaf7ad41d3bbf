import { connectionFailure } from './api-failure.ts';
import { type SessionGate, sessionGate } from './session-gate.ts';
import { startWork } from './slow-work.ts';

const ABOUT_SESSIONS =
  /\/api\/cloud\/(?:auth\/(?:me|login|login\/passkey|logout|mfa\/challenge)|setup|invites\/accept)$/;
/** Signing in again answers these: the session has ended, or is too old for the change. */
const SESSION_OVER = new Set(['session_expired', 'not_authenticated', 'reauthentication_required']);

/** As `fetch`, but if the session has ended, sends the request again after the user signs in. */
export async function sessionFetch(request: Request, gate: SessionGate = sessionGate): Promise<Response> {
  const again = request.clone();
  const response = await reach(request);
  if (response.status !== 401 || !(await isSessionOver(request, response))) return response;
  return (await gate.wait()) ? await sessionFetch(again, gate) : response;
}

async function reach(request: Request): Promise<Response> {
  const done = startWork();
  try {
    return await fetch(request);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw connectionFailure();
  } finally {
    done();
  }
}

async function isSessionOver({ url, method }: Request, response: Response): Promise<boolean> {
  const { pathname, searchParams } = new URL(url);
  // A 401 for a simulated caller says nothing about the console's own session.
  if (searchParams.has('as')) return false;
  if (ABOUT_SESSIONS.test(pathname) && !(pathname.endsWith('/me') && method !== 'GET')) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return typeof body === 'object' && body !== null && 'code' in body && SESSION_OVER.has(String(body.code));
}
