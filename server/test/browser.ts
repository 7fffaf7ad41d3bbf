/** A browser without pages: keeps cookies for each host and follows no redirects. */
export interface Browser {
  fetch(url: string | URL, init?: RequestInit): Promise<Response>;
  /** The cookies of the URL's host, by name. A test may change them. */
  jar(url: string | URL): Map<string, string>;
}

export function createBrowser(): Browser {
  const jars = new Map<string, Map<string, string>>();
  // Browsers keep cookies by host name, regardless of the port.
  const jar = (url: string | URL): Map<string, string> => {
    const { hostname } = new URL(url);
    const kept = jars.get(hostname) ?? new Map<string, string>();
    jars.set(hostname, kept);
    return kept;
  };
  return {
    jar,
    async fetch(url, init = {}) {
      const kept = jar(url);
      const headers = new Headers(init.headers);
      if (kept.size > 0) headers.set('cookie', Array.from(kept, ([name, value]) => `${name}=${value}`).join('; '));
      const response = await fetch(url, { ...init, headers, redirect: 'manual' });
      for (const line of response.headers.getSetCookie()) keep(kept, line);
      return response;
    },
  };
}

function keep(jar: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';');
  const name = pair.slice(0, pair.indexOf('=')).trim();
  const value = pair.slice(pair.indexOf('=') + 1).trim();
  const isOver = attributes.some((attribute) => {
    const [key = '', text = ''] = attribute.trim().toLowerCase().split('=');
    if (key === 'max-age') return Number(text) <= 0;
    return key === 'expires' && Date.parse(text) <= Date.now();
  });
  if (isOver || value === '') jar.delete(name);
  else jar.set(name, value);
}

export interface AppBrowser extends Browser {
  /** Calls the project's API with its public key and the current cookies. */
  call<Body = unknown>(path: string, json?: unknown, method?: string): Promise<CallReply<Body>>;
}

export interface CallReply<Body> {
  readonly status: number;
  readonly body: Body;
  readonly headers: Headers;
}

/** A browser on an app of the project. */
export function browseApp(
  server: { readonly url: string },
  project: { readonly id: string; readonly publicKey: string },
): AppBrowser {
  const browser = createBrowser();
  return {
    ...browser,
    async call<Body>(path: string, json?: unknown, method = json === undefined ? 'GET' : 'POST') {
      const response = await browser.fetch(`${server.url}/api/baas/${project.id}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${project.publicKey}`,
          ...(json !== undefined && { 'content-type': 'application/json' }),
        },
        ...(json !== undefined && { body: JSON.stringify(json) }),
      });
      return { status: response.status, body: (await response.json()) as Body, headers: response.headers };
    },
  };
}
