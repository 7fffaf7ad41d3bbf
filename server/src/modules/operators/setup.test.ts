import { describe, expect, it } from 'vitest';
import { ENGINES, startTestServer, type TestServer } from '../../../test/index.ts';
import { createOwner, PASSWORD, setupTokenOf } from '../../../test/operators.ts';

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/);
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe.each(ENGINES)('POST /api/cloud/setup on %s', (engine) => {
  describe('201', () => {
    it('creates the first owner, signs them in and gives them the existing projects', async () => {
      await using server = await startTestServer({ engine });
      const project = await server.createProject();
      const json = { token: setupTokenOf(server), email: ' Ann@Example.com', password: PASSWORD, name: ' Ann ' };
      const answer = await server.api('/api/cloud/setup', { json });
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({
        data: {
          kind: 'account',
          account: {
            id: UUID,
            email: 'ann@example.com',
            email_verified: false,
            name: 'Ann',
            is_operator: true,
            mfa_enabled: false,
            created_at: TIME,
            last_sign_in_at: TIME,
          },
          session: { id: UUID, expires_at: TIME },
        },
        count: 1,
      });
      expect(answer.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^service_operator=[\w.-]{60,80}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/),
        expect.stringMatching(
          /^service_operator_device=[\w.-]{60}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
        ),
      ]);
      expect(answer.text).not.toContain('argon2');
      const members = await project.cloudApi<{ data: unknown[] }>('/members');
      expect(members.body.data).toEqual([expect.objectContaining({ email: 'ann@example.com', role: 'owner' })]);
    });

    it('for exactly one of fifty concurrent requests, which create one account', async () => {
      await using server = await startTestServer({ engine });
      const project = await server.createProject();
      const token = setupTokenOf(server);
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          server.api('/api/cloud/setup', { json: { token, email: `a${index}@example.com`, password: PASSWORD } }),
        ),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 201)).toHaveLength(1);
      expect(new Set(statuses)).toEqual(new Set([201, 404]));
      expect((await project.cloudApi<{ count: number }>('/members')).body.count).toBe(1);
      const audit = await server.adminApi<{ data: { action: string }[] }>('/api/cloud/audit');
      expect(audit.body.data.filter(({ action }) => action === 'account.setup')).toHaveLength(1);
    });
  });

  describe('404', () => {
    it('for every request once there is an owner', async () => {
      await using server = await startTestServer({ engine });
      await createOwner(server);
      const json = { token: setupTokenOf(server), email: 'b@example.com', password: PASSWORD };
      const answer = await server.api('/api/cloud/setup', { json });
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
      expect(answer.headers.getSetCookie()).toEqual([]);
    });
  });
});

describe('POST /api/cloud/setup', () => {
  describe('400', () => {
    it('names the problem, and does not spend the token', async () => {
      await using server = await startTestServer();
      const fit = { token: setupTokenOf(server), email: 'a@example.com', password: PASSWORD };
      const cases: readonly (readonly [object, string])[] = [
        [{ ...fit, token: 'x' }, 'invalid_token'],
        [{ ...fit, password: 'short' }, 'weak_password'],
        [{ ...fit, password: 'x'.repeat(1025) }, 'weak_password'],
        [{ ...fit, password: `${PASSWORD}\ud800` }, 'weak_password'],
        [{ ...fit, email: 'no address' }, 'validation_failed'],
        [{ ...fit, name: 'a\u0000b' }, 'validation_failed'],
        [{ ...fit, name: 'a'.repeat(101) }, 'validation_failed'],
        [{ ...fit, role: 'owner' }, 'validation_failed'],
        [{ email: fit.email, password: fit.password }, 'validation_failed'],
        [{ ...fit, email: ['a@example.com'] }, 'validation_failed'],
      ];
      for (const [json, code] of cases) {
        const answer = await server.api('/api/cloud/setup', { json });
        expect(answer, JSON.stringify(json)).toMatchObject({ status: 400, body: { code } });
      }
      expect((await server.api('/api/cloud/setup', { json: fit })).status).toBe(201);
    });
  });

  describe('429', () => {
    it('for more than ten guesses of the token, where limits are on', async () => {
      await using server = await startTestServer({ config: { rateLimits: true } });
      const statuses = await tryTokens(server, 11);
      expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 400));
      const last = await server.api('/api/cloud/setup', { json: { token: 'x', email: 'a@b.c', password: PASSWORD } });
      expect(last).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
      expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
    });
  });
});

async function tryTokens(server: TestServer, tries: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let count = 0; count < tries; count += 1) {
    const json = { token: `guess-${count}`, email: 'a@b.c', password: PASSWORD };
    statuses.push((await server.api('/api/cloud/setup', { json })).status);
  }
  return statuses;
}
