import { createApiClient, textAt } from '../harness/api-client.ts';
import { ADMIN_TOKEN } from '../harness/service-process.ts';
import type { NextUrl } from './used-project.ts';

export interface DatabaseFigures {
  readonly name: string;
  readonly weight: number;
  readonly projects: number;
}

/** The operator's view of the databases of an installation. */
export class Databases {
  readonly #url: NextUrl;

  constructor(url: NextUrl) {
    this.#url = url;
  }

  async add(name: string, url: string, weight: number): Promise<void> {
    const added = await this.#api().post('/cloud/instance/databases', { name, url, weight });
    if (added.status !== 201) throw new Error(`${name}: ${added.status} ${added.text}`);
  }

  async list(): Promise<readonly DatabaseFigures[]> {
    const answer = await this.#api().get('/cloud/instance/databases');
    return (answer.body as { readonly data: readonly DatabaseFigures[] }).data;
  }

  /** Returns the state of the move when it has ended, or why it did not begin. */
  async move(project: string, database: string): Promise<string> {
    const answer = await this.#api().post(`/cloud/projects/${project}/move?wait=60`, { database });
    return textAt(answer.body, ...(answer.status < 300 ? ['data', 'state'] : ['code']));
  }

  async isMoving(project: string): Promise<boolean> {
    const answer = await this.#api().get(`/cloud/projects/${project}/moves?limit=1`);
    const { data } = answer.body as { readonly data?: readonly { readonly state: string }[] };
    return data === undefined || data.some(({ state }) => state === 'running');
  }

  #api() {
    return createApiClient(`${this.#url()}/api`, ADMIN_TOKEN);
  }
}
