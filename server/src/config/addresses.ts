import type { Config } from './config.ts';

/** The addresses the service is known by. Known for good once the port is. */
export interface Addresses {
  readonly publicUrl: string;
  /** Published apps are below it. */
  readonly appsDomain: string;
  /** The base of every call of a project: `{base_url}/api/baas/{project_id}`. */
  projectUrl(projectId: string): string;
  /** Where a project's published app is. */
  appUrl(projectId: string): string;
}

/** `port`: the one listened on, asked when an address is needed. */
export function createAddresses(
  config: Pick<Config, 'publicUrl' | 'appsDomain' | 'port'>,
  port: () => number | undefined,
): Addresses {
  const publicUrl = (): string => config.publicUrl ?? `http://localhost:${port() ?? config.port}`;
  return {
    get publicUrl() {
      return publicUrl();
    },
    appsDomain: config.appsDomain,
    projectUrl: (projectId) => `${publicUrl()}/api/baas/${projectId}`,
    appUrl: (projectId) => {
      const { protocol, port: ownPort } = new URL(publicUrl());
      return `${protocol}//${projectId}.${config.appsDomain}${ownPort === '' ? '' : `:${ownPort}`}/`;
    },
  };
}
