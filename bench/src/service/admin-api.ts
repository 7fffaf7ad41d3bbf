import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Cells, csvOf } from '../rows.ts';
import { ADMIN_TOKEN, type RunningService } from './start-service.ts';

const CHANGE_POLL_MS = 200;
const ARCHIVE_BYTES_MAX = 16 * 1024 * 1024;

export interface BenchProject {
  readonly id: string;
  readonly publicKey: string;
  readonly secretKey: string;
}

export interface BenchUser {
  readonly email: string;
  readonly password: string;
}

export interface BenchList {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly count: number;
}

export class AdminApi {
  readonly #url: string;

  constructor(service: RunningService) {
    this.#url = `${service.url}/api/cloud`;
  }

  async createProject(id: string): Promise<BenchProject> {
    const project = await this.#call('POST', '/projects', { name: id, id });
    const key = await this.#call('POST', `/projects/${id}/keys`, { name: 'bench' });
    return { id, publicKey: text(project, 'public_key'), secretKey: text(key, 'key') };
  }

  async createTable(projectId: string, table: object): Promise<void> {
    await this.#call('POST', `/projects/${projectId}/tables`, table);
  }

  /** Also waits for the index that the rules need, which is built after the answer. */
  async setRules(projectId: string, table: string, rules: object): Promise<void> {
    await this.#call('PATCH', `/projects/${projectId}/tables/${table}`, { rules });
    const changes = `${this.#url}/projects/${projectId}/table-changes?table=${table}&limit=1`;
    for (let state = 'running'; state === 'running'; ) {
      await new Promise((resolve) => setTimeout(resolve, CHANGE_POLL_MS));
      const answer = await fetch(changes, { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
      state = String(Object(await dataOf(answer))[0]?.state);
    }
  }

  async createWebhook(projectId: string, webhook: object): Promise<string> {
    return text(await this.#call('POST', `/projects/${projectId}/webhooks`, webhook), 'id');
  }

  async importRows(
    projectId: string,
    table: string,
    { from, to, cells }: { readonly from: number; readonly to: number; readonly cells?: Cells },
  ): Promise<void> {
    await this.importCsv(projectId, table, { csv: csvOf(from, to, cells), rows: to - from });
  }

  async importCsv(
    projectId: string,
    table: string,
    { csv, rows }: { readonly csv: Iterable<string>; readonly rows: number },
  ): Promise<void> {
    const answer = await fetch(`${this.#url}/projects/${projectId}/tables/${table}/import?format=csv&mode=insert`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'text/csv' },
      body: ReadableStream.from(csv).pipeThrough(new TextEncoderStream()),
      duplex: 'half',
    });
    const report = await dataOf(answer);
    if (report['inserted'] !== rows) throw new Error(`import: ${JSON.stringify(report).slice(0, 500)}`);
  }

  async createUser(projectId: string, { email, password }: BenchUser): Promise<string> {
    return text(await this.#call('POST', `/projects/${projectId}/users`, { email, password }), 'id');
  }

  async putFunction(projectId: string, name: string, options: object): Promise<void> {
    await this.#call('PUT', `/projects/${projectId}/functions/${name}`, options);
  }

  async changeSettings(projectId: string, settings: object): Promise<void> {
    await this.#call('PATCH', `/projects/${projectId}/settings`, settings);
  }

  async list(projectId: string, path: string): Promise<BenchList> {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
    const answer = await fetch(`${this.#url}/projects/${projectId}/${path}`, { headers });
    if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${(await answer.text()).slice(0, 500)}`);
    return (await answer.json()) as BenchList;
  }

  async publishApp(projectId: string, directory: string): Promise<void> {
    const options = { cwd: directory, encoding: 'buffer', maxBuffer: ARCHIVE_BYTES_MAX } as const;
    const { stdout } = await promisify(execFile)('tar', ['czf', '-', 'dist'], options);
    const answer = await fetch(`${this.#url}/projects/${projectId}/deployments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/gzip' },
      body: new Uint8Array(stdout),
    });
    await dataOf(answer);
  }

  async metrics(): Promise<string> {
    const answer = await fetch(this.#url.replace('/api/cloud', '/metrics'), {
      headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    });
    return answer.ok ? answer.text() : '';
  }

  async #call(method: string, path: string, body: object): Promise<Record<string, unknown>> {
    const answer = await fetch(this.#url + path, {
      method,
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return dataOf(answer);
  }
}

async function dataOf(answer: Response): Promise<Record<string, unknown>> {
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${body.slice(0, 500)}`);
  const parsed: unknown = JSON.parse(body);
  if (typeof parsed !== 'object' || parsed === null || !('data' in parsed)) throw new Error(`no data: ${body}`);
  return typeof parsed.data === 'object' && parsed.data !== null ? { ...parsed.data } : {};
}

function text(record: Record<string, unknown>, field: string): string {
  const value = record[field];
  if (typeof value !== 'string') throw new Error(`the answer has no ${field}`);
  return value;
}
