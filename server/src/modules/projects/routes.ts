import { Type } from 'typebox';
import { listingQuery, memberRoute, openRoute, operatorRoute, type Route } from '../../http/index.ts';
import { checkServedDomain } from './check-served-domain.ts';
import { createProjectAnswer } from './create-project.ts';
import { deleteProject } from './delete-project.ts';
import { memberRoutes } from './member-routes.ts';
import { listedProject, projectRecord } from './project-answer.ts';
import { createKey, deleteKey, listKeys, rotatePublicKey } from './project-keys.ts';
import type { ProjectsContext } from './projects-context.ts';
import { getProject, listProjects, projectsQuery } from './read-projects.ts';
import { domainStateSchema, settingsAnswer, settingsPatch } from './settings-schemas.ts';
import { updateProject } from './update-project.ts';
import { getSettings, updateSettings } from './update-settings.ts';
import { getUsage, usageAnswer } from './usage.ts';
import { verifyDomain } from './verify-domain.ts';

const ONE = '/api/cloud/projects/:project_id';
const counted = Type.Object({ count: Type.Integer() });
const oneProject = Type.Object({ data: projectRecord, count: Type.Literal(1) });
const nullableTime = Type.Union([Type.String({ format: 'date-time' }), Type.Null()]);

export function projectRoutes(context: ProjectsContext): readonly Route[] {
  return [
    ...routesOfProjects(context),
    ...routesOfKeys(context),
    ...routesOfSettings(context),
    ...memberRoutes(context),
  ];
}

function routesOfProjects(context: ProjectsContext): readonly Route[] {
  return [
    openRoute({
      method: 'GET',
      path: '/api/cloud/domains/served',
      id: 'checkServedDomain',
      summary:
        'Answers 200 if an app is served under this custom domain, and 404 otherwise; for proxies that order certificates on demand',
      query: Type.Object({ domain: Type.String({ maxLength: 253 }) }),
      responses: { 200: Type.Object({ data: Type.Object({ domain: Type.String() }), count: Type.Literal(1) }) },
      handle: ({ query }) => checkServedDomain(context, query.domain),
    }),
    operatorRoute({
      method: 'GET',
      path: '/api/cloud/projects',
      id: 'listProjects',
      summary: 'Lists the projects that the account is a member of',
      query: projectsQuery,
      responses: { 200: Type.Object({ data: Type.Array(listedProject), count: Type.Integer() }) },
      handle: (call) => listProjects(context, call),
    }),
    operatorRoute({
      method: 'POST',
      path: '/api/cloud/projects',
      id: 'createProject',
      summary: 'Creates a project owned by the account; its id derives from the name unless the request sets it',
      body: Type.Object({ name: Type.String(), id: Type.Optional(Type.String()) }),
      responses: { 201: oneProject },
      handle: (call) => createProjectAnswer(context, call),
    }),
    memberRoute({
      method: 'GET',
      path: ONE,
      id: 'getProject',
      summary: 'Returns a project',
      role: 'viewer',
      responses: { 200: oneProject },
      handle: (call) => getProject(context, call),
    }),
    memberRoute({
      method: 'PATCH',
      path: ONE,
      id: 'updateProject',
      summary: 'Changes the name or the allowed origins',
      role: 'admin',
      body: Type.Object({
        name: Type.Optional(Type.String()),
        allowed_origins: Type.Optional(Type.Array(Type.String({ maxLength: 300 }))),
      }),
      responses: { 200: oneProject },
      handle: (call) => updateProject(context, call),
    }),
    memberRoute({
      method: 'DELETE',
      path: ONE,
      id: 'deleteProject',
      summary: 'Deletes the project with everything in it, at once and for good',
      role: 'owner',
      responses: { 200: counted },
      handle: (call) => deleteProject(context, call),
    }),
  ];
}

function routesOfKeys(context: ProjectsContext): readonly Route[] {
  return [
    memberRoute({
      method: 'GET',
      path: `${ONE}/keys`,
      id: 'listKeys',
      summary: 'Lists the secret keys, without the keys themselves',
      role: 'admin',
      query: listingQuery,
      responses: {
        200: Type.Object({
          data: Type.Array(
            Type.Object({
              id: Type.String(),
              prefix: Type.Union([Type.String({ description: 'The first characters of the key.' }), Type.Null()]),
              name: Type.String(),
              created_at: Type.String({ format: 'date-time' }),
              last_used_at: nullableTime,
              expires_at: nullableTime,
            }),
          ),
          count: Type.Integer(),
        }),
      },
      handle: (call) => listKeys(context, call),
    }),
    memberRoute({
      method: 'POST',
      path: `${ONE}/keys`,
      id: 'createKey',
      summary: 'Creates a secret key, which only this answer shows',
      role: 'admin',
      body: Type.Object({
        name: Type.String(),
        expires_at: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      }),
      responses: {
        201: Type.Object({
          data: Type.Object({ id: Type.String(), name: Type.String(), key: Type.String() }),
          count: Type.Literal(1),
        }),
      },
      handle: (call) => createKey(context, call),
    }),
    memberRoute({
      method: 'DELETE',
      path: `${ONE}/keys/:key_id`,
      id: 'deleteKey',
      summary: 'Revokes a secret key at once',
      role: 'admin',
      responses: { 200: counted },
      handle: (call) => deleteKey(context, call),
    }),
    memberRoute({
      method: 'POST',
      path: `${ONE}/keys/rotate-public`,
      id: 'rotatePublicKey',
      summary: 'Replaces the public key; the old key stops working at once',
      role: 'admin',
      responses: {
        200: Type.Object({ data: Type.Object({ public_key: Type.String() }), count: Type.Literal(1) }),
      },
      handle: (call) => rotatePublicKey(context, call),
    }),
  ];
}

function routesOfSettings(context: ProjectsContext): readonly Route[] {
  const answer = Type.Object({ data: settingsAnswer, count: Type.Literal(1) });
  return [
    memberRoute({
      method: 'GET',
      path: `${ONE}/settings`,
      id: 'getSettings',
      summary: 'Returns all settings, including defaults',
      role: 'viewer',
      responses: { 200: answer },
      handle: (call) => getSettings(context, call),
    }),
    memberRoute({
      method: 'PATCH',
      path: `${ONE}/settings`,
      id: 'updateSettings',
      summary: 'Changes the settings that are sent and returns all settings',
      role: 'admin',
      body: settingsPatch,
      responses: { 200: answer },
      handle: (call) => updateSettings(context, call),
    }),
    memberRoute({
      method: 'POST',
      path: `${ONE}/domains/:domain/verify`,
      id: 'verifyDomain',
      summary: 'Verifies a domain of the app by its TXT record; an instance operator may confirm it without one',
      role: 'admin',
      isBodyOptional: true,
      body: Type.Object({ confirm: Type.Optional(Type.Boolean()) }),
      responses: { 200: Type.Object({ data: domainStateSchema, count: Type.Literal(1) }) },
      handle: (call) => verifyDomain(context, call),
    }),
    memberRoute({
      method: 'GET',
      path: `${ONE}/usage`,
      id: 'getUsage',
      summary: 'Returns what the project uses and its limits',
      role: 'viewer',
      responses: { 200: usageAnswer(context.usage) },
      handle: (call) => getUsage(context.usage, call),
    }),
  ];
}
