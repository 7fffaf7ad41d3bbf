import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createScene, createTable, type Scene } from '../../e2e/harness/each-engine.ts';
import { startService } from '../../e2e/harness/service-process.ts';
import { getSharedState } from './shared-state.ts';

/** One page of an app with a real service: Node's `fetch` with a browser's cookies. */
export interface TestApp extends AsyncDisposable {
  readonly scene: Scene;
  /** Method and path of every request, in order. */
  readonly requests: string[];
  /** The browser's cookies, including HttpOnly ones. A test may change them. */
  readonly cookies: Map<string, string>;
  /** Intercepts requests to the service: may answer them, delay them or fail. */
  intercept?: ((path: string, init: RequestInit) => Promise<Response | undefined>) | undefined;
  createTable(table: object): Promise<void>;
  /** Inserts, changes and reads rows as an operator. */
  insertRows(table: string, rows: object): Promise<void>;
  deleteRows(table: string, which: string): Promise<void>;
  /** Stops the service; resolves with a function that starts it again with its data at the same address. */
  stopService(): Promise<() => Promise<void>>;
  /** Opens a fresh page in the same browser. */
  reload(): void;
  /** Switches to another browser. */
  forget(): void;
}

export async function startApp(): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'service-app-'));
  const options = { env: { SERVICE_MODE: 'development' }, dataDir };
  let service = await startService(options);
  const scene = await createScene(service);
  const app: TestApp = {
    scene,
    requests: [],
    cookies: new Map(),
    createTable: (table) => createTable(scene, table),
    insertRows: async (table, rows) => must(await scene.secret.post(`/data/${table}`, rows)),
    deleteRows: async (table, which) => must(await scene.secret.delete(`/data/${table}?${which}`)),
    async stopService() {
      const { port } = service;
      await service.stop();
      return async () => {
        service = await startService({ ...options, port });
      };
    },
    reload() {
      app.requests.length = 0;
      openPage(app);
    },
    forget() {
      for (const name of app.cookies.keys()) clearHint(name);
      app.cookies.clear();
      app.intercept = undefined;
      app.reload();
    },
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  openPage(app);
  return app;
}

function must({ status, text }: { readonly status: number; readonly text: string }): void {
  if (status >= 300) throw new Error(`the service answered ${status}: ${text}`);
}

function openPage(app: TestApp): void {
  const shared = getSharedState();
  const { projectId, publicKey, service } = app.scene;
  const base = `${service.url}/api/baas/${projectId}`;
  shared.config = { url: service.url, projectId, publicKey };
  shared.fetch = async (address, init = {}) => {
    const path = String(address).slice(base.length);
    app.requests.push(`${init.method ?? 'GET'} ${decodeURIComponent(path)}`);
    const instead = await app.intercept?.(path, init);
    if (instead !== undefined) return instead;
    const headers = new Headers(init.headers);
    headers.set('cookie', Array.from(app.cookies, ([name, value]) => `${name}=${value}`).join('; '));
    const answer = await fetch(address, { ...init, headers });
    for (const line of answer.headers.getSetCookie()) keepCookie(app.cookies, line);
    return answer;
  };
}

function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';');
  const name = pair.slice(0, pair.indexOf('='));
  if (line.includes('Max-Age=0')) {
    cookies.delete(name);
    clearHint(name);
    return;
  }
  cookies.set(name, pair.slice(name.length + 1));
  // biome-ignore lint/suspicious/noDocumentCookie: this plays the browser.
  if (!line.includes('HttpOnly') && typeof document !== 'undefined') document.cookie = `${pair}; Path=/`;
}

function clearHint(name: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: this plays the browser.
  if (typeof document !== 'undefined') document.cookie = `${name}=; Max-Age=0; Path=/`;
}
