import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENGINES, startTestServer, type TestProject, type TestServer } from '../../../test/index.ts';

interface TestedRule {
  readonly data: {
    readonly allowed: boolean;
    readonly reason: string;
    readonly level: string;
    readonly where: unknown;
  };
  readonly code?: string;
}

describe.each(ENGINES)('rules/test on %s', (engine) => {
  let server: TestServer;
  let project: TestProject;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    project = await server.createProject();
    await project.createTable({
      name: 'posts',
      columns: [
        { name: 'status', type: 'text', default: 'draft' },
        { name: 'views', type: 'integer' },
      ],
      rules: {
        read: { level: 'public', where: 'status:eq:live' },
        create: { level: 'public', where: { status: 'draft' } },
        update: 'owner',
      },
    });
  });
  afterAll(async () => {
    await server?.close();
  });

  const tryRule = (json: object) => project.cloudApi<TestedRule>('/tables/posts/rules/test', { json });

  describe('200', () => {
    test('gives the verdict of the rule and the condition as written', async () => {
      const cases: [object, boolean, string, unknown][] = [
        [{ action: 'read', as: null }, true, 'public', 'status:eq:live'],
        [{ action: 'read', as: null, row: { status: 'live' } }, true, 'public', 'status:eq:live'],
        [{ action: 'read', as: null, row: { status: 'draft' } }, false, 'public', 'status:eq:live'],
        [{ action: 'read', as: null, row: {} }, false, 'public', 'status:eq:live'],
        [{ action: 'create', as: null, row: {} }, true, 'public', { status: 'draft' }],
        [{ action: 'update', as: null }, false, 'owner', null],
        [{ action: 'delete', as: null }, false, 'private', null],
      ];
      for (const [json, allowed, level, where] of cases) {
        const answer = await tryRule(json);
        expect(answer.status).toBe(200);
        expect(answer.body).toMatchObject({
          data: { allowed, level, where, reason: expect.stringMatching(/^[A-Z].*\.$/) },
          count: 1,
        });
      }
    });
  });

  describe('400', () => {
    test.each([
      [{ action: 'list', as: null }, 'validation_failed'],
      [{ action: 'read' }, 'validation_failed'],
      [{ action: 'read', as: crypto.randomUUID() }, 'validation_failed'],
      [{ action: 'read', as: 'me' }, 'validation_failed'],
      [{ action: 'read', as: null, row: { colour: 1 } }, 'unknown_column'],
      [{ action: 'read', as: null, row: { views: 'many' } }, 'validation_failed'],
      [{ action: 'read', as: null, row: [] }, 'validation_failed'],
    ])('refuses %j', async (json, code) => {
      const answer = await tryRule(json);
      expect([answer.status, answer.body.code]).toEqual([400, code]);
    });
  });

  describe('404', () => {
    test('is 404 for an unknown table', async () => {
      const answer = await project.cloudApi('/tables/nothing/rules/test', { json: { action: 'read', as: null } });
      expect(answer.status).toBe(404);
    });
  });
});
