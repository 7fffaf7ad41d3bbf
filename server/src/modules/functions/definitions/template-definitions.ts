import { isoTime } from '../../../platform/clock.ts';
import type { FunctionDefinition } from './function-definition.ts';
import type { Template } from './template.ts';
import type { TemplateOptions } from './templates-store.ts';

/** Callers who are not signed in cannot spend the owner's money unless the owner allows it. */
const ACCESS_DEFAULT = 'authenticated';
const NO_VERSION = '00000000-0000-0000-0000-000000000000';

/** Template functions as functions of a project; a deployed function of the same name replaces the template. */
export function templateDefinitions(
  templates: Iterable<Template>,
  chosen: readonly TemplateOptions[],
): readonly FunctionDefinition[] {
  return Array.from(templates, (template) =>
    templateDefinition(
      template,
      chosen.find(({ name }) => name === template.name),
    ),
  );
}

export function templateDefinition(
  { name, description, access = ACCESS_DEFAULT }: Template,
  options: TemplateOptions | undefined,
): FunctionDefinition {
  const since = options?.createdAt ?? isoTime(0);
  return {
    name,
    trigger: 'http',
    access: options?.access ?? access,
    schedule: null,
    timezone: 'UTC',
    timeoutMs: null,
    retries: 0,
    description,
    enabled: options?.enabled ?? true,
    origin: 'template',
    versionId: NO_VERSION,
    version: 0,
    revision: 0,
    nextRunAt: null,
    createdAt: since,
    updatedAt: options?.updatedAt ?? since,
    deployedAt: since,
  };
}
