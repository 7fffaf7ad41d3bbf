import type { Static } from 'typebox';
import type { Project } from '../../../callers/index.ts';
import { createTextMatcher } from '../../../database/sql/index.ts';
import { type Answer, readListing } from '../../../http/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { type FunctionDefinition, functionNotFound } from '../definitions/function-definition.ts';
import { isHandlerName } from '../definitions/handler-name.ts';
import { templateDefinitions } from '../definitions/template-definitions.ts';
import { unlistedTemplates } from '../definitions/unlisted-templates.ts';
import type { RunStats } from '../records/runs-store.ts';
import type { DeploymentContext } from './deployment-context.ts';
import type { functionsQuery } from './options/function-schemas.ts';
import { presentFunction } from './present-function.ts';

const DAY_MS = 24 * 60 * 60_000;

export async function listFunctions(
  context: DeploymentContext,
  project: Project,
  query: Static<typeof functionsQuery>,
): Promise<Answer> {
  const { limit, offset, order } = readListing(query, {
    fields: ['name', 'trigger', 'created_at', 'updated_at'],
    otherwise: { field: 'name', direction: 'asc' },
    tieBreaker: 'name',
  });
  const [definitions, stats] = await Promise.all([
    allFunctions(context, project, query.handlers === true),
    query.stats === true ? lastDay(context, project) : undefined,
  ]);
  const all = definitions.filter(matcherOf(query.search?.trim())).map((definition) => ({
    ...presentFunction(definition),
    ...(stats && { stats: shownStats(stats.get(definition.name)) }),
  }));
  for (const { field, direction } of order.toReversed()) {
    const sign = direction === 'asc' ? 1 : -1;
    all.sort((a, b) => (a[field] < b[field] ? -sign : a[field] > b[field] ? sign : 0));
  }
  return { status: 200, body: { data: all.slice(offset, offset + limit), count: all.length } };
}

function matcherOf(search: string | undefined): (definition: FunctionDefinition) => boolean {
  if (search === undefined || search === '') return () => true;
  const isMatch = createTextMatcher(search);
  return ({ name, description }) => isMatch(name) || isMatch(description ?? '');
}

async function lastDay(
  { runsStore, recorder, clock }: DeploymentContext,
  { store }: Project,
): Promise<ReadonlyMap<string, RunStats>> {
  await recorder.flush(store);
  return await runsStore.stats(store, isoTime(clock.now() - DAY_MS));
}

function shownStats(stats: RunStats | undefined) {
  return { runs: stats?.runs ?? 0, failed: stats?.failed ?? 0, last_run: stats?.lastRun ?? null };
}

export async function showFunction(
  context: DeploymentContext,
  project: Project,
  name: string,
  status = 200,
): Promise<Answer> {
  const { functionsStore, versionsStore } = context;
  const { definition = await findTemplate(context, project, name) } = await functionsStore.find(project.store, name);
  if (definition === undefined) throw functionNotFound();
  const [version, versions] = await Promise.all([
    versionsStore.find(project.store, name, definition.version),
    versionsStore.list(project.store, name),
  ]);
  const data = { ...presentFunction(definition), files: version?.files ?? {}, versions };
  return { status, body: { data, count: 1 } };
}

/** Reads from the database, not from the cache, so that callers see their own changes. */
async function allFunctions(
  context: DeploymentContext,
  project: Project,
  withHandlers: boolean,
): Promise<readonly FunctionDefinition[]> {
  const { functionsStore, templatesStore, templates } = context;
  const [stored, chosen] = await Promise.all([functionsStore.all(project.store), templatesStore.all(project.store)]);
  const unlisted = await unlistedTemplates(context, project);
  for (const { name } of stored) unlisted.add(name);
  const brought = templateDefinitions(templates.values(), chosen).filter(({ name }) => !unlisted.has(name));
  return [...stored.filter(({ name }) => withHandlers || !isHandlerName(name)), ...brought];
}

async function findTemplate({ templates, templatesStore }: DeploymentContext, { store }: Project, name: string) {
  const template = templates.get(name);
  if (template === undefined) return undefined;
  return templateDefinitions([template], await templatesStore.all(store))[0];
}
