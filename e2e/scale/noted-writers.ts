import { createApiClient } from '../harness/api-client.ts';
import type { NextUrl, UsedProject } from './used-project.ts';

const PAGE = 1_000;
const PAUSE_MS = 10;
const RESTART_MS = 500;
const NO_ANSWER = 'no answer';

/** Writers that note what was acknowledged. */
export class NotedWriters {
  /** Titles of acknowledged rows, by project. */
  readonly acknowledged = new Map<string, string[]>();
  /** How often each refusal came, by status and code. */
  readonly refused = new Map<string, number>();
  longestMs = 0;
  readonly #url: NextUrl;
  readonly #projects: readonly UsedProject[];
  #isStopped = false;
  #working: Promise<unknown> = Promise.resolve();

  constructor(url: NextUrl, projects: readonly UsedProject[]) {
    this.#url = url;
    this.#projects = projects;
  }

  start(writers: number): void {
    this.#working = Promise.all(Array.from({ length: writers }, (_writer, number) => this.#write(number, writers)));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#working;
  }

  /** The titles of all rows of a project. */
  async rowsOf(project: UsedProject): Promise<string[]> {
    const titles: string[] = [];
    for (let offset = 0; ; offset += PAGE) {
      const path = `/data/notes?order=id&limit=${PAGE}&offset=${offset}`;
      const answer = await this.#api(project).get(path);
      if (answer.status !== 200) throw new Error(`${project.id}: ${answer.status} ${answer.text}`);
      const { data } = answer.body as { readonly data: readonly { readonly title: string }[] };
      titles.push(...data.map(({ title }) => title));
      if (data.length < PAGE) return titles;
    }
  }

  async #write(number: number, writers: number): Promise<void> {
    for (let at = number; !this.#isStopped; at += writers) {
      const project = this.#projects[at % this.#projects.length];
      if (project === undefined) return;
      const title = `row ${at}`;
      const startedAt = performance.now();
      const refusal = await this.#refusalOf(project, title);
      this.longestMs = Math.max(this.longestMs, performance.now() - startedAt);
      if (refusal === undefined)
        this.acknowledged.set(project.id, [...(this.acknowledged.get(project.id) ?? []), title]);
      else this.refused.set(refusal, (this.refused.get(refusal) ?? 0) + 1);
      const waitMs = refusal === NO_ANSWER ? RESTART_MS : PAUSE_MS;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }

  async #refusalOf(project: UsedProject, title: string): Promise<string | undefined> {
    try {
      const { status, body } = await this.#api(project).post('/data/notes', { title });
      return status === 201 ? undefined : `${status} ${Object(body)['code']}`;
    } catch {
      return NO_ANSWER;
    }
  }

  #api({ id, publicKey }: UsedProject) {
    return createApiClient(`${this.#url()}/api/baas/${id}`, publicKey);
  }
}
