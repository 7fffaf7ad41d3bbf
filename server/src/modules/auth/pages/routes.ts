import { Type } from 'typebox';
import type { Project } from '../../../callers/index.ts';
import { type Answer, type Call, openRoute, type Route } from '../../../http/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { MaybePromise } from '../../../platform/when-ready.ts';
import type { AuthContext } from '../auth-context.ts';
import { type PageCall, pageCall } from './page-call.ts';
import { readForm } from './read-form.ts';
import { showResetPage, submitResetPage } from './reset-page.ts';
import { showVerifyPage, submitVerifyPage } from './verify-page.ts';

interface MailPage {
  readonly name: string;
  readonly id: string;
  readonly summary: string;
  readonly show: (context: AuthContext, asked: PageCall, token: string) => Promise<Answer>;
  readonly submit: (context: AuthContext, asked: PageCall, fields: URLSearchParams) => Promise<Answer>;
}

const PAGES: readonly MailPage[] = [
  {
    name: 'verify',
    id: 'VerifyPage',
    summary: 'the page that verification mails link to',
    show: showVerifyPage,
    submit: submitVerifyPage,
  },
  {
    name: 'reset',
    id: 'ResetPage',
    summary: 'the page that password reset mails link to',
    show: showResetPage,
    submit: submitResetPage,
  },
];

export interface MailPagesOptions {
  readonly base: string;
  readonly idPrefix?: string;
  readonly pages?: readonly string[];
  readonly findProject: (call: Call) => MaybePromise<Project | undefined>;
}

/** The pages that links in mails open. They need no key: the token is the credential. */
export function mailPageRoutes(context: AuthContext, options: MailPagesOptions): readonly Route[] {
  const { base, idPrefix = '', pages, findProject } = options;
  const requireProject = async (call: Call): Promise<Project> => {
    const project = await findProject(call);
    if (project === undefined) throw new ServiceError('project_not_found', 'There is no such project.');
    return project;
  };
  return PAGES.filter(({ name }) => pages === undefined || pages.includes(name)).flatMap((page) => [
    openRoute({
      method: 'GET',
      path: `${base}/${page.name}`,
      isPage: true,
      id: `show${idPrefix}${page.id}`,
      summary: `Shows ${page.summary} without using up its token`,
      documentedQuery: Type.Object({ token: Type.String() }),
      responses: { 200: Type.String() },
      handle: async (call) => {
        const asked = pageCall(await requireProject(call), call);
        return await page.show(context, asked, new URLSearchParams(call.search).get('token') ?? '');
      },
    }),
    openRoute({
      method: 'POST',
      path: `${base}/${page.name}`,
      isPage: true,
      id: `submit${idPrefix}${page.id}`,
      summary: `Submits the form of ${page.summary}`,
      body: 'stream',
      documentedBody: Type.Object({ token: Type.String(), password: Type.Optional(Type.String()) }),
      responses: { 200: Type.String() },
      handle: async (call) => {
        const asked = pageCall(await requireProject(call), call);
        return await page.submit(context, asked, await readForm(call));
      },
    }),
  ]);
}
