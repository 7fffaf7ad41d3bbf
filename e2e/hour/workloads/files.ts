import { createHash, randomBytes, randomInt } from 'node:crypto';
import { textAt } from '../../harness/api-client.ts';
import type { Callers, HourRequest } from '../callers.ts';
import { ABSENT, Ledger, type LedgerFinding } from '../ledger.ts';
import { forEachAtOnce, listAll, pick, succeed, uniqueName, type Work } from './work.ts';

const READERS = 4;
const BYTES_MAX = 200_000;
const KEPT_MAX = 500;

interface KnownFile {
  readonly project: string;
  readonly id: string;
  readonly name: string;
}

/** Uploads and deletes files. At the end each must have the bytes that were sent. */
export class FilesWork implements Work {
  readonly pauseMs = 300;
  readonly #callers: Callers;
  readonly #ledger = new Ledger('files, whole');
  readonly #known: KnownFile[] = [];

  constructor(callers: Callers) {
    this.#callers = callers;
  }

  async once(project: string): Promise<void> {
    await this.#upload(project);
    const file = pick(this.#known);
    if (file === undefined || Math.random() < 0.6) return;
    this.#known.splice(this.#known.indexOf(file), 1);
    const path = `/baas/${file.project}/storage/files/${file.id}`;
    const removal: HourRequest = {
      kind: 'delete of a file',
      project: file.project,
      isWrite: true,
      method: 'DELETE',
      path,
    };
    const answer = await succeed(this.#callers, removal);
    const item = `${file.project} ${file.name}`;
    if (answer?.status === 200) this.#ledger.settle(item, ABSENT);
    else this.#ledger.doubt(item, ABSENT);
  }

  async findings(projects: readonly string[]): Promise<readonly LedgerFinding[]> {
    const found: (readonly [string, string])[] = [];
    await forEachAtOnce(projects, READERS, async (project) => {
      for (const { id, name } of await listAll(this.#callers, project, `/baas/${project}/storage/files?order=id`)) {
        const path = `/baas/${project}/storage/files/${id}/download`;
        const answer = await this.#callers.must({ kind: 'comparison', project, isWrite: false, method: 'GET', path });
        found.push([`${project} ${name}`, hashOf(answer.bytes)]);
      }
    });
    return [this.#ledger.compare(found)];
  }

  async #upload(project: string): Promise<void> {
    const [name, bytes] = [`${uniqueName()}.bin`, randomBytes(randomInt(1, BYTES_MAX))];
    const form = new FormData();
    form.append('file', new Blob([bytes]), name);
    const path = `/baas/${project}/storage/upload`;
    const answer = await succeed(this.#callers, { kind: 'upload', project, isWrite: true, method: 'POST', path, form });
    const item = `${project} ${name}`;
    if (answer?.status !== 201) return this.#ledger.doubt(item, hashOf(bytes));
    this.#ledger.settle(item, hashOf(bytes));
    this.#known.push({ project, name, id: textAt(answer.body, 'data', 'id') });
    if (this.#known.length > KEPT_MAX) this.#known.shift();
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
