import { describe, expect, it } from 'vitest';
import { type Api, ENGINES, startTestServer, type TestProject, type TestServer } from '../../../test/index.ts';
import { createMember } from '../../../test/operators.ts';
import { MEMBER_ROLES, type MemberRole } from '../../callers/index.ts';

/** The minimum role for each route of a project, declared a second time: the matrix below compares both. */
const LEAST: Readonly<Record<string, MemberRole>> = {
  'get ': 'viewer',
  'get /members/{member_id}/removal': 'viewer',
  'get /members': 'viewer',
  'get /settings': 'viewer',
  'get /usage': 'viewer',
  'get /tables': 'viewer',
  'get /openapi.json': 'viewer',
  'get /types.ts': 'viewer',
  'get /schema': 'viewer',
  // A dry run; changes need a higher role, which `schema.test.ts` shows.
  'put /schema': 'viewer',
  'get /tables/{name}': 'viewer',
  'get /slow-lists': 'viewer',
  'get /tables/{name}/slow-lists': 'viewer',
  'get /tables/{name}/search-check': 'editor',
  'get /table-changes': 'viewer',
  'get /table-changes/{change_id}': 'viewer',
  'get /row-changes': 'editor',
  'post /row-changes/{change_id}/undo': 'editor',
  'post /tables/{name}/rules/test': 'viewer',
  'delete /members/{member_id}': 'viewer',
  'get /users': 'viewer',
  'get /users/{user_id}': 'viewer',
  'get /messages': 'viewer',
  'get /messages/export': 'viewer',
  'get /messages/{message_id}': 'viewer',
  'get /mail-templates': 'viewer',
  'get /mail-templates/{kind}': 'viewer',
  'post /mail-templates/{kind}/preview': 'viewer',
  'get /functions': 'viewer',
  'get /functions/{name}': 'viewer',
  'get /functions/{name}/runs': 'viewer',
  'get /functions/{name}/runs/{run_id}': 'viewer',
  'get /secrets': 'viewer',
  'post /functions/{name}/run': 'editor',
  'post /functions/{name}/later': 'editor',
  'get /jobs': 'viewer',
  'get /jobs/{job_id}': 'viewer',
  'post /jobs/resume': 'editor',
  'post /jobs/{job_id}/retry': 'editor',
  'post /jobs/{job_id}/run': 'editor',
  'delete /jobs/{job_id}': 'editor',
  'post /payments/reconcile': 'admin',
  'get /payments/prices': 'admin',
  'post /payments/simulate': 'admin',
  'delete /payments/test-rows': 'admin',
  'put /functions/{name}': 'admin',
  'delete /functions/{name}': 'admin',
  'post /functions/{name}/rollback': 'admin',
  'put /secrets/{name}': 'admin',
  'delete /secrets/{name}': 'admin',
  'get /billing': 'viewer',
  'get /billing/entries': 'viewer',
  'get /billing/entries/export': 'viewer',
  'post /billing/entries': 'viewer',
  'patch /billing': 'owner',
  'get /integrations': 'viewer',
  'get /integrations/{kind}': 'viewer',
  'put /integrations/{kind}': 'admin',
  'delete /integrations/{kind}': 'admin',
  'post /integrations/{kind}/test': 'admin',
  'get /deployments': 'viewer',
  'get /deployments/{deployment_id}': 'viewer',
  'post /deployments': 'admin',
  'post /deployments/{deployment_id}/rollback': 'admin',
  'get /webhooks': 'viewer',
  'get /webhooks/{webhook_id}': 'viewer',
  'get /webhooks/{webhook_id}/deliveries': 'viewer',
  'get /webhooks/{webhook_id}/deliveries/{delivery_id}': 'viewer',
  'post /webhooks/{webhook_id}/test': 'editor',
  'post /webhooks/listen': 'editor',
  'get /webhooks/{webhook_id}/pending': 'editor',
  'post /webhooks/{webhook_id}/deliveries/{delivery_id}/result': 'editor',
  'post /webhooks/{webhook_id}/resend-failed': 'editor',
  'post /webhooks/{webhook_id}/deliveries/{delivery_id}/resend': 'editor',
  'post /webhooks': 'admin',
  'patch /webhooks/{webhook_id}': 'admin',
  'delete /webhooks/{webhook_id}': 'admin',
  'post /webhooks/{webhook_id}/enable': 'admin',
  'post /webhooks/{webhook_id}/rotate-secret': 'admin',
  'post /tables': 'editor',
  'patch /tables/{name}': 'editor',
  'post /tables/{name}/import': 'editor',
  'delete /tables/{name}': 'editor',
  'delete /table-changes/{change_id}': 'editor',
  'patch /messages/{message_id}': 'editor',
  'delete /messages/{message_id}': 'editor',
  'get /backup': 'owner',
  'get /backups': 'owner',
  'get /backups/{backup_id}': 'owner',
  'get /backups/{backup_id}/download': 'owner',
  'post /backups': 'owner',
  'delete /backups/{backup_id}': 'owner',
  'post /restore': 'owner',
  'get /restore/moments': 'owner',
  'get /restores/{restore_id}': 'owner',
  'get /runs': 'viewer',
  'post /schedules/preview': 'viewer',
  'get /users/{user_id}/sessions': 'viewer',
  'delete /users/{user_id}/sessions/{session_id}': 'admin',
  'get /passkeys': 'viewer',
  'get /users/{user_id}/passkeys': 'viewer',
  'delete /users/{user_id}/passkeys/{passkey_id}': 'admin',
  'post /mail-templates/{kind}/test': 'admin',
  'get /storage/folders': 'viewer',
  'get /metrics': 'viewer',
  'get /logs': 'viewer',
  'get /data/{table}': 'viewer',
  'get /data/{table}/{id}': 'viewer',
  'get /data/{table}/export': 'viewer',
  'post /data/{table}/aggregate': 'viewer',
  'post /data/{table}': 'editor',
  'patch /data/{table}': 'editor',
  'delete /data/{table}': 'editor',
  'post /data/{table}/batch': 'editor',
  'patch /data/{table}/{id}': 'editor',
  'delete /data/{table}/{id}': 'editor',
  'get /storage/files': 'viewer',
  'get /storage/files/{id}': 'viewer',
  'get /storage/files/{id}/download': 'viewer',
  'post /storage/upload': 'editor',
  'delete /storage/files': 'editor',
  'patch /storage/files/{id}': 'editor',
  'delete /storage/files/{id}': 'editor',
  'post /storage/files/{id}/sign': 'editor',
  'get /audit': 'admin',
  'get /keys': 'admin',
  'post /keys': 'admin',
  'post /keys/rotate-public': 'admin',
  'delete /keys/{key_id}': 'admin',
  'post /members': 'admin',
  'patch /members/{member_id}': 'admin',
  'post /users': 'admin',
  'post /users/import': 'admin',
  'patch /users/{user_id}': 'admin',
  'delete /users/{user_id}': 'admin',
  'post /users/{user_id}/sign-out': 'admin',
  'post /users/{user_id}/send-reset': 'admin',
  'delete /users/{user_id}/mfa': 'admin',
  'put /mail-templates/{kind}': 'admin',
  'delete /mail-templates/{kind}': 'admin',
  'patch ': 'admin',
  'patch /settings': 'admin',
  'post /domains/{domain}/verify': 'admin',
  'delete ': 'owner',
};

