import { afterAll, beforeAll } from 'vitest';
import type { Api } from './api-client.ts';
import {
  type Engine,
  startTestServer,
  type TestProject,
  type TestServer,
  type TestServerOptions,
  type TestTable,
} from './start-test-server.ts';

/** Usable in tests and hooks of a `describe`, but not in its body, which runs before anything is open. */
export interface OpenProject {
  readonly server: TestServer;
  readonly project: TestProject;
}

export interface OpenTable extends OpenProject {
  /** Paths start after `/data/<table>`. Uses the public key by default. */
  readonly rows: Api;
  /** Like `rows`, with the secret key. */
  readonly secretRows: Api;
}

type ServerOptions = Omit<TestServerOptions, 'engine'>;

/** Opens a project on its own server before the tests of the calling `describe`, and closes it after them. */
export function openProject(engine: Engine, options: ServerOptions = {}): OpenProject {
  let opened: OpenProject | undefined;
  beforeAll(async () => {
    const server = await startTestServer({ engine, ...options });
    opened = { server, project: await server.createProject() };
  });
  afterAll(() => opened?.server.close());
  return { server: later(() => opened?.server), project: later(() => opened?.project) };
}

/** Like `openProject`, with a table. Create further tables and rows in a `beforeAll` after it. */
export function openTable(
  engine: Engine,
  table: TestTable & { readonly name: string },
  options: ServerOptions = {},
): OpenTable {
  const { server, project } = openProject(engine, options);
  beforeAll(async () => {
    await project.createTable(table);
  });
  const base = `/data/${table.name}`;
  return {
    server,
    project,
    rows: (path, init) => project.api(base + path, init),
    secretRows: (path, init) => project.secretApi(base + path, init),
  };
}

/** A proxy for an object that does not exist yet. */
function later<Thing extends object>(find: () => Thing | undefined): Thing {
  return new Proxy({} as Thing, {
    get: (_, name) => {
      const thing = find();
      if (thing === undefined) throw new Error('It is there in tests and hooks, and not before.');
      return Reflect.get(thing, name) as unknown;
    },
  });
}
