import type { MemberRole } from '../src/callers/index.ts';
import { type Api, type ApiInit, createApi } from './api-client.ts';
import type { TestProject, TestServer } from './start-test-server.ts';

export const PASSWORD = 'correct horse battery';

/** A signed-in user of the console. */
export interface TestOperator {
  readonly id: string;
  readonly email: string;
  /** `name=value`, for the Cookie header. */
  readonly cookie: string;
  /** Paths start after `/api/cloud`. Sends the session's cookie. */
  readonly api: Api;
}

interface SignedIn {
  readonly data: { readonly account: { readonly id: string; readonly email: string } };
}

/** The one-time token in the setup link that the service printed. */
export function setupTokenOf(server: TestServer): string {
  const token = /setup\?token=(\S+)/.exec(server.startText)?.[1];
  if (token === undefined) throw new Error('The service is set up.');
  return token;
}

/** Completes the setup and returns the owner. */
export async function createOwner(server: TestServer, email = 'owner@example.com'): Promise<TestOperator> {
  const json = { token: setupTokenOf(server), email, password: PASSWORD };
  return operatorFrom(server, await server.api<SignedIn>('/api/cloud/setup', { json }));
}

/** Invites a new account into the project and accepts the invitation. */
export async function createMember(
  server: TestServer,
  project: TestProject,
  role: MemberRole,
  email = `${role}-${project.id}@example.com`,
): Promise<TestOperator> {
  const invited = await project.cloudApi<{ data: { invite_url: string } }>('/members', { json: { email, role } });
  const token = new URL(invited.body.data.invite_url).searchParams.get('token');
  const accepted = await server.api<SignedIn>('/api/cloud/invites/accept', { json: { token, password: PASSWORD } });
  return operatorFrom(server, accepted);
}

export async function signIn(server: TestServer, email: string, password = PASSWORD): Promise<TestOperator> {
  return operatorFrom(server, await server.api<SignedIn>('/api/cloud/auth/login', { json: { email, password } }));
}

function operatorFrom(
  server: TestServer,
  answer: { readonly status: number; readonly headers: Headers; readonly body: SignedIn; readonly text: string },
): TestOperator {
  if (answer.status >= 300) throw new Error(`Signing in failed: ${answer.text}`);
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const api = createApi(server.url);
  return {
    ...answer.body.data.account,
    cookie,
    api: <Body>(path: string, init: ApiInit = {}) =>
      api<Body>(`/api/cloud${path}`, { ...init, headers: { cookie, ...init.headers } }),
  };
}