/**
 * Only for instance operators, whatever their role in the project; `databases/databases.test.ts` shows the refusals.
 */
const OF_OPERATORS = ['get /moves', 'get /moves/{move_id}', 'post /move'];

const PREFIX = '/api/cloud/projects/{project_id}';

/** A body that fails every schema: it shows which callers are admitted and changes nothing. */
const BODY = { not_a_field: true };

describe.each(ENGINES)('roles on %s', (engine) => {
  it.each([...MEMBER_ROLES])('%s: may use the routes of its role and gets 403 on all others', async (role) => {
    await using server = await startTestServer({ engine });
    const project = await server.createProject();
    const { api } = await createMember(server, project, role);
    for (const [route, least] of Object.entries(LEAST)) {
      const mayEnter = MEMBER_ROLES.indexOf(role) >= MEMBER_ROLES.indexOf(least);
      const { status, code } = await knock(api, project, route);
      expect([status === 403, code === 'forbidden'], `${role} ${route} ${status}`).toEqual([!mayEnter, !mayEnter]);
      expect(status).toBeLessThan(500);
    }
    const isThere = (await project.cloudApi('')).status === 200;
    expect(isThere).toBe(role !== 'owner');
  });

  it('every route answers members of other projects with 404 and anonymous callers with 401, and changes nothing', async () => {
    await using server = await startTestServer({ engine });
    const project = await server.createProject();
    const stranger = await createMember(server, await server.createProject(), 'owner');
    const before = await countEntries(project);
    for (const route of Object.keys(LEAST)) {
      expect(await knock(stranger.api, project, route), route).toEqual({ status: 404, code: 'project_not_found' });
      const nobody: Api = (path, init) => server.api(`/api/cloud${path}`, init);
      expect(await knock(nobody, project, route), route).toEqual({ status: 401, code: 'not_authenticated' });
      const withKey: Api = (path, init) => server.api(`/api/cloud${path}`, { ...init, key: project.secretKey });
      expect(await knock(withKey, project, route), route).toEqual({ status: 401, code: 'not_authenticated' });
    }
    expect(await countEntries(project)).toBe(before);
  });
});

it('the table of minimum roles lists every route of a project', async () => {
  await using server = await startTestServer();
  expect([...Object.keys(LEAST), ...OF_OPERATORS].sort()).toEqual((await projectRoutes(server)).sort());
});

async function knock(api: Api, project: TestProject, route: string): Promise<{ status: number; code: string }> {
  const [method = '', path = ''] = route.split(' ');
  const init = method === 'get' || method === 'delete' ? {} : { json: BODY };
  const filled = path.replace(/\{\w+\}/g, 'none');
  const answer = await api<{ code: string }>(`/projects/${project.id}${filled}`, {
    method: method.toUpperCase(),
    ...init,
  });
  return { status: answer.status, code: answer.body.code };
}

/** Counts entries about changes. Refusals also leave entries. */
async function countEntries(project: TestProject): Promise<number> {
  const { body } = await project.cloudApi<{ data: { action: string }[] }>('/audit?limit=1000');
  return body.data.filter(({ action }) => !action.startsWith('security.')).length;
}

async function projectRoutes(server: TestServer): Promise<string[]> {
  const { body } = await server.api<{ paths: Record<string, object> }>('/api/baas/openapi.json');
  return Object.entries(body.paths)
    .filter(([path]) => path.startsWith(PREFIX))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path.slice(PREFIX.length)}`));
}
