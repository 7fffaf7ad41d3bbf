import { randomBytes } from 'node:crypto';
import { type ApiAnswer, createApiClient, textAt } from '../harness/api-client.ts';
import { ADMIN_TOKEN } from '../harness/service-process.ts';
import type { DyingCluster } from './dying-cluster.ts';

const ROW_EVERY_MS = 100;
const MAIL_EVERY_MS = 500;

/** Rows and sign-ups through any running process, and the outcomes of the deliveries and mails that they promise. */
export class SteadyWork {
  /** When each row was acknowledged, by its id. */
  readonly rows = new Map<string, number>();
  /** When each sign-up was acknowledged, by its address. */
  readonly mails = new Map<string, number>();
  readonly #cluster: DyingCluster;
  #isStopped = false;
  #working: Promise<unknown> = Promise.resolve();

  constructor(cluster: DyingCluster) {
    this.#cluster = cluster;
  }

  start(): void {
    const repeat = async (everyMs: number, once: (project: string) => Promise<void>): Promise<void> => {
      for (let index = 0; !this.#isStopped; index += 1) {
        const { projects } = this.#cluster;
        await once(projects[index % projects.length] ?? '');
        await new Promise((resolve) => setTimeout(resolve, everyMs));
      }
    };
    this.#working = Promise.all([
      repeat(ROW_EVERY_MS, (project) => this.#insertRow(project)),
      repeat(MAIL_EVERY_MS, (project) => this.#signUp(project)),
    ]);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#working;
  }

  rowDelaysMs(): readonly number[] {
    const firstAt = firstOf(this.#deliveries());
    return [...this.rows].map(([row, atMs]) => (firstAt.get(row) ?? Number.POSITIVE_INFINITY) - atMs);
  }

  mailDelaysMs(): readonly number[] {
    const firstAt = firstOf(this.#sentMails());
    return [...this.mails].map(([address, atMs]) => (firstAt.get(address) ?? Number.POSITIVE_INFINITY) - atMs);
  }

  /** Promised work that is missing, and work that was done twice under different ids. */
  problems(): readonly string[] {
    return [
      ...problemsOf('row', this.rows.keys(), this.#deliveries()),
      ...problemsOf('mail', this.mails.keys(), this.#sentMails()),
    ];
  }

  #deliveries(): readonly Arrival[] {
    return this.#cluster.receiver.deliveries.map(({ atMs, payload, headers }) => ({
      of: textAt(payload, 'data', 'record', 'id'),
      id: String(headers['webhook-id']),
      atMs,
    }));
  }

  #sentMails(): readonly Arrival[] {
    return this.#cluster.mailServer.mails.map(({ atMs, to, content }) => ({
      of: to.join(),
      id: content.messageId ?? 'none',
      atMs,
    }));
  }

  async #insertRow(project: string): Promise<void> {
    const answer = await this.#ask(`/baas/${project}/data/notes`, { n: randomBytes(4).toString('hex') });
    if (answer?.status === 201) this.rows.set(textAt(answer.body, 'data', 'id'), Date.now());
  }

  /** Each sign-up has its own address, because the outcome of an unanswered one is unknown. */
  async #signUp(project: string): Promise<void> {
    const email = `${randomBytes(8).toString('hex')}@example.com`;
    const answer = await this.#ask(`/baas/${project}/auth/signup`, { email, password: `${email} correct horse` });
    if (answer?.status === 201) this.mails.set(email, Date.now());
  }

  async #ask(path: string, body: object): Promise<ApiAnswer | undefined> {
    const urls = this.#cluster.processes.urls();
    const url = urls[Math.floor(Math.random() * urls.length)];
    // A call without an answer promises nothing.
    return await createApiClient(`${url}/api`, ADMIN_TOKEN)
      .post(path, body)
      .catch(() => undefined);
  }
}

/** A delivery or mail that arrived: its recipient, id and time. */
interface Arrival {
  readonly of: string;
  readonly id: string;
  readonly atMs: number;
}

function firstOf(arrivals: readonly Arrival[]): ReadonlyMap<string, number> {
  const firstAt = new Map<string, number>();
  for (const { of, atMs } of arrivals) firstAt.set(of, Math.min(atMs, firstAt.get(of) ?? atMs));
  return firstAt;
}

function problemsOf(what: string, promised: Iterable<string>, arrivals: readonly Arrival[]): readonly string[] {
  const names = Map.groupBy(arrivals, ({ of }) => of);
  const lost = [...promised].filter((one) => !names.has(one)).map((one) => `${what} ${one} was lost`);
  const doubled = [...names]
    .filter(([, all]) => new Set(all.map(({ id }) => id)).size > 1)
    .map(([one, all]) => `${what} ${one} came as ${all.map(({ id }) => id)}`);
  return [...lost, ...doubled];
}
