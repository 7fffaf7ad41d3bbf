import { afterAll, beforeAll, describe } from 'vitest';
import { type ApiClient, createApiClient, textAt } from './api-client.ts';
import { createPostgresDatabase } from './postgres-database.ts';
import { ADMIN_TOKEN, type ServiceProcess, startService } from './service-process.ts';

/** A running service with one project. */
export interface Scene {
  readonly service: ServiceProcess;
  /** `/api/cloud`, with the admin token. */
  readonly cloud: ApiClient;
  readonly projectId: string;
  readonly publicKey: string;
  readonly secretKey: string;
  /** The project's base path with its public key. */
  readonly anyone: ApiClient;
  /** The project's base path with a secret key. */
  readonly secret: ApiClient;
}

/** Defines the same tests on SQLite and on PostgreSQL, each with its own service and project. */
export function onEachEngine(define: (scene: () => Scene) => void, more: Readonly<Record<string, string>> = {}): void {
  describe.each(['SQLite', 'PostgreSQL'])('on %s', (engine) => {
    const cleanUp = new AsyncDisposableStack();
    let scene: Scene | undefined;

    beforeAll(async () => {
      const env: Record<string, string> = { ...more };
      if (engine === 'PostgreSQL') {
        env['SERVICE_SINGLE_PROCESS'] = 'on';
        env['SERVICE_DATABASE_URL'] = cleanUp.use(await createPostgresDatabase()).url;
      }
      scene = await createScene(cleanUp.use(await startService({ env })));
    });

    afterAll(() => cleanUp.disposeAsync());

    define(() => {
      if (scene === undefined) throw new Error('the service did not start');
      return scene;
    });
  });
}

export async function createScene(service: ServiceProcess, id = 'shop'): Promise<Scene> {
  const cloud = createApiClient(`${service.url}/api/cloud`, ADMIN_TOKEN);
  const project = await cloud.post('/projects', { name: 'Shop', id });
  const key = await cloud.post(`/projects/${id}/keys`, { name: 'tests' });
  const publicKey = textAt(project.body, 'data', 'public_key');
  const secretKey = textAt(key.body, 'data', 'key');
  const base = `${service.url}/api/baas/${id}`;
  const clients = { anyone: createApiClient(base, publicKey), secret: createApiClient(base, secretKey) };
  return { service, cloud, projectId: id, publicKey, secretKey, ...clients };
}

/** Creates a table; throws the service's answer on failure. */
export async function createTable(scene: Scene, table: object): Promise<void> {
  const answer = await scene.cloud.post(`/projects/${scene.projectId}/tables`, table);
  if (answer.status !== 201) throw new Error(`the table was refused: ${answer.text}`);
}
