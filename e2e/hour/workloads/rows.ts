import { textAt } from '../../harness/api-client.ts';
import type { WebhookReceiver } from '../../harness/webhook-receiver.ts';
import type { Callers, HourRequest } from '../callers.ts';
import { ABSENT, Ledger, type LedgerFinding } from '../ledger.ts';
import { forEachAtOnce, listAll, pick, succeed, uniqueName, type Work } from './work.ts';

const READERS = 4;
/** How many of the latest rows of all projects the work changes and deletes. */
const KEPT_MAX = 2_000;

interface KnownRow {
  readonly project: string;
  readonly id: string;
  readonly title: string;
  readonly version: number;
}

/** Inserts, changes, deletes and lists rows. Some projects have a webhook that sends each new row. */
export class RowsWork implements Work {
  readonly pauseMs = 40;
  readonly #callers: Callers;
  readonly #receiver: WebhookReceiver;
  readonly #ledger = new Ledger('rows');
  readonly #inserted = new Ledger('deliveries of new rows');
  readonly #known: KnownRow[] = [];
  readonly #hasWebhook: (project: string) => boolean;

  constructor(callers: Callers, receiver: WebhookReceiver, hasWebhook: (project: string) => boolean) {
    this.#callers = callers;
    this.#receiver = receiver;
    this.#hasWebhook = hasWebhook;
  }

  async once(project: string): Promise<void> {
    await this.#insert(project);
    await this.#list(project);
    const row = pick(this.#known);
    if (row === undefined) return;
    // Only one request at a time is about a row, so that the order of their effects is known.
    this.#known.splice(this.#known.indexOf(row), 1);
    await (Math.random() < 0.5 ? this.#change(row) : this.#remove(row));
  }

  async findings(projects: readonly string[]): Promise<readonly LedgerFinding[]> {
    const found: (readonly [string, string])[] = [];
    let wrongCounts = 0;
    await forEachAtOnce(projects, READERS, async (project) => {
      const rows = await listAll(this.#callers, project, `/baas/${project}/data/notes?order=id`);
      found.push(...rows.map(({ title, version }) => [`${project} ${title}`, String(version)] as const));
      const count = await this.#callers.must(this.#get(project, '?count=exact&limit=1', 'comparison'));
      if (Object(count.body)['count'] !== rows.length) wrongCounts += 1;
    });
    const counts: LedgerFinding = {
      what: 'counts of rows',
      items: projects.length,
      inDoubt: 0,
      lost: 0,
      doubled: 0,
      wrong: wrongCounts,
    };
    return [this.#ledger.compare(found), counts, this.#inserted.compare(this.#delivered())];
  }

  /** The number of new rows whose delivery has not arrived. */
  undelivered(): number {
    return this.#inserted.compare(this.#delivered()).lost;
  }

  /** Deliveries may arrive twice under one id. */
  #delivered(): Iterable<readonly [string, string]> {
    const byId = new Map<string, readonly [string, string]>();
    for (const { path, headers, payload } of this.#receiver.deliveries) {
      const item = `${path.slice(1)} ${textAt(payload, 'data', 'record', 'title')}`;
      byId.set(`${item} ${headers['webhook-id']}`, [item, 'arrived']);
    }
    return byId.values();
  }

  async #insert(project: string): Promise<void> {
    const title = uniqueName();
    const [item, body] = [`${project} ${title}`, { title, version: 0 }];
    const answer = await succeed(this.#callers, this.#write(project, 'POST', '', body));
    const has = this.#hasWebhook(project);
    if (answer?.status !== 201) {
      this.#ledger.doubt(item, '0');
      if (has) this.#inserted.doubt(item, 'arrived');
      return;
    }
    this.#ledger.settle(item, '0');
    if (has) this.#inserted.settle(item, 'arrived');
    this.#keep({ project, title, id: textAt(answer.body, 'data', 'id'), version: 0 });
  }

  async #list(project: string): Promise<void> {
    await succeed(this.#callers, this.#get(project, '?order=created_at:desc&limit=20&count=exact', 'list of rows'));
  }

  async #change(row: KnownRow): Promise<void> {
    const { project, id, title } = row;
    const version = row.version + 1;
    const answer = await succeed(this.#callers, this.#write(project, 'PATCH', `/${id}`, { version }));
    const item = `${project} ${title}`;
    if (answer?.status !== 200) return this.#ledger.doubt(item, String(version));
    this.#ledger.settle(item, String(version));
    this.#keep({ ...row, version });
  }

  async #remove({ project, id, title }: KnownRow): Promise<void> {
    const answer = await succeed(this.#callers, this.#write(project, 'DELETE', `/${id}`));
    const item = `${project} ${title}`;
    if (answer?.status === 200) this.#ledger.settle(item, ABSENT);
    else this.#ledger.doubt(item, ABSENT);
  }

  #keep(row: KnownRow): void {
    this.#known.push(row);
    if (this.#known.length > KEPT_MAX) this.#known.shift();
  }

  #write(project: string, method: string, path: string, body?: object): HourRequest {
    const kind = `${method} of a row`;
    return { kind, project, isWrite: true, method, path: `/baas/${project}/data/notes${path}`, body };
  }

  #get(project: string, query: string, kind: string): HourRequest {
    return { kind, project, isWrite: false, method: 'GET', path: `/baas/${project}/data/notes${query}` };
  }
}
