import type { Static } from 'typebox';
import { type Answer, type MemberCall, readListing } from '../../../http/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { ServiceError, validationFailed } from '../../../platform/errors.ts';
import { parseUuid } from '../../../platform/ids.ts';
import { functionNotFound } from '../definitions/function-definition.ts';
import { loseRuns } from './lose-runs.ts';
import { presentRun, presentRunWhole } from './present-run.ts';
import type { RecordsContext } from './records-context.ts';
import type { allRunsQuery, runsQuery } from './run-schemas.ts';
import type { StoredRun } from './runs-store.ts';

export async function listRuns(
  context: RecordsContext,
  { project, params, query }: MemberCall<Static<typeof runsQuery>>,
): Promise<Answer> {
  const name = params['name'] ?? '';
  const { definitions } = await context.sets.get(project.store);
  if (!definitions.has(name)) throw functionNotFound();
  return await answerRuns(context, project, query, name);
}

export function listAllRuns(
  context: RecordsContext,
  { project, query }: MemberCall<Static<typeof allRunsQuery>>,
): Promise<Answer> {
  return answerRuns(context, project, query, query.function);
}

async function answerRuns(
  context: RecordsContext,
  { store }: MemberCall['project'],
  query: Static<typeof runsQuery>,
  functionName: string | undefined,
): Promise<Answer> {
  const { status, trigger, since, until, search } = query;
  const listing = readListing(query, {
    fields: ['started_at', 'id'],
    otherwise: { field: 'id', direction: 'desc' },
    tieBreaker: 'id',
    timeOfTieBreaker: 'started_at',
  });
  const filter = {
    functionName,
    status,
    trigger,
    search: search?.trim(),
    since: since === undefined ? undefined : readTime('since', since),
    until: until === undefined ? undefined : readTime('until', until),
  };
  await upToDate(context, store);
  const [rows, count] = await Promise.all([
    context.runsStore.list(store, filter, listing),
    context.runsStore.count(store, filter),
  ]);
  return { status: 200, body: { data: rows.map(presentRun), count } };
}

export async function getRun(context: RecordsContext, { project, params }: MemberCall): Promise<Answer> {
  await upToDate(context, project.store);
  const run = await requireRun(context, project, { name: params['name'] ?? '', id: params['run_id'] ?? '' });
  return { status: 200, body: { data: presentRunWhole(run), count: 1 } };
}

export async function requireRun(
  { runsStore }: Pick<RecordsContext, 'runsStore'>,
  { store }: MemberCall['project'],
  { name, id }: { name: string; id: string },
): Promise<StoredRun> {
  const uuid = parseUuid(id);
  const run = uuid === undefined ? undefined : await runsStore.find(store, name, uuid);
  if (run === undefined) throw new ServiceError('not_found', 'There is no such run of this function.');
  return run;
}

/** Stores the runs that this process holds in memory, and marks the runs of dead processes as lost. */
async function upToDate(context: RecordsContext, store: MemberCall['project']['store']): Promise<void> {
  await context.recorder.flush(store);
  await loseRuns(context, store);
}

function readTime(name: string, text: string): string {
  const ms = Date.parse(text);
  if (!/^\d{4}-\d\d-\d\dT/.test(text) || Number.isNaN(ms))
    throw validationFailed({ [name]: 'must be an ISO 8601 time' });
  return isoTime(ms);
}
