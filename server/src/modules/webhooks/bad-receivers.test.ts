import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  ENGINES,
  type Receiver,
  type ReceiverAnswer,
  startReceiver,
  startTestServer,
  type TestProject,
  type TestServer,
} from '../../../test/index.ts';
import type { DeliveryRecord } from './webhook-schemas.ts';

type Attempt = DeliveryRecord['attempts'][number];

interface Kind {
  readonly name: string;
  readonly script: ReceiverAnswer;
  readonly expected: Partial<Attempt>;
}

const MIB_100 = 100 * 1024 * 1024;
/** Long enough for a busy machine to answer, short enough to wait for it. */
const TIMEOUT_MS = 2_000;

const good = { error_class: null, error: null };
const silent = { response_status: null, response_headers: null, response_body: null };

/** Behaviour of a receiver, by path. */
const KINDS: readonly Kind[] = [
  { name: '200', script: { body: 'thanks' }, expected: { ...good, response_body: 'thanks', truncated: false } },
  { name: '204', script: { status: 204 }, expected: { ...good, response_status: 204, response_body: '' } },
  { name: '299', script: { status: 299 }, expected: { ...good, response_status: 299 } },
  { name: '100-mib', script: { bodyBytes: MIB_100 }, expected: { ...good, response_status: 200, truncated: true } },
  { name: '400', script: { status: 400, body: 'no' }, expected: { error_class: 'http_400', response_body: 'no' } },
  { name: '410', script: { status: 410 }, expected: { error_class: 'http_410' } },
  { name: '503', script: { status: 503, bodyBytes: MIB_100 }, expected: { error_class: 'http_503', truncated: true } },
  { name: '301', script: { status: 301, headers: { location: '/200' } }, expected: { error_class: 'http_301' } },
  { name: '307', script: { status: 307, headers: { location: '/200' } }, expected: { error_class: 'http_307' } },
  { name: 'silent', script: { hang: 'before_headers' }, expected: { error_class: 'timeout', ...silent } },
  { name: 'half', script: { hang: 'after_headers', body: 'x' }, expected: { error_class: 'timeout' } },
  { name: 'drops', script: { trickleMs: 100, bodyBytes: 1_000 }, expected: { error_class: 'timeout' } },
  { name: 'reset', script: { reset: 'before_headers' }, expected: { error_class: 'connection_reset', ...silent } },
  { name: 'cut', script: { reset: 'after_headers', body: 'x' }, expected: { error_class: 'connection_reset' } },
  { name: 'nonsense', script: { raw: 'NONSENSE\r\n\r\n' }, expected: { error_class: 'invalid_response', ...silent } },
];

