import type { Callers, HourRequest } from '../callers.ts';
import { Ledger, type LedgerFinding } from '../ledger.ts';
import type { Outages } from '../outages.ts';
import { forEachAtOnce, listAll, succeed, uniqueName, type Work } from './work.ts';

const READERS = 4;
const MINUTE_MS = 60_000;
/** A run begins and ends well within this time. */
const RUN_MS = 15_000;
/** No database is down for so many slots of a minute in a row. */
const SLOTS_MISSED_MAX = 5;

/** Calls a function and orders runs of it for later. Each run leaves a row, and so does each minute of some schedules. */
export class FunctionsWork implements Work {
  readonly pauseMs = 150;
  readonly #callers: Callers;
  readonly #outages: Outages;
  readonly #scheduled: readonly string[];
  readonly #calls = new Ledger('calls of functions');
  readonly #jobs = new Ledger('jobs of functions');
  #startedAt = 0;

  constructor(callers: Callers, outages: Outages, scheduled: readonly string[]) {
    this.#callers = callers;
    this.#outages = outages;
    this.#scheduled = scheduled;
  }

  /** From the next minute on each scheduled time counts. */
  start(): void {
    this.#startedAt = Date.now();
  }

  async once(project: string): Promise<void> {
    await this.#call(project);
    await this.#order(project);
  }

  /** Resolves with the number of jobs that still wait or run. */
  async unfinished(projects: readonly string[]): Promise<number> {
    let count = 0;
    await forEachAtOnce(projects, READERS, async (project) => {
      for (const state of ['waiting', 'running']) {
        const path = `/cloud/projects/${project}/jobs?state=${state}&limit=1`;
        const request: HourRequest = { kind: 'comparison', project, isWrite: false, method: 'GET', path };
        count += Number(Object((await this.#callers.must(request)).body)['count']);
      }
    });
    return count;
  }

  async findings(projects: readonly string[]): Promise<readonly LedgerFinding[]> {
    const names: (readonly [string, string])[] = [];
    await forEachAtOnce(projects, READERS, async (project) => {
      const rows = await listAll(this.#callers, project, `/baas/${project}/data/done?order=id`);
      names.push(...rows.map(({ name }) => [`${project} ${name}`, 'done'] as const));
    });
    const of = (kind: string) => names.filter(([item]) => item.includes(` ${kind} `));
    const slots = new Ledger('slots of schedules');
    const first = Math.ceil(this.#startedAt / MINUTE_MS) * MINUTE_MS;
    const found = new Set(of('slot').map(([item]) => item));
    for (let slotMs = first; slotMs < Date.now() - MINUTE_MS; slotMs += MINUTE_MS)
      for (const project of this.#scheduled) {
        const slot = slotOf(project, slotMs);
        if (this.#mayMiss(slotMs) && continues(found, project, slotMs)) slots.doubt(slot, 'done');
        else slots.settle(slot, 'done');
      }
    // Slots before the start and in the last minute have fired, too.
    for (const [item] of of('slot')) slots.doubt(item, 'done');
    return [this.#calls.compare(of('call')), this.#jobs.compare(of('job')), slots.compare(of('slot'))];
  }

  /** A run without its database fails, and after a pause one run makes up for all slots that were missed. */
  #mayMiss(slotMs: number): boolean {
    const from = slotMs - performance.timeOrigin;
    return this.#outages.wasDatabaseDown(from, from + RUN_MS);
  }

  async #call(project: string): Promise<void> {
    const name = `call ${uniqueName()}`;
    const path = `/baas/${project}/functions/record/invoke`;
    const request: HourRequest = { kind: 'call', project, isWrite: true, method: 'POST', path, body: { name } };
    const answer = await succeed(this.#callers, request);
    if (answer?.status === 200) this.#calls.settle(`${project} ${name}`, 'done');
    else this.#calls.doubt(`${project} ${name}`, 'done');
  }

  async #order(project: string): Promise<void> {
    const name = `job ${uniqueName()}`;
    const path = `/cloud/projects/${project}/functions/record/later`;
    const body = { payload: { name }, retries: 10 };
    const request: HourRequest = { kind: 'order of a job', project, isWrite: true, method: 'POST', path, body };
    const answer = await succeed(this.#callers, request);
    if (answer?.status === 202) this.#jobs.settle(`${project} ${name}`, 'done');
    else this.#jobs.doubt(`${project} ${name}`, 'done');
  }
}

function slotOf(project: string, slotMs: number): string {
  return `${project} slot ${new Date(slotMs).toISOString()}`;
}

/** Whether the schedule went on after this time. The last slots of the run have none behind them. */
function continues(found: ReadonlySet<string>, project: string, slotMs: number): boolean {
  const until = Math.min(slotMs + SLOTS_MISSED_MAX * MINUTE_MS, Date.now() - MINUTE_MS);
  for (let later = slotMs + MINUTE_MS; later <= until; later += MINUTE_MS)
    if (found.has(slotOf(project, later))) return true;
  return until < slotMs + MINUTE_MS;
}
