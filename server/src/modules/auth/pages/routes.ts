import { Type } from 'typebox';
import type { Project } from '../../../callers/index.ts';
import { type Answer, type Call, openRoute, type Route } from '../../../http/route.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { AuthContext } from '../auth-context.ts';
import { readForm } from './read-form.ts';
import { showResetPage, submitResetPage } from './reset-page.ts';
import { showVerifyPage, submitVerifyPage } from './verify-page.ts';

interface MailPage {
  readonly name: string;
  readonly id: string;
  readonly summary: string;
  readonly show: (context: AuthContext, project: Project, token: string) => Promise<Answer>;
  readonly submit: (context: AuthContext, project: Project, fields: URLSearchParams) => Promise<Answer>;
}

const PAGES: readonly MailPage[] = [
  {
    name: 'verify',
    id: 'VerifyPage',
    summary: 'the page a verification mail links to',
    show: showVerifyPage,
    submit: submitVerifyPage,
  },
  {
    name: 'reset',
    id: 'ResetPage',
    summary: 'the page a reset mail links to',
    show: showResetPage,
    submit: submitResetPage,
  },
];

/** The pages that links in mails open. They need no key: the token says everything. */
export function mailPageRoutes(context: AuthContext): readonly Route[] {
  return PAGES.flatMap(({ name, id, summary, show, submit }) => {
    const path = `/api/baas/:project_id/auth/${name}`;
    return [
      openRoute({
        method: 'GET',
        path,
        isPage: true,
        id: `show${id}`,
        summary: `Shows ${summary}; spends nothing`,
        documentedQuery: Type.Object({ token: Type.String() }),
        responses: { 200: Type.String() },
        handle: async (call) => {
          const project = await requireProject(context, call);
          return await show(context, project, new URLSearchParams(call.search).get('token') ?? '');
        },
      }),
      openRoute({
        method: 'POST',
        path,
        isPage: true,
        id: `submit${id}`,
        summary: `Sends the form of ${summary}`,
        body: 'stream',
        documentedBody: Type.Object({ token: Type.String(), password: Type.Optional(Type.String()) }),
        responses: { 200: Type.String() },
        handle: async (call) => {
          const project = await requireProject(context, call);
          return await submit(context, project, await readForm(call));
        },
      }),
    ];
  });
}

async function requireProject({ findProject }: AuthContext, { params }: Call): Promise<Project> {
  const project = await findProject(params['project_id'] ?? '');
  if (project === undefined) throw new ServiceError('project_not_found', 'There is no such project.');
  return project;
}
