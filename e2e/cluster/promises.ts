import { createHash, randomBytes } from 'node:crypto';
import { type ApiClient, at, createApiClient, textAt } from '../harness/api-client.ts';
import type { MailServer } from '../harness/mail-server.ts';
import { ADMIN_TOKEN } from '../harness/service-process.ts';
import type { WebhookReceiver } from '../harness/webhook-receiver.ts';
import type { Answer, AnyCaller } from './any-caller.ts';
import { audit, type LedgerFinding } from './ledger.ts';
import { Sessions } from './sessions.ts';

const PROJECTS = 5;
const PAGE = 500;
const SLOT = `export default async (ctx) => {
  await ctx.data.table('slots').insert({ slot: ctx.payload.scheduled_for });
};`;

const cloudAt = (url: string): ApiClient => createApiClient(`${url}/api/cloud`, ADMIN_TOKEN);
const baasAt = (url: string, project: string): ApiClient => createApiClient(`${url}/api/baas/${project}`, ADMIN_TOKEN);

/** The servers that receive the promised deliveries and mails. */
export interface Receivers {
  readonly webhooks: WebhookReceiver;
  readonly mails: MailServer;
}

/** The promises that callers got while processes stop and start. */
export class PromisesKept {
  readonly #any: AnyCaller;
  readonly #receivers: Receivers;
  readonly #projects = Array.from({ length: PROJECTS }, (_, index) => `cluster-${index}`);
  readonly #rows = new Set<string>();
  readonly #mails = new Set<string>();
  readonly #files = new Map<string, string>();
  #sessions: Sessions | undefined;
  #refused = 0;
  #startedAt = 0;

  constructor(any: AnyCaller, receivers: Receivers) {
    this.#any = any;
    this.#receivers = receivers;
  }