describe.each(ENGINES)('receivers of every kind on %s', (engine) => {
  let receiver: Receiver;
  let secure: Receiver;
  let gone: Receiver;
  let server: TestServer;
  let project: TestProject;

  beforeAll(async () => {
    const script = ({ path }: { readonly path: string }): ReceiverAnswer =>
      KINDS.find(({ name }) => path === `/${name}`)?.script ?? {};
    receiver = await startReceiver({ script });
    secure = await startReceiver({ isTls: true });
    gone = await startReceiver();
    await gone.close();
    const outboundAllow = [receiver.host, secure.host, gone.host];
    const webhooks = { retryMs: [60_000], timeoutMs: TIMEOUT_MS };
    server = await startTestServer({ engine, config: { outboundAllow, webhooks } });
    project = await server.createProject();
    await project.createTable({ name: 'orders', columns: [{ name: 'title', type: 'text' }] });
  });
  afterAll(async () => {
    await server.close();
    await Promise.all([receiver.close(), secure.close()]);
  });

  const deliverTo = async (urls: readonly string[]): Promise<readonly DeliveryRecord[]> => {
    const paths = await Promise.all(
      urls.map(async (url) => {
        const json = { table: 'orders', events: ['insert'], url };
        const made = await project.cloudApi<{ data: { id: string } }>('/webhooks', { json });
        expect(made.status, made.text).toBe(201);
        return `/webhooks/${made.body.data.id}`;
      }),
    );
    await project.secretApi('/data/orders', { json: { title: 'one' } });
    await server.runJobsUntilIdle();
    return await Promise.all(
      paths.map(async (path) => {
        const { body } = await project.cloudApi<{ data: DeliveryRecord[] }>(`${path}/deliveries`);
        await project.cloudApi(path, { method: 'DELETE' });
        const [delivery] = body.data;
        if (delivery === undefined) throw new Error('no delivery');
        return delivery;
      }),
    );
  };

  it('each attempt is logged as a success or its kind of failure, with the answer, and redirects are not followed', async () => {
    const deliveries = await deliverTo(KINDS.map(({ name }) => `http://${receiver.host}/${name}`));
    for (const [index, { name, expected }] of KINDS.entries()) {
      const { attempts, state } = deliveries[index] ?? { attempts: [], state: 'none' };
      expect(attempts, name).toEqual([expect.objectContaining({ attempt: 1, trigger: 'auto', ...expected })]);
      expect(state, name).toBe(expected.error_class === null ? 'succeeded' : 'pending');
    }
    const kept = deliveries[KINDS.findIndex(({ name }) => name === '100-mib')]?.attempts[0]?.response_body;
    expect(kept?.length).toBe(16 * 1024);
    expect(receiver.bodyBytesSent()).toBeLessThan(MIB_100);
    const paths = receiver.requests.map(({ path }) => path.slice(1));
    expect(paths.toSorted()).toEqual(KINDS.map(({ name }) => name).toSorted());
  });

  it.each<[string, ReceiverAnswer]>([
    ['closes the connection', { raw: '', isLast: true }],
    ['resets it', { reset: 'before_headers' }],
    [
      'speaks another protocol',
      { raw: 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n' },
    ],
    ['answers 500', { status: 500 }],
  ])('one that works and then %s gets exactly ten more requests, for any number of changes', async (_what, script) => {
    const failing = await startReceiver();
    onTestFinished(() => failing.close());
    const webhooks = { retryMs: [1], timeoutMs: TIMEOUT_MS };
    const own = await startTestServer({ engine, config: { outboundAllow: [failing.host], webhooks } });
    onTestFinished(() => own.close());
    const { cloudApi, createTable, secretApi } = await own.createProject();
    await createTable({ name: 'orders', columns: [{ name: 'title', type: 'text' }] });
    const json = { table: 'orders', events: ['insert'], url: failing.url };
    const path = `/webhooks/${(await cloudApi<{ data: { id: string } }>('/webhooks', { json })).body.data.id}`;
    const insert = (): Promise<unknown> => secretApi('/data/orders', { json: { title: 'one' } });
    // The pool has some open connections by then.
    await Promise.all(Array.from({ length: 8 }, insert));
    await failing.received(8);
    failing.script = script;
    await Promise.all(Array.from({ length: 30 }, insert));
    const isEnabled = async () => (await cloudApi<{ data: { enabled: boolean } }>(path)).body.data.enabled;
    await expect.poll(isEnabled, { timeout: 20_000 }).toBe(false);
    await own.runJobsUntilIdle();
    expect(failing.requests).toHaveLength(18);
  });

  it('a missing receiver, an untrusted certificate and TLS against plain HTTP are failures of their kinds', async () => {
    const plain = `http://${secure.host}/`;
    const deliveries = await deliverTo([gone.url, secure.url, plain]);
    const classes = deliveries.map(({ attempts }) => attempts[0]?.error_class);
    expect(classes.slice(0, 2)).toEqual(['connection_refused', 'tls_error']);
    expect(['connection_reset', 'invalid_response']).toContain(classes[2]);
    expect(secure.requests).toEqual([]);
  });
});
