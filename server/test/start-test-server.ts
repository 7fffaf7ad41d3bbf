import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, createConfig } from '../src/config/index.ts';
import type { Database } from '../src/database/database.ts';
import { createDatabase } from '../src/database/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { silentLogger } from '../src/platform/logger.ts';
import { createServer, type Overrides } from '../src/server.ts';
import { type Api, createApi } from './api-client.ts';
import { createPostgresDatabase } from './engines/postgres-database.ts';
import { headerIdentities } from './test-identities.ts';

export type Engine = 'sqlite' | 'postgres';

/** Suites that run on both engines iterate over these. */
export const ENGINES: readonly Engine[] = ['sqlite', 'postgres'];

export const ADMIN_TOKEN = 'test-admin-token-0123456789abcdef0123456789abcdef';

export interface TestServerOptions extends Overrides {
  /** SQLite by default. */
  readonly engine?: Engine;
  readonly config?: Partial<Config>;
}

/** A project that only this test uses. */
export interface TestProject {
  readonly id: string;
  readonly publicKey: string;
  readonly secretKey: string;
  /** Paths start after `/api/baas/:project_id`. Uses the public key by default. */
  readonly api: Api;
  /** Like `api`, with the secret key. */
  readonly secretApi: Api;
  /** Paths start after `/api/cloud/projects/:project_id`. Uses the admin token. */
  readonly cloudApi: Api;
  /** Creates a table with a generated name by default; returns its name. */
  createTable(table: TestTable): Promise<string>;
}

export interface TestTable {
  readonly name?: string;
  readonly columns: readonly Readonly<Record<string, unknown>>[];
  readonly indexes?: readonly { readonly columns: readonly string[]; readonly unique?: boolean }[];
  readonly rules?: Readonly<Record<string, unknown>>;
}

export interface TestServer extends AsyncDisposable {
  readonly url: string;
  readonly dataDir: string;
  /** Text for the user who starts the service. */
  readonly startText: string;
  /** For checks that no response can make, such as that nothing was left behind. */
  readonly database: Database;
  readonly adminToken: string;
  /** Sends no key by default. */
  readonly api: Api;
  /** Uses the admin token. */
  readonly adminApi: Api;
  createProject(project?: { readonly id?: string; readonly name?: string }): Promise<TestProject>;
  /** Runs all background work that is due. */
  runJobsUntilIdle(): Promise<void>;
  /** Checks every stored file against its hash. */
  scrub(): Promise<boolean>;
  close(): Promise<void>;
}

/** The real service on a free port with its own empty database. Rate limits are off unless `config` turns them on. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { engine = 'sqlite', config: changes, ...overrides } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'service-test-'));
  const postgres = engine === 'postgres' ? await createPostgresDatabase({ isMigrated: true }) : undefined;
  const config: Config = {
    ...createConfig({ mode: 'production', dataDir, adminToken: ADMIN_TOKEN, rateLimits: 'off', port: '0' }),
    drainSeconds: 0,
    ...(postgres && { database: { engine: 'postgres', url: postgres.url } }),
    ...changes,
  };
  const { clock = systemClock, logger = silentLogger } = overrides;
  const url = config.database.engine === 'postgres' ? config.database.url : undefined;
  const database = overrides.database ?? (await createDatabase({ url, directory: config.dataDir, clock, logger }));
  const server = await createServer(config, { logger, identities: headerIdentities, ...overrides, database });
  const close = async (): Promise<void> => {
    await server.close(0);
    await postgres?.[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true });
  };
  const adminApi = createApi(server.url, ADMIN_TOKEN);
  return {
    url: server.url,
    dataDir,
    startText: server.startText,
    database,
    adminToken: ADMIN_TOKEN,
    api: createApi(server.url),
    adminApi,
    createProject: (project) => createProject(server.url, adminApi, project),
    runJobsUntilIdle: () => server.runJobsUntilIdle(),
    scrub: () => server.scrub(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

let made = 0;

/** Creates a project in a service that runs at `url`. */
export async function createProject(
  url: string,
  adminApi: Api,
  project: { readonly id?: string; readonly name?: string } = {},
): Promise<TestProject> {
  made += 1;
  const id = project.id ?? `test-${process.pid}-${made}`;
  const answer = await adminApi<{ data: { public_key: string } }>('/api/cloud/projects', {
    json: { name: project.name ?? `Test ${made}`, id },
  });
  mustBe(201, answer);
  const key = await adminApi<{ data: { key: string } }>(`/api/cloud/projects/${id}/keys`, { json: { name: 'test' } });
  mustBe(201, key);
  const publicKey = answer.body.data.public_key;
  const secretKey = key.body.data.key;
  const cloudApi = under(createApi(url, ADMIN_TOKEN), `/api/cloud/projects/${id}`);
  return {
    id,
    publicKey,
    secretKey,
    api: under(createApi(url, publicKey), `/api/baas/${id}`),
    secretApi: under(createApi(url, secretKey), `/api/baas/${id}`),
    cloudApi,
    async createTable(table) {
      made += 1;
      const name = table.name ?? `table_${made}`;
      mustBe(201, await cloudApi('/tables', { json: { ...table, name } }));
      return name;
    },
  };
}

function under(api: Api, base: string): Api {
  return (path, init) => api(`${base}${path}`, init);
}

function mustBe(status: number, answer: { status: number; text: string }): void {
  if (answer.status !== status) throw new Error(`Expected ${status}, got ${answer.status}: ${answer.text}`);
}
