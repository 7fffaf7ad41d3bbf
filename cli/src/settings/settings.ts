import { EXIT } from '../outcome/exit-codes.ts';
import { Failure, wrongUse } from '../outcome/failure.ts';
import type { Streams } from '../output/output.ts';
import { type Logins, readLogins } from './credentials.ts';
import { readTokenFile, requireToken } from './read-token-file.ts';
import { readOrigin } from './server-url.ts';
import { findServiceJson, type ServiceJson } from './service-json.ts';

export interface GlobalOptions {
  readonly url?: string;
  readonly project?: string;
  readonly tokenFile?: string;
  readonly allowHttp?: boolean;
}

type Source = 'flag' | 'environment' | 'file' | 'login';

export interface Server {
  readonly origin: string;
  readonly source: Source;
}

export interface Token {
  readonly token: string;
  readonly source: 'flag' | 'environment' | 'login';
}

interface SettingsInput {
  readonly options: GlobalOptions;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdin: Streams['stdin'];
  readonly warn: (text: string) => void;
}

const PROJECT_ID = /^[a-z][a-z0-9-]{1,38}[a-z0-9]$/;

/** Precedence: flag, environment, `service.json`, stored login. Each source is read once, when a command needs it. */
export class Settings {
  readonly #input: SettingsInput;
  #serviceJson: Promise<ServiceJson> | undefined;
  #logins: Promise<Logins> | undefined;
  #token: Promise<Token> | undefined;

  constructor(input: SettingsInput) {
    this.#input = input;
  }

  get serviceJson(): Promise<ServiceJson> {
    this.#serviceJson ??= findServiceJson(this.#input.cwd);
    return this.#serviceJson;
  }

  get logins(): Promise<Logins> {
    this.#logins ??= readLogins(this.#input.env, this.#input.warn);
    return this.#logins;
  }

  async findServer(): Promise<Server | undefined> {
    const { options, env } = this.#input;
    const isHttpAllowed = options.allowHttp === true;
    if (options.url !== undefined) return { origin: readOrigin(options.url, '--url', isHttpAllowed), source: 'flag' };
    if (env['SERVICE_URL']) {
      return { origin: readOrigin(env['SERVICE_URL'], 'SERVICE_URL', isHttpAllowed), source: 'environment' };
    }
    const { url, path } = await this.serviceJson;
    if (url !== undefined) return { origin: readOrigin(url, `"url" in ${path}`, isHttpAllowed), source: 'file' };
    const origins = [...(await this.logins).keys()];
    if (origins.length > 1) {
      throw wrongUse(
        `You are logged in to ${origins.length} servers: say which with --url.`,
        'servicectl login --help',
      );
    }
    const [origin] = origins;
    if (origin === undefined) return undefined;
    return { origin: readOrigin(origin, 'The stored login', isHttpAllowed), source: 'login' };
  }

  async requireServer(): Promise<Server> {
    const server = await this.findServer();
    if (server !== undefined) return server;
    throw wrongUse(
      'No server is set: use --url, SERVICE_URL, or "url" in service.json.',
      'servicectl login --url <address>',
    );
  }

  async findProject(): Promise<string | undefined> {
    const { options, env } = this.#input;
    const { project, path } = await this.serviceJson;
    if (options.project !== undefined) return requireProjectId(options.project, '--project');
    if (env['SERVICE_PROJECT_ID']) return requireProjectId(env['SERVICE_PROJECT_ID'], 'SERVICE_PROJECT_ID');
    return project === undefined ? undefined : requireProjectId(project, `"project" in ${path}`);
  }

  async requireProject(): Promise<string> {
    const project = await this.findProject();
    if (project !== undefined) return project;
    throw wrongUse(
      'No project is set: use --project, SERVICE_PROJECT_ID, or "project" in service.json.',
      'servicectl link <id>',
    );
  }

  /** The token for a server. A foreign `service.json` may name any server, so that server gets only a token stored for it. */
  requireToken(server: Server): Promise<Token> {
    this.#token ??= this.#readToken(server);
    return this.#token;
  }

  async #readToken(server: Server): Promise<Token> {
    const { options, env, stdin } = this.#input;
    if (options.tokenFile !== undefined) {
      requireNamedServer(server, '--token-file');
      return { token: await readTokenFile(options.tokenFile, stdin), source: 'flag' };
    }
    if (env['SERVICE_TOKEN']) {
      requireNamedServer(server, 'SERVICE_TOKEN');
      return { token: requireToken(env['SERVICE_TOKEN'].trim(), 'SERVICE_TOKEN'), source: 'environment' };
    }
    const login = (await this.logins).get(server.origin);
    if (login !== undefined) return { token: requireToken(login.token, 'The stored login'), source: 'login' };
    throw new Failure(`There is no token for ${server.origin}.`, {
      exit: EXIT.denied,
      code: 'no_token',
      hint: `servicectl login --url ${server.origin}`,
    });
  }
}

function requireNamedServer({ origin, source }: Server, from: string): void {
  if (source === 'flag' || source === 'environment') return;
  throw wrongUse(
    `${from} is sent only to a server that you name with --url or SERVICE_URL; ${origin} comes from ${source === 'file' ? 'service.json' : 'a stored login'}.`,
    `--url ${origin}`,
  );
}

export function requireProjectId(text: string, source: string): string {
  if (PROJECT_ID.test(text)) return text;
  throw wrongUse(`${source} must be a project id (a-z, 0-9 and "-", 3 to 40 characters), not ${JSON.stringify(text)}.`);
}
