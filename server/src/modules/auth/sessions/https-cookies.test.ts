import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createVisitor,
  type SignedInBody,
  signUp,
  startTestServer,
  type TestProject,
  type TestServer,
  USER_PASSWORD,
} from '../../../../test/index.ts';
import { silentLogger } from '../../../platform/logger.ts';

const HTTPS = { 'x-forwarded-proto': 'https' };

let server: TestServer;
let project: TestProject;
beforeAll(async () => {
  server = await startTestServer({ config: { trustedProxies: ['127.0.0.1'] } });
  project = await server.createProject();
});
afterAll(() => server?.close());

test('on https cookies have the __Host- prefix, which sub-domains and plain pages cannot set, and only those are read', async () => {
  const { email, user, cookies: plain } = await signUp(project.api);
  const visitor = createVisitor(project.api);
  const login = await visitor.api('/auth/login', { json: { email, password: USER_PASSWORD }, headers: HTTPS });
  const lines = login.headers.getSetCookie().map((line) => line.replace(/=[^;]{20,};/, '=…;'));
  expect(lines).toEqual([
    `__Host-${project.id}_session=…; Max-Age=900; Path=/; HttpOnly; SameSite=Lax; Secure`,
    `__Host-${project.id}_refresh=…; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax; Secure`,
    `${project.id}_signed_in=1; Max-Age=2592000; Path=/; SameSite=Lax; Secure`,
    `__Host-${project.id}_device=…; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax; Secure`,
  ]);
  const me = await visitor.api<SignedInBody>('/auth/me', { headers: HTTPS });
  expect(me.body.data.user.id).toBe(user.id);

  // An unprefixed cookie on https may have been planted; browsers refuse prefixed ones on http.
  const planted = await createVisitor(project.api, plain).api<{ code: string }>('/auth/me', { headers: HTTPS });
  expect([planted.status, planted.body.code]).toEqual([401, 'not_authenticated']);
  expect((await visitor.copy().api('/auth/me')).status).toBe(401);

  const out = await visitor.api('/auth/logout', { method: 'POST', headers: HTTPS });
  expect(out.body).toEqual({ count: 1 });
  expect(out.headers.getSetCookie().every((line) => line.endsWith('; Secure') && line.includes('Max-Age=0'))).toBe(
    true,
  );
});

test('X-Forwarded-Proto counts only from a trusted proxy', async () => {
  const untrusting = await startTestServer();
  try {
    const other = await untrusting.createProject();
    const { email } = await signUp(other.api);
    const json = { email, password: USER_PASSWORD };
    const login = await other.api('/auth/login', { json, headers: HTTPS });
    expect(login.headers.getSetCookie()[0]).toMatch(new RegExp(`^${other.id}_session=`));
  } finally {
    await untrusting.close();
  }
});

test('the service warns at start when its public address implies a proxy that it does not trust', async () => {
  const warnings: string[] = [];
  const logger = { ...silentLogger, warn: (_fields: object, message: string) => void warnings.push(message) };
  const start = async (trustedProxies: readonly string[]) => {
    await using _server = await startTestServer({
      config: { publicUrl: 'https://api.example.com', trustedProxies },
      logger,
    });
    return warnings.splice(0).filter((line) => line.includes('SERVICE_TRUSTED_PROXIES')).length;
  };
  expect([await start([]), await start(['127.0.0.1'])]).toEqual([1, 0]);
});
