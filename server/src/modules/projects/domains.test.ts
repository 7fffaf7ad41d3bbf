import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { decode, encode } from 'dns-packet';
import { expect, test } from 'vitest';
import { ENGINES, startTestServer } from '../../../test/index.ts';
import { createMember } from '../../../test/operators.ts';
import { visit } from '../../../test/published-app.ts';

interface NameServer extends AsyncDisposable {
  readonly address: string;
  readonly texts: Map<string, string[]>;
}

async function startNameServer(): Promise<NameServer> {
  const texts = new Map<string, string[]>();
  const socket: Socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    const { id, questions = [] } = decode(message);
    const answers = questions.flatMap(({ name }) =>
      (texts.get(name) ?? []).map((data) => ({
        type: 'TXT' as const,
        name,
        ttl: 1,
        data: [data.slice(0, 9), data.slice(9)],
      })),
    );
    socket.send(encode({ type: 'response', id: id ?? 0, questions, answers }), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const close = async (): Promise<void> => {
    socket.close();
    await once(socket, 'close');
  };
  return { address: `127.0.0.1:${socket.address().port}`, texts, [Symbol.asyncDispose]: close };
}

interface ShownDomains {
  readonly data: {
    readonly app: { readonly domain_states: readonly Record<'state' | 'txt_name' | 'txt_value', string>[] };
  };
}

test.each(ENGINES)('a domain serves only the project whose TXT record it has (%s)', async (engine) => {
  await using names = await startNameServer();
  await using server = await startTestServer({ engine, config: { dnsServers: [names.address] } });
  const [mallorys, owners] = [await server.createProject(), await server.createProject()];
  const want = async (of: typeof owners) => {
    const json = { app: { domains: ['shop.example.com'] } };
    const set = await of.cloudApi<ShownDomains>('/settings', { method: 'PATCH', json });
    return set.body.data.app.domain_states[0];
  };
  const verify = async (of: typeof owners) =>
    (await of.cloudApi<{ data: { state: string } }>('/domains/shop.example.com/verify', { method: 'POST' })).body.data
      .state;
  const [mallory, owner] = [await want(mallorys), await want(owners)];
  expect(owner).toEqual({
    domain: 'shop.example.com',
    state: 'pending',
    txt_name: '_service.shop.example.com',
    txt_value: expect.stringMatching(/^service-domain=[\w-]{43}$/),
  });
  expect(mallory?.txt_value).not.toBe(owner?.txt_value);
  expect(await verify(owners)).toBe('pending');
  names.texts.set('_service.shop.example.com', ['v=spf1 -all', owner?.txt_value ?? '']);
  expect([await verify(mallorys), await verify(owners), await verify(mallorys)]).toEqual([
    'pending',
    'served',
    'pending',
  ]);
  const settings = await owners.cloudApi<ShownDomains>('/settings');
  expect(settings.body.data.app.domain_states[0]?.state).toBe('served');
  expect((await visit(server, owners, '/health', { host: 'shop.example.com' })).status).toBe(404);
});

test('only instance operators may add a domain without proof, and names of the service are always refused', async () => {
  await using server = await startTestServer({ config: { dnsServers: ['127.0.0.1:1'] } });
  const project = await server.createProject();
  const admin = await createMember(server, project, 'admin');
  await project.cloudApi('/settings', { method: 'PATCH', json: { app: { domains: ['shop.example.com'] } } });
  const path = `/projects/${project.id}/domains`;
  const confirm = { json: { confirm: true } };
  expect(await admin.api(`${path}/shop.example.com/verify`, confirm)).toMatchObject({ status: 403 });
  // A proxy that orders certificates on demand orders none for a domain that nobody has proved.
  const isServed = (domain: string) => server.api(`/api/cloud/domains/served?domain=${domain}`);
  expect(await isServed('shop.example.com')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await admin.api(`${path}/other.example.com/verify`, confirm)).toMatchObject({ status: 404 });
  expect((await visit(server, project, '/health', { host: 'shop.example.com' })).status).toBe(200);
  const served = await project.cloudApi('/domains/shop.example.com/verify', confirm);
  expect(served).toMatchObject({ status: 200, body: { data: { state: 'served' } } });
  expect(await isServed('Shop.example.com')).toMatchObject({
    status: 200,
    body: { data: { domain: 'shop.example.com' }, count: 1 },
  });
  expect((await isServed('example.com')).status).toBe(404);
  for (const domain of ['localhost', 'x.localhost']) {
    const set = await project.cloudApi('/settings', { method: 'PATCH', json: { app: { domains: [domain] } } });
    expect(set.status, domain).toBe(400);
  }
});
