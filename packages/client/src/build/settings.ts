/** Options of every build adapter. */
export interface AdapterOptions {
  /** In the place of `SERVICE_URL`. */
  readonly url?: string;
  /** In the place of `SERVICE_PROJECT_ID`. */
  readonly projectId?: string;
  /** In the place of `SERVICE_PUBLIC_KEY`. */
  readonly publicKey?: string;
  /**
   * The app and `/api/baas` have one origin: by the adapter's proxy in development, by publishing the app on the service
   * or a route of the host in production. True when not said. False puts `SERVICE_URL` into the app.
   */
  readonly sameOrigin?: boolean;
  /** Where the types of the project are written; `service-env.d.ts` beside the build's configuration when not said, false for nowhere. */
  readonly types?: string | false;
}

export interface Settings {
  readonly url: string;
  readonly projectId: string;
  readonly publicKey: string;
  /** Of a member of the project, for types in production mode. Never part of an app. */
  readonly token: string | undefined;
  readonly sameOrigin: boolean;
}

type Env = Readonly<Record<string, string | undefined>>;

const VARIABLES = { url: 'SERVICE_URL', projectId: 'SERVICE_PROJECT_ID', publicKey: 'SERVICE_PUBLIC_KEY' } as const;

/** The settings of a build. Throws, with every variable that is missing, and for a key that must not be in an app. */
export function readSettings(options: AdapterOptions, env: Env): Settings {
  const url = options.url ?? env[VARIABLES.url] ?? '';
  const projectId = options.projectId ?? env[VARIABLES.projectId] ?? '';
  const publicKey = options.publicKey ?? env[VARIABLES.publicKey] ?? '';
  const settings = { url, projectId, publicKey };
  const missing = Object.entries(VARIABLES).filter(([name]) => settings[name as keyof typeof settings].trim() === '');
  if (missing.length > 0) {
    throw new Error(
      `@service/client: ${missing.map(([, variable]) => variable).join(', ')} missing. Set it in .env or in the environment of the build.`,
    );
  }
  if (!publicKey.startsWith('pk_')) {
    throw new Error(
      '@service/client: SERVICE_PUBLIC_KEY must be the public key of the project, which starts with pk_. Everybody can read what is in an app: a secret key must never be there.',
    );
  }
  if (!/^https?:\/\/[^/]/.test(url)) {
    throw new Error('@service/client: SERVICE_URL must be an address such as http://localhost:8787.');
  }
  const token = env['SERVICE_TOKEN'] || undefined;
  return { url: url.replace(/\/+$/, ''), projectId, publicKey, token, sameOrigin: options.sameOrigin !== false };
}

/** The text that stands for `__SERVICE_CONFIG__` in an app. On a server there is no own origin, so the address is whole. */
export function configText({ url, projectId, publicKey, sameOrigin }: Settings, isServer = false): string {
  return JSON.stringify({ url: sameOrigin && !isServer ? '' : url, projectId, publicKey });
}

export const API_PATH = '/api/baas';
