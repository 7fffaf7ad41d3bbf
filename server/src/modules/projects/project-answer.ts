import { Type } from 'typebox';
import type { Project } from '../../http/callers.ts';
import type { Addresses } from './project-parts.ts';
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
export function showProject({ project, settings }: Pick<StoredProject, 'project' | 'settings'>, addresses: Addresses) {
  return {
    id: project.id,
    name: project.name,
    plan: project.plan,
    public_key: project.publicKey,
    base_url: baseUrl(project, addresses),
    app_url: appUrl(project, addresses),
    allowed_origins: project.allowedOrigins,
    settings: shownSettings(completeSettings(settings)),
    created_at: project.createdAt,
  };
}

export function baseUrl(project: Project, { publicUrl }: Addresses): string {
  return `${publicUrl()}/api/baas/${project.id}`;
}

/** The published app has an origin of its own, with the scheme and port of the service. */
function appUrl(project: Project, { publicUrl, appsDomain }: Addresses): string {
  const { protocol, port } = new URL(publicUrl());
  return `${protocol}//${project.id}.${appsDomain}${port === '' ? '' : `:${port}`}/`;
}
