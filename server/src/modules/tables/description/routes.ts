import { Type } from 'typebox';
import type { Project } from '../../../callers/index.ts';
import { type Answer, callerRoute, memberRoute, type Route } from '../../../http/index.ts';
import type { Catalogue } from '../catalogue.ts';
import type { CatalogueCache } from '../catalogue-cache.ts';
import { describeProject } from './describe-project.ts';

const document = Type.Object({ openapi: Type.String() }, { additionalProperties: true });

interface GeneratedKeys {
  secret?: string;
  other?: string;
}

export function descriptionRoutes(cache: CatalogueCache, routes: () => readonly Route[]): readonly Route[] {
  const documents = new WeakMap<Catalogue, GeneratedKeys>();
  const answer = async (project: Project, isSecret: boolean): Promise<Answer> => {
    const catalogue = await cache.get(project.store);
    const made = documents.get(catalogue) ?? {};
    documents.set(catalogue, made);
    const kind = isSecret ? 'secret' : 'other';
    const text = made[kind] ?? JSON.stringify(describeProject(routes(), { project, catalogue, isSecret }));
    made[kind] = text;
    return { status: 200, body: text };
  };
  return [
    memberRoute({
      method: 'GET',
      path: '/api/cloud/projects/:project_id/openapi.json',
      id: 'getProjectDescription',
      summary: 'Returns the OpenAPI 3.1 description of the project’s own tables, hidden columns included',
      role: 'viewer',
      responses: { 200: document },
      handle: ({ project }) => answer(project, true),
    }),
    callerRoute({
      method: 'GET',
      path: '/api/baas/:project_id/openapi.json',
      id: 'getOwnDescription',
      summary: 'Returns the OpenAPI 3.1 description of the project as the caller sees it',
      rate: 'read',
      responses: { 200: document },
      handle: ({ project, caller }) => answer(project, caller.kind === 'secret'),
    }),
  ];
}
