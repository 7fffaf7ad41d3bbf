import type { Api, ApiInit, Reply } from './api-client.ts';

export const USER_PASSWORD = 'correct horse battery';

export interface SignedInBody {
  readonly data: {
    readonly user: { readonly id: string; readonly email: string; readonly [field: string]: unknown };
    readonly session: { readonly id: string; readonly expires_at: string };
  };
  readonly count: 1;
}

/** One user's browser: stores and sends cookies. */
export interface Visitor {
  readonly api: Api;
  /** By name. A test may change them, for example to lost, stolen or forged values. */
  readonly cookies: Map<string, string>;
  /** A second browser with the same state, as if the cookies had been copied. */
  copy(): Visitor;
}

let made = 0;

/** A unique email address. */
export function newEmail(): string {
  made += 1;
  return `user-${process.pid}-${made}@example.com`;
}

/** `api`: a project's API with its public key. */
export function createVisitor(api: Api, cookies: ReadonlyMap<string, string> = new Map()): Visitor {
  const jar = new Map(cookies);
  return {
    cookies: jar,
    copy: () => createVisitor(api, jar),
    api: async <Body>(path: string, init: ApiInit = {}): Promise<Reply<Body>> => {
      const cookie = Array.from(jar, ([name, value]) => `${name}=${value}`).join('; ');
      const headers = { ...(cookie !== '' && { cookie }), ...init.headers };
      const reply = await api<Body>(path, { ...init, headers });
      for (const line of reply.headers.getSetCookie()) keep(jar, line);
      return reply;
    },
  };
}

export async function signUp(api: Api, body: { email?: string; password?: string; name?: string } = {}) {
  const visitor = createVisitor(api);
  const json = { email: newEmail(), password: USER_PASSWORD, ...body };
  const reply = await visitor.api<SignedInBody>('/auth/signup', { json });
  if (reply.status !== 201) throw new Error(`Signing up failed: ${reply.text}`);
  return { ...visitor, ...reply.body.data, email: reply.body.data.user.email };
}

function keep(jar: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const name = pair.slice(0, pair.indexOf('='));
  if (attributes.includes('Max-Age=0')) jar.delete(name);
  else jar.set(name, pair.slice(name.length + 1));
}
