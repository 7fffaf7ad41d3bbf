import type { IncomingHttpHeaders } from 'node:http';
import type { Project } from '../../../callers/index.ts';
import { readCookie } from '../cookies.ts';

const SECONDS = 24 * 60 * 60;

/** The cookie of a pending sign-up. In this browser the link of the mail confirms without the password. */
export function signUpCookie({ id }: Project, proof: string, isHttps: boolean): string {
  const attributes = `Max-Age=${SECONDS}; Path=/; HttpOnly; SameSite=Lax`;
  return `${nameOf(id, isHttps)}=${proof}; ${attributes}${isHttps ? '; Secure' : ''}`;
}

export function readSignUpCookie(
  { id }: Project,
  { headers, isHttps }: { readonly headers: IncomingHttpHeaders; readonly isHttps: boolean },
): string | undefined {
  return readCookie(headers.cookie ?? '', nameOf(id, isHttps));
}

function nameOf(projectId: string, isHttps: boolean): string {
  return `${isHttps ? '__Host-' : ''}${projectId}_sign_up`;
}
