export interface Failure {
  readonly status: number;
  readonly code: string | undefined;
  readonly retryAfter: string | null;
}

const REASONS: Readonly<Record<string, string>> = {
  not_authenticated: 'Nobody is signed in here, and the rule of this table or function needs a user.',
  session_expired:
    'The session cookie has run out. The packages renew the session once for all tabs and send this again.',
  invalid_credentials: 'The address, the password or the code is wrong.',
  missing_key: 'The request has no key. Send it with `request` of @service/client, which adds it.',
  invalid_key:
    'The service does not know the public key: compare SERVICE_PUBLIC_KEY with the project and start the build again.',
  forbidden: 'Somebody is signed in, but the rule does not allow this to that user.',
  origin_not_allowed: 'The origin of this page is not among the allowed origins of the project.',
  cookie_blocked: 'The browser did not keep the session cookie: give the app and the API one origin.',
};

export function explain({ status, code, retryAfter }: Failure): string | undefined {
  if (status === 429) {
    const wait = retryAfter === null ? '' : ` Wait ${retryAfter} s.`;
    return `Too many requests from this address.${wait} Look below for a query that is read again and again, often because its options are new in every render.`;
  }
  return code === undefined ? undefined : REASONS[code];
}