  async prepare(): Promise<void> {
    for (const id of this.#projects) {
      const made = await this.#must((url) => cloudAt(url).post('/projects', { name: id, id }));
      this.#sessions ??= new Sessions(this.#any, id, textAt(made.body, 'data', 'public_key'));
      await this.#must((url) => cloudAt(url).post(`/projects/${id}/tables`, table('slots', 'slot')));
      await this.#must((url) =>
        cloudAt(url).call('PUT', `/projects/${id}/functions/tick`, {
          body: { trigger: 'scheduled', schedule: '* * * * *', retries: 3, source: SLOT },
        }),
      );
    }
    const [id] = this.#projects;
    await this.#must((url) => cloudAt(url).post(`/projects/${id}/tables`, table('notes', 'n')));
    const webhook = { table: 'notes', events: ['insert'], url: `${this.#receivers.webhooks.url}/notes` };
    await this.#must((url) => cloudAt(url).post(`/projects/${id}/webhooks`, webhook));
    this.#startedAt = Date.now();
  }

  /** One call of each kind, through any process. A refused or unanswered call promises nothing. */
  async round(): Promise<void> {
    await Promise.all([
      this.#insertRow(),
      this.#insertRow(),
      this.#insertRow(),
      this.#signUp(),
      this.#sessions?.use(),
      this.#putFile(),
    ]);
  }

  /** Changes tables and functions while other work continues. */
  async change(index: number): Promise<void> {
    const [id] = this.#projects;
    const column = { add_columns: [{ name: `extra_${index}`, type: 'text' }] };
    await this.#any((url) => cloudAt(url).patch(`/projects/${id}/tables/notes`, column));
    const body = { trigger: 'http', source: `export default async () => ({ version: ${index} });` };
    await this.#any((url) => cloudAt(url).call('PUT', `/projects/${id}/functions/version`, { body }));
  }

  async findings(): Promise<readonly LedgerFinding[]> {
    const [id = ''] = this.#projects;
    const rows = await this.#list(id, 'notes', 'n');
    const delivered = this.#receivers.webhooks.deliveries.map(({ payload }) => textAt(payload, 'data', 'record', 'n'));
    return [
      audit('rows', this.#rows, rows),
      audit('deliveries of committed rows', rows, delivered, 'at least once: doubled are sent again under one id'),
      ...(await Promise.all(this.#projects.map((project) => this.#slots(project)))),
      audit('mails', this.#mails, this.#sentMails(), 'doubled would have another Message-ID'),
      ...((await this.#sessions?.findings()) ?? []),
      await this.#keptFiles(id),
      { what: 'refused calls (503, no process)', acknowledged: this.#refused, lost: 0, doubled: 0 },
    ];
  }

  async #insertRow(): Promise<void> {
    const n = randomBytes(8).toString('hex');
    // Uses one idempotency key, as a careful caller does to retry an unanswered call.
    const request = { headers: { 'idempotency-key': n }, body: { n } };
    const answer = await this.#any((url) => baasAt(url, this.#projects[0] ?? '').call('POST', '/data/notes', request));
    if (answer?.status === 201) this.#rows.add(n);
    else this.#refused += 1;
  }

  /** Signs up, which promises a mail and a session. */
  async #signUp(): Promise<void> {
    const email = `${randomBytes(8).toString('hex')}@example.com`;
    const account = { email, password: `${email} correct horse` };
    const answer = await this.#any((url) => baasAt(url, this.#projects[0] ?? '').post('/auth/signup', account));
    if (answer?.status !== 201) {
      this.#refused += 1;
      return;
    }
    this.#mails.add(email);
    this.#sessions?.add(email, answer);
  }

  async #putFile(): Promise<void> {
    const bytes = randomBytes(20_000);
    const form = new FormData();
    form.set('file', new Blob([bytes]), 'file.bin');
    const answer = await this.#any(async (url) => {
      const response = await fetch(`${url}/api/baas/${this.#projects[0]}/storage/upload`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
        body: form,
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as unknown };
    });
    if (answer?.status !== 201) {
      this.#refused += 1;
      return;
    }
    this.#files.set(textAt(answer.body, 'data', 'id'), createHash('sha256').update(bytes).digest('hex'));
  }

  /** Every whole minute since the start counts once for each project. */
  async #slots(project: string): Promise<LedgerFinding> {
    const due: string[] = [];
    const first = Math.ceil(this.#startedAt / 60_000) * 60_000;
    for (let at = first; at < Date.now() - 60_000; at += 60_000) due.push(new Date(at).toISOString());
    return audit(`slots of ${project}`, due, await this.#list(project, 'slots', 'slot'));
  }

  /**
   * If a process dies after sending a mail and before recording it, another sends it again with the same Message-ID.
   */
  #sentMails(): readonly string[] {
    const sent = new Map<string, string>();
    for (const { to, content } of this.#receivers.mails.mails) sent.set(`${to} ${content.messageId}`, to.join());
    return [...sent.values()];
  }

  async #keptFiles(project: string): Promise<LedgerFinding> {
    const kept: string[] = [];
    for (const [id, hash] of this.#files) {
      const answer = await this.#any(async (url) => {
        const response = await fetch(`${url}/api/baas/${project}/storage/files/${id}/download`, {
          headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
        });
        const bytes = new Uint8Array(await response.arrayBuffer());
        const text = createHash('sha256').update(bytes).digest('hex');
        return { status: response.status, headers: response.headers, text, body: undefined };
      });
      if (answer?.text === hash) kept.push(id);
    }
    return audit('files, whole', this.#files.keys(), kept);
  }

  async #list(project: string, name: string, column: string): Promise<readonly string[]> {
    const found: string[] = [];
    for (let after = ''; ; ) {
      const path = `/data/${name}?select=id,${column}&order=id&count=none&limit=${PAGE}${after}`;
      const answer = await this.#must((url) => baasAt(url, project).get(path));
      const page = at(answer.body, 'data') as readonly Readonly<Record<string, string>>[];
      found.push(...page.map((row) => row[column] ?? ''));
      const last = page.at(-1)?.['id'];
      if (page.length < PAGE || last === undefined) return found;
      after = `&after=${encodeURIComponent(JSON.stringify([last, last]))}`;
    }
  }

  async #must(work: (url: string) => Promise<Answer>): Promise<Answer> {
    for (let tries = 0; tries < 60; tries += 1) {
      const answer = await this.#any(work);
      if (answer !== undefined && answer.status < 300) return answer;
      if (answer !== undefined && answer.status < 500) throw new Error(`${answer.status} ${answer.text}`);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    throw new Error('no process answers');
  }
}

function table(name: string, column: string) {
  return { name, columns: [{ name: column, type: 'text', required: true, indexed: true }] };
}
