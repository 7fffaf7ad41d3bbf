import { startTestServer, type TestProject, type TestServer, type TestServerOptions } from '../../server/test/index.ts';
import { getSharedState } from './shared-state.ts';

/** One page of an app with a real service behind it: Node's `fetch` with the cookies of a browser. */
export interface TestApp extends AsyncDisposable {
  readonly server: TestServer;
  readonly project: TestProject;
  /** Method and path of every request, in order. */
  readonly requests: string[];
  /** What the browser keeps, HttpOnly ones too. A test may change it. */
  readonly cookies: Map<string, string>;
  /** Stands between the page and the service: may answer itself, wait or fail. */
  intercept?: ((path: string, init: RequestInit) => Promise<Response | undefined>) | undefined;
  /** A page that has just been opened, in the same browser. */
  reload(): void;
  /** Another browser. */
  forget(): void;
}

export async function startApp(options: TestServerOptions = {}): Promise<TestApp> {
  const server = await startTestServer({ ...options, config: { mode: 'development', ...options.config } });
  const project = await server.createProject();
  const requests: string[] = [];
  const cookies = new Map<string, string>();
  const app: TestApp = {
    server,
    project,
    requests,
    cookies,
    reload() {
      requests.length = 0;
      openPage(app);
    },
    forget() {
      for (const name of cookies.keys()) clearHint(name);
      cookies.clear();
      app.intercept = undefined;
      app.reload();
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
  openPage(app);
  return app;
}

function openPage(app: TestApp): void {
  const shared = getSharedState();
  const { id, publicKey } = app.project;
  const base = `${app.server.url}/api/baas/${id}`;
  shared.config = { url: app.server.url, projectId: id, publicKey };
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
