import type { Callers } from '../callers.ts';
import type { Installation } from '../installation.ts';
import { Ledger, type LedgerFinding } from '../ledger.ts';
import { listAll, succeed, uniqueName, type Work } from './work.ts';

/** Creates projects and downloads backups. */
export class OperatorsWork implements Work {
  readonly pauseMs = 5_000;
  readonly #callers: Callers;
  readonly #created = new Ledger('projects');

  readonly #backupsNeedAllParts: boolean;

  constructor(callers: Callers, { backupsNeedAllParts }: Pick<Installation, 'backupsNeedAllParts'>) {
    this.#callers = callers;
    this.#backupsNeedAllParts = backupsNeedAllParts;
  }

  /** A project that was made before the work began. */
  add(id: string): void {
    this.#created.settle(id, 'there');
  }

  async once(project: string): Promise<void> {
    const path = `/cloud/projects/${project}/backup`;
    // A backup waits for a move as a change of tables does.
    const needed = this.#backupsNeedAllParts ? undefined : project;
    await succeed(this.#callers, { kind: 'backup', project: needed, isWrite: true, method: 'GET', path });
    const id = `new-${uniqueName()}`;
    const body = { name: id, id };
    const request = { kind: 'new project', isWrite: true, method: 'POST', path: '/cloud/projects', body };
    const answer = await succeed(this.#callers, request);
    if (answer?.status === 201) this.#created.settle(id, 'there');
    else this.#created.doubt(id, 'there');
  }

  async findings(): Promise<readonly LedgerFinding[]> {
    const projects = await listAll(this.#callers, undefined, '/cloud/instance/projects?order=id');
    return [this.#created.compare(projects.map(({ id }) => [String(id), 'there'] as const))];
  }
}
