import type { Project } from '../../../callers/index.ts';
import type { Connection } from '../../integrations/index.ts';
import { applyEvent } from '../events/apply-event.ts';
import { readEvent } from '../events/provider-event.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { withStripe } from '../stripe/stripe-client.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long the provider lists its events. */
export const EVENTS_KEPT_MS = 30 * DAY_MS;
const PAGE = 100;
/** Limits one round, so that a slow provider does not hold up the project's other jobs for longer. */
const ROUND_MS_MAX = 2 * 60_000;

interface ReconcileRequest {
  readonly project: Project;
  readonly connection: Connection;
  readonly sinceMs: number;
  readonly after?: string | undefined;
}

export interface ReconcileReport {
  readonly seen: number;
  readonly applied: number;
  readonly added: number;
  readonly changed: number;
  /** Set when the time ran out before the last page: the event after which the next round continues. */
  readonly goOnAfter: string | undefined;
}

export async function reconcile(context: PaymentsContext, asking: ReconcileRequest): Promise<ReconcileReport> {
  const { objects, clock } = context;
  const { project } = asking;
  const startedAt = clock.now();
  const added = new Set<string>();
  const changed = new Set<string>();
  let seen = 0;
  let applied = 0;
  let { after } = asking;
  for (;;) {
    const { events, hasMore } = await pageOfEvents(context, { ...asking, after });
    seen += events.length;
    const known = await objects.applied(
      project.store,
      events.map(({ id }) => id),
    );
    for (const event of events) {
      const read = known.has(event.id) ? undefined : readEvent(event);
      const changes = read && (await applyEvent(context, project, read));
      if (changes === undefined) continue;
      applied += 1;
      for (const { id, kind } of changes) (kind === 'added' ? added : changed).add(id);
    }
    after = events.at(-1)?.id;
    const isOver = !hasMore || after === undefined;
    if (!isOver && clock.now() - startedAt <= ROUND_MS_MAX) continue;
    const changedOnly = changed.difference(added);
    return { seen, applied, added: added.size, changed: changedOnly.size, goOnAfter: isOver ? undefined : after };
  }
}

async function pageOfEvents(
  { integrations }: PaymentsContext,
  { project, connection, sinceMs, after }: ReconcileRequest,
) {
  return await integrations().ask(project, connection, (call) =>
    withStripe(connection, call, async (stripe) => {
      const since = Math.floor(sinceMs / 1000);
      const page = { limit: PAGE, created: { gte: since }, ...(after !== undefined && { starting_after: after }) };
      const { data, has_more: hasMore } = await stripe.events.list(page);
      return { events: data, hasMore };
    }),
  );
}
