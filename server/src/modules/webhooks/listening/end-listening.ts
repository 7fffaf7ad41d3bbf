import type { Project } from '../../../callers/index.ts';
import { type Jobs, projectInStore } from '../../../jobs/index.ts';
import type { MaybePromise } from '../../../platform/when-ready.ts';
import { unwatchUnused } from '../watched-table.ts';
import type { WebhooksContext } from '../webhooks-context.ts';
import type { ListeningContext } from './listening-context.ts';

const JOB_KIND = 'webhooks.end_listening';

interface Options extends WebhooksContext {
  readonly jobs: Jobs;
  readonly findProject: (id: string) => MaybePromise<Project | undefined>;
}

/** Listeners do not sign off, so their webhook is deleted when they have made no request for a while. */
export function createEndLater(options: Options): ListeningContext['endLater'] {
  const { jobs, findProject, clock, database, records, delivery } = options;

  const endLater: ListeningContext['endLater'] = (project, webhookId, runAtMs) =>
    jobs.enqueueLater(project.store, {
      kind: JOB_KIND,
      payload: { project_id: project.id, webhook_id: webhookId },
      runAtMs,
    });

  jobs.handle(JOB_KIND, async (job) => {
    const { project_id, webhook_id } = Object(job.payload) as { project_id?: string; webhook_id?: string };
    const project = projectInStore(job, await findProject(project_id ?? ''));
    if (project === undefined || webhook_id === undefined) return;
    const { store } = project;
    const row = await records.find(store, webhook_id);
    if (row === undefined) return;
    const untilMs = Number(row.listen_until_ms);
    if (untilMs > clock.now()) {
      await database.write(store, [await endLater(project, webhook_id, untilMs)]);
      return;
    }
    await database.write(store, [
      records.endListeningStep(webhook_id, clock.now()),
      delivery.skipPendingStep(webhook_id),
    ]);
    await unwatchUnused(options, project, row.table_id);
  });

  return endLater;
}
