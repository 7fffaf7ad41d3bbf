import { Type } from 'typebox';
import { MEMBER_ROLES, type MemberRole } from '../../callers/index.ts';
import { domainState } from './domain-state.ts';
import type { ProjectsContext } from './projects-context.ts';
import type { StoredProject } from './projects-store.ts';
import { completeSettings, shownSettings } from './settings.ts';
import { settingsAnswer } from './settings-schemas.ts';

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
  role: Type.Enum([...MEMBER_ROLES], { description: 'The role of the caller in this project.' }),
});

const count = Type.Integer({ minimum: 0 });

export const listedProject = Type.Object({
  ...projectRecord.properties,
  stats: Type.Optional(Type.Object({ requests: count, errors: count, storage_bytes: count })),
});

export function showProject(
  context: Pick<ProjectsContext, 'addresses' | 'appDomains' | 'masterKey'>,
  { project, settings }: Pick<StoredProject, 'project' | 'settings'>,
  role: MemberRole,
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
    role,
  };
}
