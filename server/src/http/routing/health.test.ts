import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/index.ts';
import { createMember, createOwner } from '../../../test/operators.ts';

test('anybody may read the health of the service, but only instance operators its details', async () => {
  await using server = await startTestServer();
  const owner = await createOwner(server);
  const project = await server.createProject();
  const member = await createMember(server, project, 'owner', 'member@example.com');
  const details = async (headers: Readonly<Record<string, string>>): Promise<unknown> => {
    const answer = await server.api<{ status: string; details?: unknown }>('/health', { headers });
    expect([answer.status, answer.body.status]).toEqual([200, 'ok']);
    return answer.body.details;
  };
  for (const headers of [
    {},
    { authorization: 'Bearer nobody' },
    { authorization: `Bearer ${project.secretKey}` },
    { cookie: member.cookie },
  ]) {
    expect(await details(headers)).toBeUndefined();
  }
  for (const headers of [{ authorization: `Bearer ${server.adminToken}` }, { cookie: owner.cookie }]) {
    expect(await details(headers)).toMatchObject({ missing_features: expect.any(Array) });
  }
});
