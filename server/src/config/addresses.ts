import type { Config } from './config.ts';

/** The service's own addresses. They are final once the port is known. */
export interface Addresses {
  readonly publicUrl: string;
  readonly appsDomain: string;
  /** The base URL of a project's API calls: `{base_url}/api/baas/{project_id}`. */
  projectUrl(projectId: string): string;
  appUrl(projectId: string): string;
}

/** `port` returns the port listened on; it is called whenever an address is needed. */
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
