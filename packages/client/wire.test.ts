import { expect, test } from 'vitest';
import { startTestServer } from '../../server/test/index.ts';
import type { AuthUser, Delivery, Message, StoredFile } from './src/core/wire.ts';

interface Schema {
  readonly properties: Readonly<Record<string, Schema>>;
}

interface Content {
  readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Operation {
  readonly requestBody: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

const FILE: Readonly<Record<keyof StoredFile, true>> = {
  id: true,
  name: true,
  path: true,
  size: true,
  mime_type: true,
  visibility: true,
  url: true,
  checksum_sha256: true,
  width: true,
  height: true,
  metadata: true,
  owner_id: true,
  created_at: true,
  updated_at: true,
};

const USER: Readonly<Record<keyof AuthUser, true>> = {
  id: true,
  email: true,
  email_verified: true,
  name: true,
  avatar_url: true,
  role: true,
  metadata: true,
  providers: true,
  mfa_enabled: true,
  created_at: true,
  updated_at: true,
  last_sign_in_at: true,
};

const MESSAGE: Readonly<Record<keyof Message, true>> = {
  body: true,
  from_name: true,
  from_email: true,
  metadata: true,
};
const DELIVERY: Readonly<Record<keyof Delivery, true>> = { delivered: true, id: true, reason: true };

test('the types of the packages have the fields that the API describes', async () => {
  await using server = await startTestServer();
  const { body } = await server.api<{ paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }>(
    '/api/baas/openapi.json',
  );
  const find = (method: string, path: string): Operation => {
    const operation = body.paths[`/api/baas/{project_id}${path}`]?.[method];
    if (operation === undefined) throw new Error(`The API does not describe ${method} ${path}.`);
    return operation;
  };
  const dataOf = (operation: Operation, status: number) =>
    operation.responses[status]?.content['application/json']?.schema.properties['data']?.properties ?? {};
  expect(Object.keys(dataOf(find('get', '/storage/files/{id}'), 200)).sort()).toEqual(Object.keys(FILE).sort());
  expect(Object.keys(dataOf(find('get', '/auth/me'), 200)['user']?.properties ?? {}).sort()).toEqual(
    Object.keys(USER).sort(),
  );
  const send = find('post', '/messages');
  const accepted = Object.values(send.requestBody.content).flatMap(({ schema }) => Object.keys(schema.properties));
  expect(accepted).toEqual(expect.arrayContaining(Object.keys(MESSAGE)));
  const answered = [200, 201].flatMap((status) => Object.keys(dataOf(send, status)));
  expect([...new Set(answered)].sort()).toEqual(Object.keys(DELIVERY).sort());
});
