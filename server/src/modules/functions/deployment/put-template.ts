import type { Project } from '../../../callers/index.ts';
import { announced } from '../../../database/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { validationFailed } from '../../../platform/errors.ts';
import type { AuditAuthor } from '../../audit/index.ts';
import type { FunctionDefinition } from '../definitions/function-definition.ts';
import { functionsSubject } from '../definitions/function-sets.ts';
import { recordChange } from '../definitions/record-change.ts';
import type { Template } from '../definitions/template.ts';
import { templateDefinition } from '../definitions/template-definitions.ts';
import type { DeploymentContext } from './deployment-context.ts';
import type { FunctionBody } from './options/function-schemas.ts';

const CHANGEABLE = ['access', 'enabled'];

export async function putTemplate(
  context: DeploymentContext,
  author: AuditAuthor,
  { project, template, body }: { project: Project; template: Template; body: FunctionBody },
): Promise<FunctionDefinition> {
  const fixed = Object.keys(body).filter((field) => !CHANGEABLE.includes(field));
  if (fixed.length > 0) {
    const problem = `cannot be changed: ${template.name} comes with the service, and its owner chooses access and enabled`;
    throw validationFailed(Object.fromEntries(fixed.map((field) => [field, problem])));
  }
  const { access, enabled } = templateDefinition(template, undefined);
  const now = isoTime(context.clock.now());
  const whole = { access: body.access ?? access, enabled: body.enabled ?? enabled };
  const changed = {
    ...(body.access !== undefined && { access: body.access }),
    ...(body.enabled !== undefined && { enabled: body.enabled ? 1 : 0 }),
  };
  const saving = context.database.write(project.store, [
    context.templatesStore.saveStep({ name: template.name, ...whole, createdAt: now, updatedAt: now }, changed),
  ]);
  await announced(context.feed, functionsSubject(project.store), saving);
  await recordChange(context, author, {
    project,
    action: 'function.update',
    target: template.name,
    details: { changed: Object.keys(body), ...body },
  });
  return templateDefinition(template, { name: template.name, ...whole, createdAt: now, updatedAt: now });
}
