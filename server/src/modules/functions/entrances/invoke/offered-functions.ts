import type { Caller, Project } from '../../../../callers/index.ts';
import type { Answer } from '../../../../http/index.ts';
import { mayInvoke } from '../../definitions/access-policy.ts';
import type { FunctionSets } from '../../definitions/function-sets.ts';
import { isHandlerName } from '../../definitions/handler-name.ts';
import { type TemplatesContext, unlistedTemplates } from '../../definitions/unlisted-templates.ts';

interface OfferContext extends TemplatesContext {
  readonly sets: FunctionSets;
}

export async function callableNames(context: Pick<OfferContext, 'sets'>, project: Project): Promise<readonly string[]> {
  const { definitions } = await context.sets.get(project.store);
  const callable = [...definitions.values()].filter(
    ({ name, trigger, access, enabled }) =>
      enabled && trigger === 'http' && access !== 'private' && !isHandlerName(name),
  );
  return callable.map(({ name }) => name);
}

export async function offeredFunctions(context: OfferContext, project: Project, caller: Caller): Promise<Answer> {
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
