import { Type } from 'typebox';
import { domainState } from './domain-state.ts';
import type { ProjectContext } from './project-context.ts';
import type { StoredProject } from './projects-store.ts';
import { completeSettings, settingsAnswer, shownSettings } from './settings.ts';

export const projectRecord = Type.Object({
  id: Type.String(),
  name: Type.String(),
  plan: Type.Enum(['free', 'pro', 'business']),
  public_key: Type.String(),
  base_url: Type.String({ format: 'uri' }),
  app_url: Type.String({ format: 'uri' }),
  allowed_origins: Type.Array(Type.String()),
  settings: settingsAnswer,
  created_at: Type.String({ format: 'date-time' }),
});

/** A project as operators see it. */
export function showProject(
  context: Pick<ProjectContext, 'addresses' | 'appDomains' | 'masterKey'>,
  { project, settings }: Pick<StoredProject, 'project' | 'settings'>,
) {
  const { addresses } = context;
  return {
    id: project.id,
    name: project.name,
    plan: project.plan,
    public_key: project.publicKey,
    base_url: addresses.projectUrl(project.id),
    app_url: addresses.appUrl(project.id),
    allowed_origins: project.allowedOrigins,
    settings: shownSettings(completeSettings(settings), (domain) => domainState(context, project, domain)),
    created_at: project.createdAt,
  };
}
