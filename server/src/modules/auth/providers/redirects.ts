import type { Answer } from '../../../http/index.ts';

export type SignInError =
  | 'access_denied'
  | 'provider_error'
  | 'provider_unavailable'
  | 'rate_limited'
  | 'email_missing'
  | 'email_not_verified'
  | 'signup_disabled'
  | 'user_disabled';

/** The address may hold secrets, so the next page must not see it as a referrer. */
export function redirect(url: URL | string, cookies: readonly string[]): Answer {
  return {
    status: 302,
    body: '',
    headers: {
      Location: String(url),
      'Content-Type': 'text/plain; charset=utf-8',
      'Referrer-Policy': 'no-referrer',
      ...(cookies.length > 0 && { 'Set-Cookie': cookies }),
    },
  };
}

export function failedSignIn(redirectTo: string, error: SignInError, cookies: readonly string[]): Answer {
  const url = new URL(redirectTo);
  url.searchParams.set('error', error);
  return redirect(url, cookies);
}
