export interface AdapterOptions {
  /** Replaces `SERVICE_URL`. */
  readonly url?: string;
  /** Replaces `SERVICE_PROJECT_ID`. */
  readonly projectId?: string;
  /** Replaces `SERVICE_PUBLIC_KEY`. */
  readonly publicKey?: string;
  /** Whether the app and `/api/baas` share one origin; default true. False puts `SERVICE_URL` into the app. */
  readonly sameOrigin?: boolean;
  /** The file for the project's types, `service-env.d.ts` beside the build's configuration by default; false writes none. */
  readonly types?: string | false;
}

export interface Settings {
  readonly url: string;
  readonly projectId: string;
  readonly publicKey: string;
  /** A project member's token, needed for types in production mode. Never part of an app. */
  readonly token: string | undefined;
  readonly sameOrigin: boolean;
}

type Env = Readonly<Record<string, string | undefined>>;

const VARIABLES = { url: 'SERVICE_URL', projectId: 'SERVICE_PROJECT_ID', publicKey: 'SERVICE_PUBLIC_KEY' } as const;

/** Throws an error that names every missing variable, and one for a key that must not be in an app. */
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

/** A server has no origin of its own, so there the address is absolute. */
export function configText({ url, projectId, publicKey, sameOrigin }: Settings, isServer = false): string {
  return JSON.stringify({ url: sameOrigin && !isServer ? '' : url, projectId, publicKey });
}

export const API_PATH = '/api/baas';
