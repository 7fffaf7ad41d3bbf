import type { Project } from '../../../callers/index.ts';
import type { StoreName } from '../../../database/index.ts';
import { isDatabaseFailure } from '../../../database/index.ts';
import { projectInStore } from '../../../jobs/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { uuidOf } from '../../../platform/ids.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { EVENTS_KEPT_MS, reconcile } from './reconcile.ts';

const JOB_KIND = 'payments.reconcile';
const HOUR_MS = 60 * 60 * 1000;
const EVERY_MS = 6 * HOUR_MS;
/** How soon a round continues that could not read all events. */
const GO_ON_MS = 60_000;

export interface Reconciliation {
  ensure(project: Project): Promise<void>;
}

interface Round {
  readonly number: number;
  readonly after?: string | undefined;
}

/** Four times a day, applies events of the last 30 days that never arrived. Stops when the project disconnects. */
export function createReconciliation(context: PaymentsContext): Reconciliation {
  const { database, jobs, clock, objects, integrations, findProject, logger } = context;

  const enqueue = async (store: StoreName, projectId: string, { number, after }: Round): Promise<void> => {
    const id = uuidOf([JOB_KIND, store, number, ...(after === undefined ? [] : [after])].join(' '));
    const payload = { project_id: projectId, round: number, ...(after !== undefined && { after }) };
    const runAtMs = after === undefined ? number * EVERY_MS : clock.now() + GO_ON_MS;
    const step = await jobs.enqueueLater(store, { kind: JOB_KIND, payload, runAtMs, id });
    try {
      await database.write(store, [step]);
    } catch (error) {
      if (!isDatabaseFailure(error, 'unique_violation')) throw error;
    }
  };
  const nextRound = (): number => Math.floor(clock.now() / EVERY_MS) + 1;

  jobs.handle(JOB_KIND, async (job) => {
    const { project_id: projectId, round, after } = Object(job.payload) as JobPayload;
    const project = projectInStore(job, await findProject(projectId ?? ''));
    if (project === undefined) return;
    const { store } = project;
    const connection = await integrations().findConnection(store, 'payments');
    if (connection === undefined) return;
    if (after === undefined) await enqueue(store, project.id, { number: nextRound() });
    const sinceMs = clock.now() - EVENTS_KEPT_MS;
    const report = await reconcile(context, { project, connection, sinceMs, after });
    if (report.applied > 0)
      logger.warn({ project_id: project.id, missed: report.applied }, 'Fetched payment events that had not arrived.');
    if (report.goOnAfter !== undefined)
      await enqueue(store, project.id, { number: round ?? nextRound(), after: report.goOnAfter });
    await database.write(store, [objects.forgetEventsStep(isoTime(clock.now() - EVENTS_KEPT_MS))]);
  });

  return { ensure: ({ store, id }) => enqueue(store, id, { number: nextRound() }) };
}

interface JobPayload {
  readonly project_id?: string;
  readonly round?: number;
  readonly after?: string;
}
