import type { Caller, Project } from '../src/callers/index.ts';
import type { Access, SendPace } from '../src/http/index.ts';
import { createClientAddresses, createHttp, createOrigins, type Route } from '../src/http/index.ts';
import type { Clock } from '../src/platform/clock.ts';
import { systemClock } from '../src/platform/clock.ts';
import { ServiceError } from '../src/platform/errors.ts';
import { createIds } from '../src/platform/ids.ts';
import { type Logger, silentLogger } from '../src/platform/logger.ts';
import { type Api, createApi } from './api-client.ts';
import { findFreePort } from './find-free-port.ts';

export const TEST_PROJECT: Project = {
  id: 'sample',
  store: 'p_00000000000000000000000000000001',
  name: 'Sample',
  plan: 'free',
  publicKey: 'pk_sample',
  allowedOrigins: ['https://app.example.com'],
  createdAt: '2026-01-02T03:04:05.000Z',
};

export interface TestHttpOptions {
  readonly routes?: readonly Route[];
  readonly mode?: 'development' | 'production';
  readonly rateLimits?: boolean;
  readonly trustedProxies?: readonly string[];
  /** The URL that callers use, when it differs from the listening address. */
  readonly publicUrl?: string;
  readonly clock?: Clock;
  readonly logger?: Logger;
  readonly health?: () => Promise<void>;
  readonly pace?: SendPace;
}

export interface TestHttp extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly api: Api;
  close(): Promise<void>;
}

/** Only the HTTP layer, with one project and routes defined by the test. */
export async function startTestHttp(options: TestHttpOptions = {}): Promise<TestHttp> {
  const clock = options.clock ?? systemClock;
  let url = 'http://localhost:1';
  const http = createHttp({
    settings: { host: '127.0.0.1', port: await findFreePort(), rateLimits: options.rateLimits ?? false },
    access: testAccess,
    origins: createOrigins({
      mode: options.mode ?? 'production',
      appsDomain: 'localhost',
      publicUrl: () => url,
      domainOwner: () => undefined,
    }),
    addresses: createClientAddresses(options.trustedProxies ?? [], options.publicUrl),
    routes: options.routes ?? [],
    logger: options.logger ?? silentLogger,
    clock,
    ids: createIds(clock),
    health: options.health ?? (() => Promise.resolve()),
    ...(options.pace && { pace: options.pace }),
  });
  const port = await http.listen();
  url = `http://127.0.0.1:${port}`;
  return { url, port, api: createApi(url), close: () => http.close(0), [Symbol.asyncDispose]: () => http.close(0) };
}

/** A project with the keys `pk_sample` and `sk_sample`, found asynchronously as from a database; one operator per token. */
const testAccess: Access = {
  findProject: async (id) => (id === TEST_PROJECT.id ? TEST_PROJECT : undefined),
  identifyCaller: (_project, { headers }): Caller => {
    if (headers.authorization === undefined) throw new ServiceError('missing_key', 'A key is needed.');
    if (headers.authorization === 'Bearer pk_sample') return { kind: 'anonymous' };
    if (headers.authorization === 'Bearer sk_sample') return { kind: 'secret', id: 'key' };
    throw new ServiceError('invalid_key', 'The key is not valid.');
  },
  isSecretKey: async (_project, key) => key === 'sk_sample',
  identifyVisitor: (): Caller => ({ kind: 'anonymous' }),
  identifyOperator: ({ headers }) => {
    if (headers.authorization === 'Bearer admin') return { kind: 'admin' };
    if (headers.authorization === 'Bearer ct_viewer')
      return { kind: 'account', accountId: 'v', email: 'v@example.com', isOperator: false };
    throw new ServiceError('not_authenticated', 'Sign in first.');
  },
  memberRole: async (operator) => (operator.kind === 'admin' ? 'owner' : 'viewer'),
};
