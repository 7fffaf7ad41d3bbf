import type { Static } from 'typebox';
import type { Caller, Project } from '../../../callers/index.ts';
import { type listingQuery, readListing } from '../../../http/listing.ts';
import type { Answer } from '../../../http/route.ts';
import { isHandlerName } from '../deployments/deployment-source.ts';
import type { FunctionContext } from '../function-context.ts';
import { type FunctionDefinition, functionNotFound, timeoutOf } from '../function-definition.ts';
import { mayInvoke } from '../invoke/access-policy.ts';
import { templateDefinitions } from '../templates/template-definitions.ts';

/** All functions, for operators; the handlers of the published app are told of by its deployments. */
export async function listFunctions(
  context: FunctionContext,
  project: Project,
  query: Static<typeof listingQuery>,
): Promise<Answer> {
  const { limit, offset, order } = readListing(query, {
    fields: ['name', 'trigger', 'created_at', 'updated_at'],
    otherwise: { field: 'name', direction: 'asc' },
    tieBreaker: 'name',
  });
  const all = (await allFunctions(context, project)).map(presentFunction);
  for (const { field, direction } of order.toReversed()) {
    const sign = direction === 'asc' ? 1 : -1;
    all.sort((a, b) => (a[field] < b[field] ? -sign : a[field] > b[field] ? sign : 0));
  }
  return { status: 200, body: { data: all.slice(offset, offset + limit), count: all.length } };
}

/** One function with its sources and the versions that are kept. */
export async function showFunction(
  context: FunctionContext,
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

/** The names of those that apps may call. */
export async function callableNames(context: FunctionContext, project: Project): Promise<readonly string[]> {
  const { definitions } = await context.sets.get(project.store);
  const callable = [...definitions.values()].filter(
    ({ name, trigger, access, enabled }) =>
      enabled && trigger === 'http' && access !== 'private' && !isHandlerName(name),
  );
  return callable.map(({ name }) => name);
}

/** What callers of the project see: those they may invoke, secret callers all. */
export async function offeredFunctions(context: FunctionContext, project: Project, caller: Caller): Promise<Answer> {
  const { definitions } = await context.sets.get(project.store);
  const unlisted = await unlistedTemplates(context, project);
  const data = [];
  for (const definition of definitions.values()) {
    if (definition.origin === 'template' && unlisted.has(definition.name)) continue;
    if (isHandlerName(definition.name)) continue;
    if (caller.kind !== 'secret' && !mayInvoke(definition, caller)) continue;
    const { name, trigger, description, access } = definition;
    data.push({ name, trigger, description, access });
  }
  return { status: 200, body: { data, count: data.length } };
}

/** As they are stored, not as they are in memory: whoever changed one sees it. */
async function allFunctions(context: FunctionContext, project: Project): Promise<readonly FunctionDefinition[]> {
  const { functionsStore, templatesStore, templates } = context;
  const [stored, chosen] = await Promise.all([functionsStore.all(project.store), templatesStore.all(project.store)]);
  const unlisted = await unlistedTemplates(context, project);
  for (const { name } of stored) unlisted.add(name);
  const brought = templateDefinitions(templates.values(), chosen).filter(({ name }) => !unlisted.has(name));
  return [...stored.filter(({ name }) => !isHandlerName(name)), ...brought];
}

/** Nobody has connected what they need, nor opened or closed them. */
async function unlistedTemplates(
  { templates, templatesStore }: FunctionContext,
  project: Project,
): Promise<Set<string>> {
  const chosen = new Set((await templatesStore.all(project.store)).map(({ name }) => name));
  const open = [...templates.values()].filter(({ name }) => !chosen.has(name));
  const connected = await Promise.all(open.map((template) => template.isConnected(project)));
  return new Set(open.filter((_, index) => connected[index] !== true).map(({ name }) => name));
}

async function findTemplate({ templates, templatesStore }: FunctionContext, { store }: Project, name: string) {
  const template = templates.get(name);
  if (template === undefined) return undefined;
  return templateDefinitions([template], await templatesStore.all(store))[0];
}

function presentFunction(definition: FunctionDefinition) {
  return {
    name: definition.name,
    trigger: definition.trigger,
    access: definition.access,
    schedule: definition.schedule,
    timezone: definition.timezone,
    timeout_ms: timeoutOf(definition),
    retries: definition.retries,
    description: definition.description,
    enabled: definition.enabled,
    origin: definition.origin,
    version: definition.version,
    created_at: definition.createdAt,
    updated_at: definition.updatedAt,
    deployed_at: definition.deployedAt,
    next_run_at: definition.nextRunAt,
  };
}
