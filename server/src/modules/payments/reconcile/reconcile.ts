import type { Project } from '../../../callers/index.ts';
import type { StoreName } from '../../../database/database.ts';
import { isDatabaseFailure } from '../../../database/errors.ts';
import { isoTime } from '../../../platform/clock.ts';
import { uuidOf } from '../../../platform/ids.ts';
import type { Connection } from '../../integrations/index.ts';
import { applyEvent } from '../events/apply-event.ts';
import { readEvent } from '../events/provider-event.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { withStripe } from '../stripe/stripe-client.ts';

const JOB_KIND = 'payments.reconcile';
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const EVERY_MS = 6 * HOUR_MS;
const LOOK_BACK_MS = 3 * DAY_MS;
const EVENTS_KEPT_MS = 30 * DAY_MS;
const PAGE = 100;
/** 10,000 events in three days; what is beyond, in number or time, is looked at by the next round, which has fewer to apply. */
const PAGES_MAX = 100;
/** A provider that takes its time for each page does not keep the project's other jobs waiting for longer. */
const ROUND_MS_MAX = 2 * 60_000;

export interface Reconciliation {
  /** Sees to it that the project is looked after from now on. */
  ensure(project: Project): Promise<void>;
}

/**
 * Asks the provider four times a day for the events of the last three days and applies those that never came. Ends with
 * the connection, and begins again with the next.
 */
export function createReconciliation(context: PaymentsContext): Reconciliation {
  const { database, jobs, clock, objects, integrations, findProject } = context;

  const enqueue = async (store: StoreName, projectId: string, round: number): Promise<void> => {
    const id = uuidOf(`${JOB_KIND} ${store} ${round}`);
    const payload = { project_id: projectId };
    const step = await jobs.enqueueLater(store, { kind: JOB_KIND, payload, runAtMs: round * EVERY_MS, id });
    try {
      await database.write(store, [step]);
    } catch (error) {
      if (!isDatabaseFailure(error, 'unique_violation')) throw error;
    }
  };
  const nextRound = (): number => Math.floor(clock.now() / EVERY_MS) + 1;

  jobs.handle(JOB_KIND, async ({ store, payload }) => {
    const { project_id: projectId } = Object(payload) as { readonly project_id?: string };
    const project = await findProject(projectId ?? '');
    if (project?.store !== store) return;
    const connection = await integrations().findConnection(store, 'payments');
    if (connection === undefined) return;
    await enqueue(store, project.id, nextRound());
    await reconcile(context, project, connection);
    await database.write(store, [objects.forgetEventsStep(isoTime(clock.now() - EVENTS_KEPT_MS))]);
  });

  return { ensure: ({ store, id }) => enqueue(store, id, nextRound()) };
}

async function reconcile(context: PaymentsContext, project: Project, connection: Connection): Promise<void> {
  const { objects, clock, logger } = context;
  const startedAt = clock.now();
  const since = Math.floor((startedAt - LOOK_BACK_MS) / 1000);
  let missed = 0;
  let after: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { events, hasMore } = await pageOfEvents(context, { project, connection, since, after });
    const known = await objects.applied(
      project.store,
      events.map(({ id }) => id),
    );
    for (const event of events) {
      if (known.has(event.id)) continue;
      const read = readEvent(event);
      if (read !== undefined && (await applyEvent(context, project, read))) missed += 1;
    }
    after = events.at(-1)?.id;
    if (!hasMore || after === undefined || clock.now() - startedAt > ROUND_MS_MAX) break;
  }
  if (missed > 0) logger.warn({ project_id: project.id, missed }, 'Payment events that had not arrived were fetched.');
}

interface Page {
  readonly project: Project;
  readonly connection: Connection;
  /** Seconds since 1970. */
  readonly since: number;
  readonly after: string | undefined;
}

async function pageOfEvents({ integrations }: PaymentsContext, { project, connection, since, after }: Page) {
  return await integrations().ask(project, connection, (call) =>
    withStripe(connection, call, async (stripe) => {
      const page = { limit: PAGE, created: { gte: since }, ...(after !== undefined && { starting_after: after }) };
      const { data, has_more: hasMore } = await stripe.events.list(page);
      return { events: data, hasMore };
    }),
  );
}
