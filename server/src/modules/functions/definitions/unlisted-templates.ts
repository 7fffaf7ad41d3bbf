import type { Project } from '../../../callers/index.ts';
import type { Template } from './template.ts';
import type { TemplatesStore } from './templates-store.ts';

export interface TemplatesContext {
  readonly templates: ReadonlyMap<string, Template>;
  readonly templatesStore: TemplatesStore;
}

export async function unlistedTemplates(
  { templates, templatesStore }: TemplatesContext,
  project: Project,
): Promise<Set<string>> {
  const chosen = new Set((await templatesStore.all(project.store)).map(({ name }) => name));
  const open = [...templates.values()].filter(({ name }) => !chosen.has(name));
  const connected = await Promise.all(open.map((template) => template.isConnected(project)));
  return new Set(open.filter((_, index) => connected[index] !== true).map(({ name }) => name));
}
